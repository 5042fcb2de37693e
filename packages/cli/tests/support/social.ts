import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));
export const API_KEY = 'sk_live_sp_0000000000notarealkey';

/** Compile cache of Node, which all runs of the command share. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Piped input; null leaves stdin open without sending anything. */
  readonly stdin?: string | null | undefined;
  readonly cwd?: string | undefined;
}

export interface RunOptions extends ProgramOptions {
  /** Sends SIGINT when this resolves. */
  readonly interruptAfter?: Promise<unknown>;
}

/** A program that was started. Its scope kills it. */
export interface Running extends Disposable {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that it has written so far. */
  readonly said: { stdout: string; stderr: string };
  readonly ended: Promise<Finished>;
}

/** Runs the built command to its end as a separate program, without a terminal. */
export async function social(
  args: readonly string[],
  { interruptAfter, ...options }: RunOptions = {},
): Promise<Finished> {
  const { child, ended } = startSocial(args, options);
  void interruptAfter?.then(() => child.kill('SIGINT'));
  return await ended;
}

/** Starts the built command as a separate program, without a terminal. */
export function startSocial(args: readonly string[], options: ProgramOptions = {}): Running {
  return startProgram(process.execPath, [BIN, ...args], options);
}

/** Runs a script of bash in which `"$@"` is the built command with these arguments. */
export function socialInBash(script: string, args: readonly string[], options: ProgramOptions = {}): Promise<Finished> {
  return startProgram('bash', ['-c', script, 'bash', process.execPath, BIN, ...args], options).ended;
}

/** Starts a program. Of the caller's environment it gets only PATH and the compile cache. */
export function startProgram(
  program: string,
  args: readonly string[],
  { env, stdin = '', cwd }: ProgramOptions,
): Running {
  const variables = { PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent', LANG: 'C.UTF-8', ...env };
  const child = spawn(program, args, { env: variables, cwd });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      said[name] += chunk;
    });
  }
  child.stdin.on('error', () => {});
  if (stdin !== null) child.stdin.end(stdin);
  const ended = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...said }));
  });
  return {
    ...{ child, said, ended },
    [Symbol.dispose]: () => {
      child.kill('SIGKILL');
    },
  };
}

/** The environment that signs in to a server. */
export function signedIn(url: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { SOCIAL_BASE_URL: url, SOCIAL_API_KEY: API_KEY, ...more };
}
