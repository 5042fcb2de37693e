import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { normalize, sep } from 'node:path';
import { bundle } from './bundle.mjs';
import { programs, run } from './programs.mjs';
import { forgetReports, printReport } from './test-report.mjs';
import { testEnvironment } from './test-run.mjs';

// Arguments after `--` go to the test runner. A package without such a test does not fail, but the run does when none has one.
const [options, filters] = split(process.argv.slice(2));
const goesOn = '--continue=dependencies-successful';
// The tests of many packages run at once: some compute while others wait.
const tests = [
  ...['run', 'test', '--concurrency=20', '--output-logs=full', '--log-order=stream', goesOn, ...options],
  ...(filters.length > 0 ? ['--', '--passWithNoTests', ...filters] : []),
];

try {
  const matches = filesByName(filters);
  const unmatched = matches.filter(({ files }) => files.length === 0).map(({ name }) => name);
  if (unmatched.length > 0) throw new Error(`No test file has this in its path: ${unmatched.join(', ')}`);
  const env = await testEnvironment();
  // Somebody who names a long file wants it to run.
  if (matches.some(({ files }) => files.every((file) => file.includes('.long.test.')))) env.SOCIAL_TEST_LONG = 'true';
  console.log(`The browser tests use ${env.SOCIAL_TEST_CHROMIUM}.`);
  const missing = ['zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status !== 0);
  if (missing.length > 0) console.log(`Completion is not tried in ${missing.join(' and ')}: not installed.`);
  await bundle({ withFaults: true });
  forgetReports();
  process.exitCode = await run(process.execPath, [programs.turbo, ...tests], { env });
  printReport();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function split(args) {
  const at = args.indexOf('--');
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

/** Returns the names among the test runner's arguments, each with the test files of any package that have it in their path. */
function filesByName(args) {
  // What follows an option may be its value.
  const names = args.filter((arg, at) => !arg.startsWith('-') && !args[at - 1]?.startsWith('-'));
  const tests = globSync('{packages,apps}/*/{src,tests}/**/*.test.ts', { cwd: new URL('..', import.meta.url) });
  // As the runner compares: with the path from the package, whatever the case, without the number of a line.
  const paths = tests.map((test) => test.split(sep).slice(2).join(sep).toLowerCase());
  const part = (name) => normalize(name.replace(/:\d+$/, '')).toLowerCase();
  return names.map((name) => ({ name, files: paths.filter((path) => path.includes(part(name))) }));
}
