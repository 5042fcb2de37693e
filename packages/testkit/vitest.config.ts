import { defineConfig } from 'vitest/config';

// What is about networks and browsers, whatever is behind the server.
const ANY_DATABASE = [
  ...['breaker', 'connect', 'connect-misuse', 'connect-token', 'cross-site', 'dry-run', 'hostile-networks', 'media'],
  ...['microblog', 'network-rate-limits', 'platforms', 'profnet', 'publish-refusals', 'rate-limits', 'read-retry'],
  ...['refused-connection', 'request-schemas', 'unknown-fields', 'unsent-retry', 'webhook'],
];

// The API behaves the same on every database: its tests run on each. What does not touch the database runs once.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // The tests wait for networks and clocks more than they compute.
    maxWorkers: 4,
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
          include: ['tests/api/**/*.test.ts'],
          exclude: ANY_DATABASE.map((name) => `tests/api/${name}.test.ts`),
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
        // A browser does ten steps in ten seconds, and on a busy machine in forty.
        test: { name: 'once', include: ['tests/once/**/*.test.ts', 'src/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
