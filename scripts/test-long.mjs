import { run } from './programs.mjs';

// Floods, tests of memory, installations and long repeats; servers that are killed have `pnpm test:crash`.
const test = (name, ...args) =>
  run(process.execPath, ['scripts/test.mjs', `--filter=@social/${name}`, '--', ...args], {
    env: { ...process.env, SOCIAL_TEST_LONG: 'true' },
  });
const texts = await test('rules', 'fuzz');
const others = await test(
  'testkit',
  '.long.test',
  '--project',
  'sqlite',
  '--project',
  'postgres',
  ...process.argv.slice(2),
);
process.exitCode = texts || others;
