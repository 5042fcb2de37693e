#!/usr/bin/env node
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interrupted } from './lib/errors.ts';
import type { Io, TextSink } from './lib/io.ts';
import { run } from './run.ts';

const interruption = new AbortController();

function sinkOf(stream: NodeJS.WriteStream): TextSink {
  return {
    write: (text) => {
      stream.write(text);
    },
    isTTY: stream.isTTY === true,
    columns: stream.columns,
  };
}

async function openBrowser(url: string): Promise<boolean> {
  const { default: open } = await import('open');
  return await open(url).then(
    () => true,
    () => false,
  );
}

const io: Io = {
  stdin: process.stdin,
  stdout: sinkOf(process.stdout),
  stderr: sinkOf(process.stderr),
  terminal: process.stderr,
  env: process.env,
  homeDirectory: homedir(),
  fetch: (request) => fetch(request),
  signal: interruption.signal,
  now: () => new Date(),
  openBrowser,
  sleep: (delayMs) =>
    sleep(delayMs, undefined, { signal: interruption.signal }).catch(() => interruption.signal.throwIfAborted()),
};

process.on('SIGINT', () => {
  // The second one does not wait for anything.
  if (interruption.signal.aborted) process.exit(130);
  interruption.abort(new Interrupted('Interrupted'));
});
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has what it wanted, as in `| head -1`.
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), io);
