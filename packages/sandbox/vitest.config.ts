import { configDefaults, defineConfig } from 'vitest/config';

// Tests that install packages are part of `pnpm test:runtimes`.
const exclude = process.env['SOCIAL_TEST_RUNTIMES'] ? [] : ['tests/installed/**'];

// Loading the networks takes longer than most tests, so each worker loads them once.
export default defineConfig({
  test: {
    ...{ include: ['src/**/*.test.ts', 'tests/**/*.test.ts'], testTimeout: 120_000 },
    globalSetup: ['../../scripts/needs/browser-setup.mjs'],
    exclude: [...configDefaults.exclude, ...exclude],
    ...{ maxWorkers: 4, isolate: false },
  },
});
