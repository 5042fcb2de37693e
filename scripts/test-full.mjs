import { bundle } from './bundle.mjs';
import { findBlueskyServer } from './needs/bluesky.mjs';
import { programs, run } from './programs.mjs';
import { forgetReports, readFailures } from './test-report.mjs';
import { runProjects, testEnvironment } from './test-run.mjs';

// What `test` leaves out: what is slow, needs other software, or only repeats at length. Each part has a short form and, with
// `--long`, a long one. Variables of the environment win over both.

/** Parts whose tests use packages as they are published, with declarations and notices. */
const PACKED = ['install', 'runtimes', 'clients', 'long'];

const PARTS = {
  long: async (_, env) => {
    const long = { ...env, SOCIAL_TEST_LONG: 'true' };
    const files = ['scripts/test.mjs', '--', '.long.test', '--project', '!crash'];
    const status = await run(process.execPath, files, { env: long });
    return (await runProjects(['postgres'], ['.databases.test'], long)) || status;
  },
  install: async (isLong) => (await import('./full/install.mjs')).testInstall(isLong),
  image: async () => (await import('./full/image.mjs')).testImage(),
  runtimes: async (_, env) => (await import('./full/runtimes.mjs')).testRuntimes(env),
  clients: async (_, env) => (await import('./full/clients.mjs')).testClients(env),
  network: async (_, env) => (await import('./full/network.mjs')).testNetwork(env),
  contract: async (isLong) => (await import('./full/contract.mjs')).testContract(isLong),
  open: async (isLong, env) =>
    runProjects(['open'], ['--maxWorkers=2'], {
      SOCIAL_TEST_OPEN_ROUNDS: isLong ? '200' : '6',
      ...env,
      SOCIAL_TEST_BLUESKY_FOLDER: await findBlueskyServer(),
    }),
  crash: (isLong, env) =>
    runProjects(['crash'], ['tests/crash/', '--maxWorkers=1'], {
      SOCIAL_TEST_LONG: 'true',
      SOCIAL_TEST_CRASH_ROUNDS: isLong ? '500' : '40',
      SOCIAL_TEST_SHARED_ROUNDS: isLong ? '300' : '8',
      SOCIAL_TEST_SHARED_SERVERS: '4',
      SOCIAL_TEST_FREEZE_SECONDS: isLong ? '600' : '30',
      SOCIAL_TEST_STOPS: isLong ? '50' : '10',
      SOCIAL_TEST_POSTS_PER_SERVER: '100',
      ...env,
    }),
  fuzz: (isLong, env) =>
    runProjects(['crash'], ['tests/fuzz/'], {
      SOCIAL_TEST_LONG: 'true',
      SOCIAL_TEST_FUZZ_MESSAGES: isLong ? '1000000' : '20000',
      ...env,
    }),
  neighbour: async (isLong, env) => {
    const statuses = [];
    for (const SOCIAL_TEST_DIALECT of isLong ? ['sqlite', 'postgres'] : ['sqlite']) {
      const variables = {
        SOCIAL_TEST_LONG: 'true',
        SOCIAL_TEST_DIALECT,
        ...(isLong && { SOCIAL_TEST_NEIGHBOUR_PUBLISHES: '200' }),
        ...env,
      };
      statuses.push(await runProjects(['crash'], ['tests/neighbour/'], variables));
    }
    return Math.max(...statuses);
  },
  soak: (isLong, env) =>
    runProjects(['crash'], ['tests/soak/'], {
      SOCIAL_TEST_LONG: 'true',
      ...(isLong && { SOCIAL_TEST_SOAK_MINUTES: '30' }),
      ...env,
    }),
};

const { only, isLong } = readArguments(process.argv.slice(2));
const env = await testEnvironment();
const results = [];
await bundle({ withFaults: true });
if (only.some((name) => PACKED.includes(name))) {
  const status = await run(process.execPath, [programs.turbo, 'run', 'build', '--output-logs=errors-only'], { env });
  if (status !== 0) throw new Error('the packages were not built');
}
for (const name of only) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  forgetReports();
  const status = await PARTS[name](isLong, env).catch((error) => {
    console.error(error);
    return 1;
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  results.push({ name, status, seconds, failures: readFailures() });
}
// At the very end, where a shortened log still has it.
for (const { title, reason } of results.flatMap(({ failures }) => failures)) console.log(`failed: ${title}\n${reason}`);
for (const { name, status, seconds } of results) {
  console.log(`${status === 0 ? 'passed' : 'failed'}  ${name}  ${seconds} s`);
}
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1;

function readArguments(args) {
  const names = Object.keys(PARTS);
  const only = args.flatMap((arg, at) => (args[at - 1] === '--only' ? arg.split(',') : []));
  const unknown = args.filter((arg, at) => !['--only', '--long'].includes(arg) && args[at - 1] !== '--only');
  const wrong = [...unknown, ...only.filter((name) => !names.includes(name))];
  if (wrong.length > 0) {
    console.error(`Not known: ${wrong.join(', ')}. Usage: pnpm test:full [--only ${names.join('|')}] [--long]`);
    process.exit(2);
  }
  return { only: only.length > 0 ? only : names, isLong: args.includes('--long') };
}
