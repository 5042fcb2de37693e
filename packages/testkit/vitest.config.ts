import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PACKAGE } from '../../vitest.package.ts';

// Tests run once, on SQLite. Files named `*.databases.test.ts` also run on Postgres: what they test depends on the database.
// Files named `*.postgres.test.ts` run on Postgres alone, and files named `*.s3.long.test.ts` where an S3 server can be had.
/** Tests that load, freeze, kill and confuse servers: on whichever database they name. */
const LOADED = ['tests/{crash,fuzz,neighbour,soak}/**/*.test.ts'];
/** Tests against a real Bluesky server, which only `pnpm test:full --only open` fetches. */
const OPEN = ['tests/open/**/*.test.ts'];
/** Tests of the published packages, which only `pnpm test:full --only install` publishes. */
const REGISTRY = ['tests/registry/**/*.test.ts'];
/** Tests of clients that others generate, which only `pnpm test:full --only clients` installs. */
const CLIENTS = ['tests/clients/**/*.test.ts'];
/** Tests of a network that only `pnpm test:full --only network` adds, to a copy of the repository. */
const NETWORK = ['tests/network/**/*.test.ts'];
/** Tests of object storage, which need an S3 server. */
const S3 = ['tests/**/*.s3.long.test.ts'];

/** What is slow, repeats at length, or needs other software: `pnpm test:full` runs it. */
const isLong = process.env['SOCIAL_TEST_LONG'] !== undefined;
const LONG = isLong ? [] : ['tests/**/*.long.test.ts'];
/** Where Postgres may behave otherwise than SQLite: its locks, transactions and plans. */
const ON_POSTGRES = [
  'tests/**/*.postgres.test.ts',
  'tests/posts/{recovery,schedule}/**/*.databases.test.ts',
  'tests/posts/{read/posts-by-key,search/search}.databases.test.ts',
  'tests/credits/{parallel-credits,reservation-races,stored-bytes}.databases.test.ts',
  'tests/protocol/idempotency.databases.test.ts',
  'tests/webhooks-out/deliveries.databases.test.ts',
];

/** Files that take long for their size. Without an order, the largest files begin first, and these would run alone at the end. */
const FIRST =
  /(first-post|slow-peers|turns\.databases|breaker|live-changes|unknown-outcome|steady|compose|first-run|second-server)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const { canServeS3 } = await import(new URL('../../scripts/needs/s3.mjs', import.meta.url).href);

export default defineConfig({
  test: {
    testTimeout: PACKAGE.testTimeout,
    hookTimeout: PACKAGE.hookTimeout,
    reporters: PACKAGE.reporters,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['src/run/patience.ts'],
    globalSetup: ['src/run/global-memory.ts'],
    // Some wait while others compute; more of them only compete for the processors.
    maxWorkers: 6,
    // Loading all that a stack needs takes a second: a worker loads it once, as Node does, and runs many files.
    isolate: false,
    // More room for young objects: they are collected less often, and the workers need a twentieth less processor time.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
    server: { deps: { external: [/\/packages\/\w+\/dist\/.*\.js$/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{src,tests}/**/*.test.ts'],
          exclude: [
            ...LOADED,
            ...OPEN,
            ...REGISTRY,
            ...CLIENTS,
            ...NETWORK,
            ...S3,
            ...LONG,
            'tests/**/*.postgres{,.long}.test.ts',
          ],
          env: { SOCIAL_TEST_DIALECT: 'sqlite' },
          globalSetup: ['../../scripts/needs/browser-setup.mjs', 'src/run/global-sqlite.ts'],
        },
      },
      ...(isLong && canServeS3()
        ? [
            {
              extends: true as const,
              test: {
                name: 's3',
                include: S3,
                env: { SOCIAL_TEST_DIALECT: 'sqlite' },
                globalSetup: ['../../scripts/needs/s3-setup.mjs'],
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isLong ? ['tests/**/*.{databases,postgres}{,.long}.test.ts'] : ON_POSTGRES,
          exclude: LONG,
          env: { SOCIAL_TEST_DIALECT: 'postgres' },
          globalSetup: ['src/run/global-postgres.ts'],
        },
      },
      ...(process.env['SOCIAL_TEST_BLUESKY_FOLDER'] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: { name: 'open', include: OPEN, env: { SOCIAL_TEST_DIALECT: 'sqlite' } },
            },
          ]),
      ...(process.env['SOCIAL_TEST_REGISTRY'] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: { name: 'registry', include: REGISTRY, env: { SOCIAL_TEST_DIALECT: 'sqlite' } },
            },
          ]),
      ...(process.env['SOCIAL_TEST_CLIENTS'] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: { name: 'clients', include: CLIENTS, env: { SOCIAL_TEST_DIALECT: 'sqlite' } },
            },
          ]),
      ...(process.env['SOCIAL_TEST_NETWORK'] === undefined
        ? []
        : [
            {
              extends: true as const,
              test: { name: 'network', include: NETWORK, env: { SOCIAL_TEST_DIALECT: 'sqlite' } },
            },
          ]),
      {
        extends: true,
        test: { name: 'crash', include: LOADED, exclude: LONG, globalSetup: ['src/run/global-postgres.ts'] },
      },
    ],
  },
});
