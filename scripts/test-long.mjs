import { run } from './programs.mjs';

// Floods, tests of memory, installations and long repeats; servers that are killed have `pnpm test:crash`.
const tests = ['.long.test', '--project', 'sqlite', '--project', 'postgres'];
const args = ['scripts/test.mjs', '--filter=@social/testkit', '--', ...tests, ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, args, { env: { ...process.env, SOCIAL_TEST_LONG: 'true' } });
