import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandboxControl, type SandboxControl } from '@social/testkit';

const PROGRAM = fileURLToPath(new URL('../../../../../server/dist/bin.js', import.meta.url));

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Each test signs up an account of its own, and all of them are one client. */
const OPEN_TO_TESTS = { NODE_ENV: 'production', SOCIAL_PORT: '0', SOCIAL_SIGN_UP: 'open', SOCIAL_RATE_LIMIT: 'off' };
const PROGRAM_ENV = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };

/** The built server, running as a program of its own, with its sandbox unless it was started without. */
export interface ServerProcess {
  /** The base address, without a slash at its end. */
  readonly url: string;
  /** Empty without a sandbox. */
  readonly sandboxUrl: string;
  readonly sandbox: SandboxControl;
  /** Puts an account on another plan, as an operator does. */
  setPlan(email: string, plan: 'free' | 'pro'): Promise<void>;
  /** What it has written to its log so far. */
  written(): string;
  /** Ends it as an operator would. @throws Error with its log when it does not end well */
  stop(): Promise<void>;
}

/**
 * Starts it as an operator would: none of the variables of a test run reach it, for libraries behave differently under
 * them.
 * @param settings variables beyond the usual ones, for example `SOCIAL_BASE_URL`
 */
export async function startServerProcess(
  settings: Record<string, string> = {},
  { isSandboxed = true }: { isSandboxed?: boolean } = {},
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'social-browser-'));
  const networks = isSandboxed ? ['--sandbox'] : [];
  const server = spawn(process.execPath, [PROGRAM, 'start', ...networks, '--json', '--data-dir', dataDir], {
    env: { ...PROGRAM_ENV, ...OPEN_TO_TESTS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  server.stderr.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const log = text(server.stderr);
  const ended = once(server, 'exit').then(([status]) => {
    rmSync(dataDir, { recursive: true, force: true });
    return status;
  });
  const { url, sandboxUrl: sandboxAddress } = await readAddresses(server, log);
  const sandboxUrl = sandboxAddress ?? '';
  return {
    url,
    sandboxUrl,
    sandbox: createSandboxControl(sandboxUrl),
    async setPlan(email, plan) {
      const change = ['workspace', 'plan', '--email', email, '--plan', plan, '--data-dir', dataDir];
      await promisify(execFile)(process.execPath, [PROGRAM, ...change], { env: PROGRAM_ENV });
    },
    written: () => written,
    async stop() {
      server.kill('SIGTERM');
      const status = await ended;
      if (status !== 0) throw new Error(`the server ended with status ${status}:\n${await log}`);
    },
  };
}

async function readAddresses(
  server: ChildProcess,
  log: Promise<string>,
): Promise<{ url: string; sandboxUrl: string | null }> {
  if (!server.stdout) throw new Error('the server has no standard output');
  for await (const line of createInterface(server.stdout)) return JSON.parse(line);
  throw new Error(`the server did not start; build it first with "pnpm build". Its log:\n${await log}`);
}
