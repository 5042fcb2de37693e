import { configDefaults } from 'vitest/config';

/** Settings that the tests of all packages share. */
export const PACKAGE = {
  // A limit is for what never ends: on a busy machine everything takes many times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // A worker loads what its tests share once, as Node does.
  isolate: false,
  // Files named `*.long.test.ts` are a part of `test:full`.
  exclude: [...configDefaults.exclude, ...(process.env['SOCIAL_TEST_LONG'] === undefined ? ['**/*.long.test.ts'] : [])],
  // `scripts/test-report.mjs` reads the second.
  reporters: ['default', ['json', { outputFile: 'node_modules/.test-report.json' }]],
};
