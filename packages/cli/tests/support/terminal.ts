import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Interrupted } from '../../src/lib/errors.ts';
import type { Io } from '../../src/lib/io.ts';

export interface Terminal {
  readonly io: Io;
  readonly opened: string[];
  /** Durations of the sleeps, in milliseconds. */
  readonly slept: number[];
  stdout(): string;
  stderr(): string;
  /** Waits until stderr holds the text; with `after`, only after the last place of that text. */
  waitFor(text: string, after?: string): Promise<void>;
  type(keys: string): void;
  interrupt(): void;
}

/**
 * A terminal with a person, for runs inside the test's own process. Sleeping takes no time. A sleep that limits a wait never
 * ends, unless `isLate`.
 */
export function createTerminal(env: Readonly<Record<string, string>>, { isLate = false, columns = 80 } = {}): Terminal {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  // Cursor movements are ignored.
  const moves = { cursorTo: () => true, clearLine: () => true, moveCursor: () => true };
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns, ...moves });
  // As with the real stderr, the end of a piped stream does not close it.
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
