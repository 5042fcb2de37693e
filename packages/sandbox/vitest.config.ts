import { defineConfig } from 'vitest/config';

// Loading the networks takes longer than most tests: a worker loads them once.
export default defineConfig({
  test: {
    ...{ include: ['src/**/*.test.ts', 'tests/**/*.test.ts'], testTimeout: 20_000 },
    ...{ maxWorkers: 4, isolate: false },
  },
});
