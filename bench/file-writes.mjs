import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { endWithThisProcess } from './programs.mjs';

const NEEDS_STRACE = 'needs strace on Linux (apt-get install strace)';
const NEEDS_PERMISSION = 'strace may not attach here (allow it: CAP_SYS_PTRACE, or sysctl kernel.yama.ptrace_scope=0)';

/** Size of the header of the log. The header before each of its pages is smaller. */
const LOG_HEADER_BYTES = 32;

const CALL = /^\d+ +(?<call>pwrite64|fsync|fdatasync)\(\d+<(?<path>[^>]+)>(?:, "".*?, (?<bytes>\d+), (?<offset>\d+))?/;

/**
 * Attaches strace to all threads of a process. It slows the process, so no times are taken meanwhile.
 * @param {{pid: number, database: string, file: string}} options `file` receives the system calls
 * @returns `stop`, which detaches and counts the writes to the database and its log; or the `problem` where strace cannot attach
 */
export async function traceWrites({ pid, database, file }) {
  const calls = ['-e', 'trace=pwrite64,fsync,fdatasync', '-e', 'signal=none'];
  const strace = spawn('strace', ['-f', '-y', '-s', '0', ...calls, '-o', file, '-p', String(pid)], {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endWithThisProcess(strace);
  const ended = new Promise((resolve) => strace.once('close', resolve));
  let said = '';
  const problem = await new Promise((resolve) => {
    strace.once('error', () => resolve(NEEDS_STRACE));
    strace.stderr.on('data', (chunk) => {
      said += chunk;
      if (/ attached/.test(said)) resolve(null);
    });
    void ended.then(() =>
      resolve(/not permitted/.test(said) ? NEEDS_PERMISSION : `strace cannot attach: ${firstLine(said)}`),
    );
  });
  if (problem !== null) return { problem };
  return {
    async stop() {
      if (!strace.kill('SIGINT')) throw new Error('strace has ended before the count did');
      await ended;
      const counts = countWrites(readFileSync(file, 'utf8'), realpathSync(database));
      if (counts.all.fsyncs === 0) throw new Error('strace has shown no fsync of the database in its output');
      return counts;
    },
  };
}

/** Counts the writes to a database and its log: all of them, and those that only a checkpoint makes. */
function countWrites(trace, database) {
  const all = { fsyncs: 0, writes: 0, pages: 0 };
  const ofCheckpoints = { ...all };
  let holdsNewPages = false;
  for (const { call, path, bytes, offset } of callsOf(trace)) {
    const isLog = path === `${database}-wal`;
    if (!isLog && path !== database) continue;
    const isWrite = call === 'pwrite64';
    // The first commit after a checkpoint begins the log anew.
    const beginsLog = isWrite && bytes === LOG_HEADER_BYTES && offset === 0;
    if (isLog && isWrite) holdsNewPages = !beginsLog;
    // A commit syncs the pages that it has added. A checkpoint syncs the log once more before it copies the pages.
    const isOfCommit = isLog && holdsNewPages;
    for (const counts of isOfCommit ? [all] : [all, ofCheckpoints]) {
      counts.fsyncs += isWrite ? 0 : 1;
      counts.writes += isWrite ? 1 : 0;
      counts.pages += isWrite && bytes > LOG_HEADER_BYTES ? 1 : 0;
    }
    if (!isWrite) holdsNewPages = false;
  }
  return { all, ofCheckpoints };
}

function callsOf(trace) {
  return trace.split('\n').flatMap((line) => {
    const found = CALL.exec(line)?.groups;
    return found ? [{ ...found, bytes: Number(found.bytes), offset: Number(found.offset) }] : [];
  });
}

function firstLine(text) {
  return text.split('\n', 1)[0];
}
