#!/usr/bin/env node
import { homedir, hostname } from 'node:os';
import { Interrupted } from './lib/errors.ts';
import type { Io, TextSink } from './lib/io.ts';
import { VERSION } from './lib/version.ts';

const interruption = new AbortController();

/** A standard stream. Node creates it on first use, which takes time that `--help` does not need to spend. */
function sinkOf(name: 'stdout' | 'stderr'): TextSink {
  let isGuarded = false;
  let isUnread = false;
  return {
    write(text) {
      const stream = process[name];
      // Finish the command even if its output can no longer be written.
      const drop = (error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        if (name === 'stdout' && !isUnread && code !== 'EPIPE') tellUnwritten(String(code));
        isUnread = true;
      };
      if (!isGuarded) stream.on('error', drop);
      isGuarded = true;
      if (isUnread) return;
      try {
        stream.write(text);
      } catch (error) {
        drop(error);
      }
    },
    get isUnread() {
      return isUnread;
    },
    get isTTY() {
      return process[name].isTTY === true;
    },
    get columns() {
      return process[name].columns;
    },
  };
}

/** Reports output that could not be written, for example to a full disk. A later reader must not take the rest for all of it. */
function tellUnwritten(code: string): void {
  io.stderr.write(`Error: The output could not be written (${code}); the command still did its work\n`);
  process.once('exit', (status) => {
    if (status === 0) process.exitCode = 1;
  });
}

const io: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: sinkOf('stdout'),
  stderr: sinkOf('stderr'),
  get terminal() {
    return process.stderr;
  },
  env: process.env,
  get homeDirectory() {
    return homedir();
  },
  get hostName() {
    return hostname();
  },
  get workingDirectory() {
    return process.cwd();
  },
  fetch: (request) => fetch(request),
  signal: interruption.signal,
  now: () => new Date(),
  async openBrowser(url) {
    const { openBrowser } = await import('./lib/terminal/open-browser.ts');
    return await openBrowser(url);
  },
  async sleep(delayMs, other) {
    const { setTimeout: sleep } = await import('node:timers/promises');
    const signal = other ? AbortSignal.any([interruption.signal, other]) : interruption.signal;
    await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
  async runProgram(program, args) {
    const { spawn } = await import('node:child_process');
    // The shell of Windows reads quotes in its own way, so none are added.
    const child = spawn(program, args, { stdio: 'inherit', windowsVerbatimArguments: program === 'cmd.exe' });
    const end = () => child.kill('SIGTERM');
    process.once('SIGTERM', end);
    // Ctrl-C reaches both programs; a signal that was sent to this process alone does not.
    interruption.signal.addEventListener('abort', end);
    try {
      return await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    } finally {
      process.off('SIGTERM', end);
      interruption.signal.removeEventListener('abort', end);
    }
  },
};

process.on('SIGINT', () => {
  // The second Ctrl-C ends the process at once.
  if (interruption.signal.aborted) process.exit(130);
  const reason = new Interrupted('Interrupted');
  interruption.abort(reason);
  // Ends a command that is still reading its input.
  process.stdin.on('error', () => {}).destroy(reason);
});

const argv = process.argv.slice(2);
if (argv.length === 1 && ['--version', '-V'].includes(argv[0] ?? '')) {
  // Scripts ask for the version often; no command has to be loaded for it.
  io.stdout.write(`${VERSION}\n`);
} else {
  const { run } = await import('./run.ts');
  process.exitCode = await run(argv, io);
}
