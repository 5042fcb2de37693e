import { defineConfig } from 'vitest/config';

// The tests wait for simulated networks more than they compute. A worker loads the sandbox once, as Node does.
export default defineConfig({
  test: {
    ...{ maxWorkers: 8, testTimeout: 120_000, hookTimeout: 120_000 },
    isolate: false,
    server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } },
  },
});
