import { reasonAgainstRoot, runInBareRoot } from './bare-root.mjs';

// A part of each kind of test; `--all` runs every test there.
const SOME = [
  '--',
  'tests/dashboard/keys.test.ts',
  'tests/usage/completion.test.ts',
  'tests/post/release.test.ts',
  'tests/accounts/keys.databases.test.ts',
];

const reason = reasonAgainstRoot();
if (reason === null) {
  const filters = process.argv.includes('--all') ? [] : SOME;
  process.exitCode = await runInBareRoot(['npx', '-y', 'pnpm@12', 'test', ...filters]);
} else {
  console.log(`Skipped: the test command in a bare Debian. Making one needs ${reason}.`);
}
