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
  const unmatched = namesWithoutTests(filters);
  if (unmatched.length > 0) throw new Error(`No test file has this in its path: ${unmatched.join(', ')}`);
  const env = await testEnvironment();
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

/** Returns the names among the test runner's arguments that no test file of any package has in its path. */
function namesWithoutTests(args) {
  // What follows an option may be its value.
  const names = args.filter((arg, at) => !arg.startsWith('-') && !args[at - 1]?.startsWith('-'));
  const tests = globSync('{packages,apps}/*/{src,tests}/**/*.test.ts', { cwd: new URL('..', import.meta.url) });
  // As the runner compares: with the path from the package, whatever the case, without the number of a line.
  const paths = tests.map((test) => test.split(sep).slice(2).join(sep).toLowerCase());
  const part = (name) => normalize(name.replace(/:\d+$/, '')).toLowerCase();
  return names.filter((name) => !paths.some((path) => path.includes(part(name))));
}
