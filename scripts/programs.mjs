import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built programs of this repository, and the one that builds them. Windows starts them only as arguments of Node. */
export const programs = {
  server: `${root}packages/server/dist/bin.js`,
  cli: `${root}packages/cli/dist/bin.js`,
  turbo: `${root}node_modules/turbo/bin/turbo`,
};

/** Runs a program on this terminal. Returns the exit status. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', cwd: root, ...options });
  const [code, signal] = await once(child, 'close');
  return signal === null ? code : 130;
}

/** Runs a program. Returns its output, and throws when it fails. */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: root, ...options });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with status ${code}`);
  return output;
}

/**
 * Starts a program that prints a line of JSON when it is ready, on this Node or that of `node`. Its standard input ends with this
 * process, however that ends.
 * @param {string[]} args
 * @param {object} [options] those of `spawn`, and `beginning` of that line, where the program prints others; `mostMs` to get ready
 */
export async function startProgram(args, { node = process.execPath, beginning = '{', mostMs, ...options } = {}) {
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: root, ...options });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4_000);
  });
  const ended = once(child, 'close');
  const early = ended.then(([code]) => {
    throw new Error(`${args[0]} ended with status ${code} before it was ready\n${errors}`);
  });
  early.catch(() => undefined);
  const tooLate = mostMs && setTimeout(() => child.kill('SIGKILL'), mostMs);
  try {
    const ready = await Promise.race([firstLine(child.stdout, beginning), early]);
    return { child, ready, ended, stop };
  } finally {
    clearTimeout(tooLate);
  }

  async function stop() {
    child.kill('SIGTERM');
    await ended;
  }
}

async function firstLine(stream, beginning) {
  const lines = createInterface({ input: stream });
  const line = await new Promise((resolve) => {
    lines.on('line', (each) => each.startsWith(beginning) && resolve(each));
  });
  return JSON.parse(line);
}

/** Says what it waits for, and then how long that took: on a terminal in one line, elsewhere in two. */
export async function step(title, work) {
  const { isTTY } = process.stdout;
  process.stdout.write(isTTY ? `${title} …` : `${title} …\n`);
  const began = performance.now();
  try {
    return await work();
  } finally {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`${isTTY ? '\r\x1b[K' : ''}${title}: ${seconds} s`);
  }
}
