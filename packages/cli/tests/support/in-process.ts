import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Io, TextSink } from '../../src/lib/io.ts';
import { BIN, type Finished, type ProgramOptions, social } from './social.ts';

/** The built module that runs a command line; its name is another one in each build. */
const [, built = ''] = /import\("(\.\/run-\w+\.js)"\)/.exec(readFileSync(BIN, 'utf8')) ?? [];
const { run }: typeof import('../../src/run.ts') = await import(new URL(built, pathToFileURL(BIN)).href);

/** Folder where this process is, and how many runs share another directory with it now. */
const place = { usual: process.cwd(), now: process.cwd(), runs: 0 };

/**
 * Runs the built command in this process, without a terminal: for tests about what the command does, not about the program.
 * A run as a program takes many times the processor time; what only a program can do still is one.
 */
export async function socialHere(args: readonly string[], options: ProgramOptions = {}): Promise<Finished> {
  const { env, stdin = '', cwd = place.usual } = options;
  // A process is in one directory, and in one time zone.
  const isElsewhere = (place.runs > 0 && place.now !== cwd) || isOtherZone(env?.['TZ']);
  if (stdin === null || isElsewhere) return social(args, options);
  const said = { stdout: '', stderr: '' };
  const io = ioOf({ PATH: process.env['PATH'], HOME: '/nonexistent', LANG: 'C.UTF-8', ...env }, { stdin, cwd, said });
  process.chdir(cwd);
  place.now = cwd;
  place.runs += 1;
  try {
    const code = await run(args, io);
    return { code, ...said };
  } finally {
    place.runs -= 1;
    if (place.runs === 0) process.chdir(place.usual);
  }
}

function isOtherZone(zone: string | undefined): boolean {
  return zone !== undefined && zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function ioOf(
  env: Io['env'],
  { stdin, cwd, said }: { stdin: string; cwd: string; said: { stdout: string; stderr: string } },
): Io {
  const sinkOf = (name: keyof typeof said): TextSink => ({
    write(text) {
      said[name] += text;
    },
    isTTY: false,
    columns: undefined,
  });
  const never = new AbortController().signal;
  return {
    stdin: Readable.from([Buffer.from(stdin)], { objectMode: false }),
    stdout: sinkOf('stdout'),
    stderr: sinkOf('stderr'),
    terminal: new Writable({
      write(chunk, _encoding, done) {
        said.stderr += chunk;
        done();
      },
    }),
    env,
    homeDirectory: env['HOME'] ?? '',
    hostName: hostname(),
    workingDirectory: cwd,
    fetch(request) {
      // A program leaves no connection for the next one.
      request.headers.set('connection', 'close');
      return fetch(request);
    },
    signal: never,
    now: () => new Date(),
    openBrowser: async () => false,
    sleep: (delayMs, signal = never) => delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted()),
    runProgram: async () => {
      throw new Error('a command that runs another program is tried as a program');
    },
  };
}
