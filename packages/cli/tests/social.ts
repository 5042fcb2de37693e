import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
export const API_KEY = 'sk_live_sp_0000000000notarealkey';

/** What Node has compiled for one run of the command serves the next. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What is piped in; null leaves stdin open without sending anything. */
  readonly stdin?: string | null;
  readonly cwd?: string;
  /** Sends SIGINT when this resolves. */
  readonly interruptAfter?: Promise<unknown>;
}

/**
 * Runs the built command as a program of its own, without a terminal. Of the caller's environment it gets PATH and the cache.
 */
export async function social(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const env = { PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent', LANG: 'C.UTF-8', ...options.env };
  const child = spawn(process.execPath, [BIN, ...args], { env, cwd: options.cwd });
  child.stdin.on('error', () => {});
  if (options.stdin !== null) child.stdin.end(options.stdin ?? '');
  void options.interruptAfter?.then(() => child.kill('SIGINT'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The environment that signs in to a server. */
export function signedIn(url: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { SOCIAL_BASE_URL: url, SOCIAL_API_KEY: API_KEY, ...more };
}

/** An empty directory that goes away with its scope. */
export async function temporaryDirectory(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'social-cli-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
