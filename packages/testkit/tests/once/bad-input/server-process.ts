import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built program, as an operator starts it. */
const SERVER_PROGRAM = fileURLToPath(new URL('../../../../server/dist/bin.js', import.meta.url));
/** The same program with points at which `SOCIAL_FAULT` kills it. */
export const FAULTS_PROGRAM = fileURLToPath(new URL('../../../../server/dist-faults/bin.js', import.meta.url));

/** How a run of the program ended. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** A run of the program that goes on until it is stopped. */
export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Address from the one line of `start --json`. */
  readonly url: string;
  readonly sandboxUrl: string;
  readonly ended: Promise<Ended>;
}

/** Where Node keeps what it has compiled: a server starts in two thirds of the time. */
const { NODE_COMPILE_CACHE = '' } = process.env;
const COMPILED = NODE_COMPILE_CACHE === '' ? {} : { NODE_COMPILE_CACHE };

type Variables = Readonly<Record<string, string>>;

/** A command that runs the program, such as `nice`, and another build of it. */
interface HowToRun {
  readonly command?: readonly string[];
  readonly program?: string;
}

interface Run {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts the program with these variables and no other setting of this product. */
export function spawnServer(
  args: readonly string[],
  env: Variables = {},
  { command = [], program: script = SERVER_PROGRAM }: HowToRun = {},
): Run {
  const [program = process.execPath, ...rest] = [...command, process.execPath, script, ...args];
  const started = performance.now();
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...COMPILED, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
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
      resolve({ code, signal, stdout, stderr, milliseconds: performance.now() - started });
    });
  });
  return { child, stdout: () => stdout, ended };
}

/** Runs the program to its end. What still runs after `stopAfterMs` is killed. */
export async function runServer(
  args: readonly string[],
  env: Variables = {},
  { input, stopAfterMs = 120_000 }: { input?: string; stopAfterMs?: number } = {},
): Promise<Ended> {
  const { child, ended } = spawnServer(args, env);
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
  const { child, stdout, ended } = spawnServer(['start', '--json', ...args], { SOCIAL_PORT: '0', ...env }, how);
  await Promise.race([
    new Promise<void>((resolve) => child.stdout?.on('data', () => stdout().includes('\n') && resolve())),
    ended.then(({ code, stderr }) => {
      throw new Error(`the server ended with ${code}: ${stderr}`);
    }),
  ]);
  const { url, sandboxUrl } = JSON.parse(stdout()) as { url: string; sandboxUrl: string };
  return {
    child,
    url,
    sandboxUrl,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A directory that is removed when the test ends. */
export function temporaryDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'social-configuration-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
