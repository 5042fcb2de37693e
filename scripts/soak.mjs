import { run } from './programs.mjs';

// The long form of what `pnpm test` does for some seconds.
const env = { SOCIAL_TEST_SOAK_MINUTES: '30', ...process.env };
const args = ['--dir', 'packages/testkit', 'exec', 'vitest', 'run', '--project', 'crash', 'tests/soak/'];
process.exitCode = await run('pnpm', [...args, ...process.argv.slice(2)], { env });
