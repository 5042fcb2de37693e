import { run } from './programs.mjs';

// What repeats at length what `pnpm test` tries once; servers that are killed have `pnpm test:crash`.
const tests = ['.long.test', '--project', 'sqlite', '--project', 'postgres'];
const args = ['scripts/test.mjs', '--filter=@social/testkit', '--', ...tests, ...process.argv.slice(2)];
process.exitCode = await run(process.execPath, args, { env: { ...process.env, SOCIAL_TEST_LONG: 'true' } });
