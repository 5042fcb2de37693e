import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectSandbox, type Sandbox } from '@social/sandbox';
import { type CommandContext, createWorkspace } from '@social/server';
import { hashQuickly, PASSWORD } from '../stack/quick-password.ts';
import type { WorkspaceIds } from '../stack/workspace.ts';

/** The built program, as an operator starts it. */
const SERVER_PROGRAM = fileURLToPath(new URL('../../../server/dist/bin.js', import.meta.url));
/** The same program with points at which `SOCIAL_FAULT` kills it. */
export const FAULTS_PROGRAM = fileURLToPath(new URL('../../../server/dist-faults/bin.js', import.meta.url));
/** Module that makes the passwords of these tests cheap to hash in a process that loads it. */
const QUICK_PASSWORD = `data:text/javascript,${encodeURIComponent(
  `import { hashQuickly } from '${new URL('../stack/quick-password.ts', import.meta.url)}'; hashQuickly();`,
)}`;

/** Result of a run of the program. */
export interface Ended {
  /** Exit status; null when a signal ended the run. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server that runs until it is stopped. Disposing of it kills it. */
export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Address from the one line of `start --json`. */
  readonly url: string;
  /** Address of its own sandbox; empty when it was started without one. */
  readonly sandboxUrl: string;
  /** Controls of that sandbox; every call fails when the server has none. */
  readonly sandbox: Sandbox;
  readonly ended: Promise<Ended>;
  /** Returns what the server has written to its log so far. */
  log(): string;
  /** Sends the signal, SIGTERM unless another is given, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export type Variables = Readonly<Record<string, string>>;

/** Way to run the program. */
export interface HowToRun {
  /** A command that runs it, such as `nice`. */
  readonly command?: readonly string[];
  /** Another build of it. */
  readonly program?: string;
  /** Hashes `PASSWORD` and its like as cheaply as stacks do: for workspaces that `makeWorkspace` made. */
  readonly hashesQuickly?: boolean;
}

interface Run {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts the program with these variables and no other setting of this product. */
export function spawnServer(
  args: readonly string[],
  env: Variables = {},
  { command = [], program: script = SERVER_PROGRAM, hashesQuickly = false }: HowToRun = {},
): Run {
  const imports = hashesQuickly ? ['--import', QUICK_PASSWORD] : [];
  const [program = process.execPath, ...rest] = [...command, process.execPath, ...imports, script, ...args];
  const child = spawn(program, rest, { env: programVariables(env), stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/**
 * The variables of a program that a test starts: the given ones, and none of the test run's that could change what the
 * program does.
 */
export function programVariables(env: Variables): Variables {
  // With the cache of compiled code a server starts in two thirds of the time.
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME: tmpdir(), ...(NODE_COMPILE_CACHE === '' ? {} : { NODE_COMPILE_CACHE }), ...env };
}

/** Runs the program to its end, and kills it when it still runs after `stopAfterMs`. */
export async function runServer(
  args: readonly string[],
  env: Variables = {},
  { input, stopAfterMs = 120_000, ...how }: HowToRun & { input?: string; stopAfterMs?: number } = {},
): Promise<Ended> {
  const { child, ended } = spawnServer(args, env, how);
  child.stdin?.end(input ?? '');
  const watchdog = setTimeout(() => child.kill('SIGKILL'), stopAfterMs);
  const end = await ended;
  clearTimeout(watchdog);
  return end;
}

/** Starts a server on a free port and waits for its line. @throws Error with what it wrote when it ends before */
export async function startServer(
  env: Variables,
  args: readonly string[] = [],
  how: HowToRun = {},
): Promise<ServerProcess> {
  const { child, stdout, stderr, ended } = spawnServer(['start', '--json', ...args], { SOCIAL_PORT: '0', ...env }, how);
  await Promise.race([
    new Promise<void>((resolve) => child.stdout?.on('data', () => stdout().includes('\n') && resolve())),
    ended.then((end) => {
      throw new Error(`the server ended with ${end.code}: ${end.stderr}`);
    }),
  ]);
  const { url, sandboxUrl } = JSON.parse(stdout());
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return {
    child,
    url,
    sandboxUrl: sandboxUrl ?? '',
    sandbox: connectSandbox(sandboxUrl ?? 'http://127.0.0.1:1'),
    ended,
    log: stderr,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL');
    },
  };
}

/**
 * Makes a workspace with `PASSWORD` on the plan `pro` as `workspace create` does, in this process. A server in which the
 * owner is to sign in has to hash that password quickly too.
 * @param env variables of the servers that use the database
 */
export async function makeWorkspace(env: Variables, email: string): Promise<WorkspaceIds & { readonly email: string }> {
  hashQuickly();
  const printed: string[] = [];
  await createWorkspace({ email, password: PASSWORD, plan: 'pro', json: true }, commandContext(env, printed));
  return { ...(JSON.parse(printed[0] ?? '') as WorkspaceIds), email };
}

/** Returns what a command of the server needs to run in this process. Its lines on stdout are added to `printed`. */
export function commandContext(env: Variables, printed: string[] = []): CommandContext {
  return {
    env,
    signal: new AbortController().signal,
    stdout: (line) => printed.push(line),
    stderr: () => undefined,
    readStdin: async () => '',
    ask: async () => '',
  };
}

/** Makes a directory that is removed when the test ends. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'social-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
