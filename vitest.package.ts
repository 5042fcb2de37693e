/** Limit for tests that hang. On a busy machine everything takes many times as long. */
const FOREVER_MS = 180_000;
const long = process.env['SOCIAL_TEST_LONG'] === undefined ? ['**/*.long.test.ts'] : [];
const reporters: ['default', ['json', { outputFile: string }]] = [
  'default',
  // For the report at the end of a run.
  ['json', { outputFile: `node_modules/.test-report-${process.env['SOCIAL_TEST_REPORT'] ?? 'all'}.json` }],
];

/** Settings that the tests of all packages share. */
export const PACKAGE = {
  testTimeout: FOREVER_MS,
  hookTimeout: FOREVER_MS,
  expect: { poll: { timeout: 60_000 } },
  // A worker loads what its tests share once, as Node does.
  isolate: false,
  // Files named `*.long.test.ts` are a part of `test:full`.
  exclude: ['**/node_modules/**', '**/.git/**', ...long],
  reporters,
};
