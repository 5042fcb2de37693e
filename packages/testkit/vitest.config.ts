import { defineConfig } from 'vitest/config';

// Where the database is asked something that SQLite and Postgres answer in ways of their own, or by several at once.
const EACH_DATABASE = [
  ...[
    'account-password',
    'account-sessions',
    'accounts',
    'checkpoints',
    'command-sign-in',
    'credit-periods',
    'credits',
  ],
  ...['due-races', 'duplicates', 'expiry', 'hold-races', 'idempotency', 'isolation', 'keys', 'live-changes', 'logs'],
  ...['needs-reconnect', 'parallel-credits', 'post-filters', 'post-search', 'posts-by-key', 'postponed', 'profiles'],
  ...['publish', 'quotas', 'read-posts', 'recovery', 'schedule', 'secrets', 'server', 'settings-change', 'spending'],
  ...['stored-media', 'stored-media-time', 'target-state-model', 'threads', 'threads-in-turn', 'timeline', 'tokens'],
  ...['unknown-outcome', 'workers'],
];

// The API behaves the same on every database.
export default defineConfig({
  test: {
    // A limit is for what never ends: on a busy machine everything takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['src/patience.ts'],
    // Some wait while others compute; more of them only compete for the processors.
    maxWorkers: 5,
    // Loading all that a stack needs takes a second: a worker loads it once, as Node does, and runs many files.
    isolate: false,
    server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } },
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['tests/api/**/*.test.ts'], env: { SOCIAL_TEST_DIALECT: 'sqlite' } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: EACH_DATABASE.map((name) => `tests/api/${name}.test.ts`),
          env: { SOCIAL_TEST_DIALECT: 'postgres' },
          globalSetup: ['src/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'crash', include: ['tests/{crash,soak}/**/*.test.ts'], globalSetup: ['src/global-postgres.ts'] },
      },
      {
        extends: true,
        test: {
          ...{ name: 'once', include: ['tests/once/**/*.test.ts', 'src/**/*.test.ts'] },
          globalSetup: ['../../scripts/needs/browser-setup.mjs'],
        },
      },
    ],
  },
});
