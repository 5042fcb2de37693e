import { run } from './programs.mjs';

// The long form of what `pnpm test` does in twenty rounds.
const env = { SOCIAL_TEST_CRASH_ROUNDS: '500', ...process.env };
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
