import { run } from './programs.mjs';

// The long form of what `pnpm test` does in six rounds, five stops and twenty-five posts a server.
const env = {
  SOCIAL_TEST_CRASH_ROUNDS: '500',
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
