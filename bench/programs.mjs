import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

// A run that is interrupted or breaks off leaves nothing behind.
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Path of a file of the repository. */
export function inRepository(path) {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** Cores that this process may use, as taskset writes them; null where processes cannot be tied to cores. */
const ownCores = readOwnCores();

/** Cores for the server, the generator and the sandbox, so that they do not share one; none where that is impossible. */
export const cores =
  ownCores !== null && availableParallelism() > 1
    ? { server: 0, generator: 1, sandbox: availableParallelism() > 2 ? 2 : 1 }
    : {};

function readOwnCores() {
  if (process.platform !== 'linux') return null;
  const { status, stdout } = spawnSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(' ').at(-1) : null;
}

/** Runs the work while this process, the generator, may use only its own core. */
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
 * Starts a Node program that prints one line of JSON when it answers.
 * `readyMs` is the time from spawning to that line. Its log is discarded. The caller stops it.
 * @param {string} file
 * @param {string[]} args
 * @param {{env?: Record<string, string>, core?: number}} [options] core: the only one it may use
 */
export async function startProgram(file, args, { env = {}, core } = {}) {
  const command = [...(core !== undefined ? ['taskset', '-c', String(core)] : []), process.execPath, file, ...args];
  const started = performance.now();
  const child = spawn(command[0], command.slice(1), {
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.add(child);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  void exited.then(() => running.delete(child));
  const line = await firstLine(child, exited).catch((error) => {
    child.kill('SIGKILL');
    throw new Error(`${file} ${args.join(' ')}: ${error.message}`);
  });
  return {
    pid: child.pid,
    readyMs: performance.now() - started,
    ready: JSON.parse(line),
    async stop() {
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(impatient);
    },
  };
}

/** Runs a Node program to its end and returns its standard output. @throws Error unless it exits with 0 */
export function runProgram(file, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env: { ...environment(), ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} exited with ${status}: ${stderr}`);
  return stdout;
}

/** The caller's own settings must not change what is measured. */
function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('SOCIAL_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' };
}

function firstLine(child, exited) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('was not ready in time')), READY_TIMEOUT_MS);
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
    child.once('error', reject);
    exited.then((status) => reject(new Error(`exited with ${status} before it was ready; is it built?`)));
  });
}
