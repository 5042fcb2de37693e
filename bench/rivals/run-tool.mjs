import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const LIMIT_MS = 60_000;

/** An environment with the given variables and the few that every program needs. */
export function cleanEnvironment(tool, more = {}) {
  return { PATH: process.env.PATH, HOME: tool.folder, LANG: 'C.UTF-8', ...more };
}

/** Runs a tool without a terminal until it exits. */
export async function runTool(tool, args, env) {
  const child = spawn(process.execPath, [tool.script, ...args], {
    env: cleanEnvironment(tool, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  return await collect(child);
}

/** Runs a tool on a terminal of `script`, with NO_COLOR set. */
export async function runOnTerminal(tool, args, env) {
  const words = [process.execPath, tool.script, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], {
    env: cleanEnvironment(tool, { TERM: 'xterm-256color', NO_COLOR: '1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  return await collect(child);
}

async function collect(child) {
  const started = performance.now();
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr, ms: performance.now() - started };
}
