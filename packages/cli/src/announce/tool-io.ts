import { homedir, hostname } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Io, TextSink } from '../lib/io.ts';
import { inWordsOfOptions } from './option-words.ts';

/** The release tool that a plugin runs in. */
export interface ReleaseTool {
  /** Directory of the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints one line. */
  log(line: string): void;
  warn(line: string): void;
}

/** The surroundings of a run without terminal and input, whose output goes to the log of the tool. */
export function ioOfTool({ cwd, env, log }: ReleaseTool): Io {
  const sink: TextSink = {
    write(text) {
      for (const line of inWordsOfOptions(text).trimEnd().split('\n')) log(line);
    },
    isTTY: false,
    columns: undefined,
  };
  const never = new AbortController().signal;
  return {
    stdin: Readable.from([]),
    stdout: sink,
    stderr: sink,
    terminal: new Writable({ write: (_chunk, _encoding, done) => done() }),
    env,
    // Every system: Windows has no HOME, and is asked by homedir().
    homeDirectory: env['HOME'] ?? homedir(),
    hostName: hostname(),
    workingDirectory: cwd,
    fetch: (request) => fetch(request),
    signal: never,
    now: () => new Date(),
    openBrowser: async () => false,
    sleep: (delayMs, signal = never) => delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted()),
    runProgram: () => Promise.reject(new Error('a release tool runs no program of the command')),
  };
}
