import { globSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = '{packages,apps}/*/node_modules/.test-report*.json';
const SLOWEST = 10;
const LINES_OF_REASON = 12;

/** Removes the reports of an earlier run. */
export function forgetReports() {
  for (const path of globSync(REPORTS, { cwd: root })) rmSync(`${root}${path}`);
}

/** Prints the processor seconds of a run, its slowest files, what failed, and how many tests passed. */
export function printReport() {
  const files = readReports();
  const seconds = processorSeconds();
  if (seconds !== null) console.log(`\nProcessor: ${seconds} s`);
  console.log('Slowest files:');
  const timed = files.map(({ name, startTime, endTime }) => ({ name, spent: (endTime - startTime) / 1_000 }));
  for (const { name, spent } of timed.toSorted((a, b) => b.spent - a.spent).slice(0, SLOWEST)) {
    console.log(`${spent.toFixed(1).padStart(7)} s  ${relative(root, name)}`);
  }
  const failed = failuresIn(files);
  for (const { title } of failed) console.log(`failed: ${title}`);
  const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length;
  console.log(`${passed} passed, ${failed.length} failed`);
}

/** Returns what failed since the reports were removed: each with its title, and the beginning of its reason. */
export function readFailures() {
  return failuresIn(readReports());
}

function readReports() {
  const paths = globSync(REPORTS, { cwd: root });
  return paths.flatMap((path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')).testResults);
}

function failuresIn(files) {
  return files.flatMap(({ name, assertionResults, status, message }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file fails without a failed test when it cannot be loaded, or when what its tests share does not start or end.
    if (status === 'failed' && failed.length === 0) {
      return [{ title: `${path}: ${message.split('\n')[0]}`, reason: beginningOf(message) }];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${path}: ${fullName}`,
      reason: beginningOf(failureMessages.join('\n')),
    }));
  });
}

function beginningOf(reason) {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, LINES_OF_REASON);
  return lines.map((line) => `    ${line.slice(0, 300)}`).join('\n');
}

/** Processor time, user and system, of all programs that have ended below this one; null where the system does not tell. */
function processorSeconds() {
  if (process.platform !== 'linux') return null;
  // Fields 16 and 17 of proc_pid_stat(5), counted after the name, in hundredths of a second.
  const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(13, 15).map(Number);
  return Math.round((user + system) / 100);
}
