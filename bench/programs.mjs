import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as scripts from '../scripts/programs.mjs';

// An interrupted or failed run leaves no process.
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Ends a child process together with this process. */
export function endWithThisProcess(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Creates a temporary directory, which is removed when this process ends, also by Ctrl-C. */
export function makeTemporaryDirectory(name) {
  const directory = mkdtempSync(join(tmpdir(), `${name}-`));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  return directory;
}

/** Path of a file of the repository. */
export function inRepository(path) {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** Cores that this process may use, in the syntax of taskset; null where taskset does not work. */
const ownCores = readOwnCores();

/** A core each for the server, the generator and the sandbox, as far as there are cores; empty where taskset does not work. */
export const cores =
  ownCores !== null && availableParallelism() > 1
    ? { server: 0, generator: 1, sandbox: availableParallelism() > 2 ? 2 : 1 }
    : {};

function readOwnCores() {
  if (process.platform !== 'linux') return null;
  const { status, stdout } = spawnSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(' ').at(-1) : null;
}

/** Runs the work while this process, the generator, keeps to its own core. */
export async function onGeneratorCore(work) {
  if (cores.generator === undefined) return work();
  const tie = (to) => spawnSync('taskset', ['-acp', to, String(process.pid)]);
  tie(String(cores.generator));
  try {
    return await work();
  } finally {
    tie(ownCores);
  }
}

/**
 * Starts a Node program that prints one line of JSON when it is ready, and discards its log. The caller stops it.
 * `readyMs` is the time from spawning to that line.
 * @param {{env?: Record<string, string>, core?: number, preload?: string}} [options] `core`: the only core that it may use;
 * `preload`: a module that is loaded first and answers what `ask` sends
 */
export async function startProgram(args, { env = {}, core, preload } = {}) {
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [program, ...all] = [...pinned, process.execPath, ...(preload ? ['--import', preload] : []), ...args];
  const started = performance.now();
  const { child, ready, stop } = await scripts.startProgram(all, {
    node: program,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'ignore', ...(preload ? ['ipc'] : [])],
  });
  const readyMs = performance.now() - started;
  endWithThisProcess(child);
  const ask = (question) => {
    const answer = new Promise((resolve) => child.once('message', resolve));
    child.send(question);
    return answer;
  };
  return { pid: child.pid, readyMs, ready, ask, stop };
}

/** Runs a Node program until it exits. @returns the standard output @throws Error unless it exits with 0 */
export function runProgram(args, env = {}) {
  return scripts.capture(process.execPath, args, { env: { ...environment(), ...env } });
}

/** The environment without the caller's settings, which would change the measurement. */
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('SOCIAL_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' };
}
