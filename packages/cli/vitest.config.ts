import { defineConfig } from 'vitest/config';

// Every test runs programs or servers of its own: on a busy machine they take their time, most of it waiting. A worker
// loads server and sandbox once, as Node does.
export default defineConfig({
  test: {
    ...{ maxWorkers: 4, testTimeout: 120_000 },
    expect: { poll: { timeout: 15_000, interval: 20 } },
    isolate: false,
    server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } },
  },
});
