import { defineConfig } from 'vitest/config';
import { PACKAGE } from '../../vitest.package.ts';

// Every test runs programs or servers of its own: on a busy machine they take their time, most of it waiting.
export default defineConfig({
  test: {
    ...PACKAGE,
    maxWorkers: 4,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } },
  },
});
