import { defineConfig } from 'vitest/config';
import { PACKAGE } from '../../vitest.package.ts';

// Tests that install packages are part of `pnpm test:full --only runtimes`.
const exclude = process.env['SOCIAL_TEST_RUNTIMES'] ? [] : ['tests/installed/**'];

export default defineConfig({
  test: {
    ...PACKAGE,
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: [...PACKAGE.exclude, ...exclude],
    globalSetup: ['../../scripts/needs/browser-setup.mjs'],
    maxWorkers: 4,
  },
});
