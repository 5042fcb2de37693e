import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Interrupted } from '../src/lib/errors.ts';
import type { Io } from '../src/lib/io.ts';

export interface Terminal {
  readonly io: Io;
  readonly opened: string[];
  /** How long it was slept, each time, in milliseconds. */
  readonly slept: number[];
  stdout(): string;
  stderr(): string;
  /** Resolves as soon as stderr holds the text. */
  /** Waits until the text has been written; with `after`, behind the last place where that stands. */
  waitFor(text: string, after?: string): Promise<void>;
  type(keys: string): void;
  interrupt(): void;
}

/**
 * A terminal of 80 columns or others with a person before it, for runs inside the test's own process. No time passes while it sleeps,
 * but what is waited for with a limit comes before the limit, unless `isLate`.
 */
export function createTerminal(env: Readonly<Record<string, string>>, { isLate = false, columns = 80 } = {}): Terminal {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  // What moves the cursor is of no interest here.
  const moves = { cursorTo: () => true, clearLine: () => true, moveCursor: () => true };
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns, ...moves });
  // As with the real stderr, a stream that was piped into it does not end it.
  terminal.end = () => terminal;
  const interruption = new AbortController();
  const opened: string[] = [];
  const slept: number[] = [];
  const written = { stdout: '', stderr: '' };
  terminal.on('data', (chunk) => {
    written.stderr += String(chunk);
  });
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: true,
    columns,
  });
  const io: Io = {
    stdin,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    terminal,
    env: { NO_COLOR: '1', LANG: 'C.UTF-8', XDG_CONFIG_HOME: '/nonexistent', ...env },
    homeDirectory: '/nonexistent',
    hostName: 'ada-laptop',
    workingDirectory: '/',
    fetch: (request) => fetch(request),
    signal: interruption.signal,
    now: () => new Date('2026-11-20T14:00:00Z'),
    openBrowser: async (url) => opened.push(url) > 0,
    sleep: async (delayMs, signal) => {
      interruption.signal.throwIfAborted();
      slept.push(delayMs);
      if (!signal || isLate) return;
      const ended = AbortSignal.any([interruption.signal, signal]);
      await once(ended, 'abort').then(() => ended.throwIfAborted());
    },
    runProgram: (program, args) =>
      new Promise((resolve, reject) =>
        spawn(program, args, { stdio: 'ignore' }).on('error', reject).on('close', resolve),
      ),
  };
  return {
    io,
    opened,
    slept,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    type: (keys) => stdin.write(keys),
    interrupt: () => interruption.abort(new Interrupted('Interrupted')),
    async waitFor(text, after = '') {
      const from = () => (after === '' ? 0 : written.stderr.lastIndexOf(after));
      while (!written.stderr.includes(text, from())) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
