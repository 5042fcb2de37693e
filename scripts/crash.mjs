import { run } from './programs.mjs';

// The long form of what `pnpm test` does in three rounds, one with two servers, two stops and fifteen posts from each of two servers;
// and the files `*.long.test.ts`, which it leaves out.
const env = {
  SOCIAL_TEST_LONG: 'true',
  SOCIAL_TEST_CRASH_ROUNDS: '500',
  SOCIAL_TEST_SHARED_ROUNDS: '300',
  SOCIAL_TEST_SHARED_SERVERS: '4',
  SOCIAL_TEST_FREEZE_SECONDS: '600',
  SOCIAL_TEST_STOPS: '50',
  SOCIAL_TEST_POSTS_PER_SERVER: '100',
  ...process.env,
};
const args = [
  '--dir',
  'packages/testkit',
  'exec',
  'vitest',
  'run',
  '--project',
  'crash',
  'tests/crash/',
  '--maxWorkers=1',
];
process.exitCode = await run('pnpm', [...args, ...process.argv.slice(2)], { env });
