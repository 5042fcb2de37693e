import { globSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = '{packages,apps}/*/node_modules/.test-report.json';
const SLOWEST = 10;

/** Removes the reports of an earlier run. */
export function forgetReports() {
  for (const path of globSync(REPORTS, { cwd: root })) rmSync(`${root}${path}`);
}

/** Prints the processor seconds of a run, its slowest files, what failed, and how many tests passed. */
export function printReport() {
  const files = globSync(REPORTS, { cwd: root }).flatMap(
    (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')).testResults,
  );
  const seconds = processorSeconds();
  if (seconds !== null) console.log(`\nProcessor: ${seconds} s`);
  console.log('Slowest files:');
  const timed = files.map(({ name, startTime, endTime }) => ({ name, spent: (endTime - startTime) / 1_000 }));
  for (const { name, spent } of timed.toSorted((a, b) => b.spent - a.spent).slice(0, SLOWEST)) {
    console.log(`${spent.toFixed(1).padStart(7)} s  ${relative(root, name)}`);
  }
  const tests = files.flatMap(({ name, assertionResults, status, message }) => [
    ...assertionResults.map((test) => ({ ...test, name })),
    // A file fails without a failed test when it cannot be loaded, or when what its tests share does not start or end.
    ...(status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
      ? [{ status, fullName: message.split('\n')[0], name }]
      : []),
  ]);
  const failed = tests.filter(({ status }) => status === 'failed');
  for (const { name, fullName } of failed) console.log(`failed: ${relative(root, name)}: ${fullName}`);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  console.log(`${passed} passed, ${failed.length} failed`);
}

/** Processor time, user and system, of all programs that have ended below this one; null where the system does not tell. */
function processorSeconds() {
  if (process.platform !== 'linux') return null;
  // Fields 16 and 17 of proc_pid_stat(5), counted after the name, in hundredths of a second.
  const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(13, 15).map(Number);
  return Math.round((user + system) / 100);
}
