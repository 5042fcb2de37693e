import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import type { SandboxAccess } from '../services/networks/platforms.ts';
import { listNetworkOrigins } from '../store/connections.ts';
import { openDatabase } from '../store/dialects.ts';
import { prepareDatabase } from '../store/migrate.ts';

/** What `social-server start` says about a sandbox. */
export interface SandboxFlags {
  readonly sandbox?: boolean;
  readonly sandboxReset?: boolean;
  readonly sandboxUrl?: string;
}

/** A sandbox that a server was started with. */
export interface OpenSandbox extends SandboxAccess {
  /** Ends it, unless it runs by itself. */
  close(): Promise<void>;
}

/** Starts the sandbox beside the server's data, or finds the one that was named. @throws ConfigError */
export async function openSandbox(flags: SandboxFlags, config: Config): Promise<OpenSandbox | null> {
  const { sandbox: isAskedFor = false, sandboxReset = false, sandboxUrl } = flags;
  if (sandboxReset && (!isAskedFor || sandboxUrl !== undefined)) {
    throw new ConfigError('--sandbox-reset', 'empties the sandbox of --sandbox; give it with --sandbox only');
  }
  if (!isAskedFor && sandboxUrl === undefined) return null;
  if (!isLoopback(config.host)) {
    throw new ConfigError(
      '--sandbox',
      `is for this machine only, but the server would listen on ${config.host}; drop one of them`,
    );
  }
  const runningUrl = sandboxUrl === undefined ? null : readAddress(sandboxUrl);
  await refuseLiveConnections(config);
  const { sandboxApp } = await import('@social/sandbox');
  if (runningUrl !== null) return { url: runningUrl, ...sandboxApp, close: async () => undefined };
  const sandbox = await startInDataDir(config.dataDir, sandboxReset);
  return { url: sandbox.url, ...sandboxApp, close: () => sandbox.close() };
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' && isLoopback(url.hostname)) return url.href.replace(/\/+$/, '');
  throw new ConfigError('--sandbox-url', 'must be the address that social-sandbox start printed, on this machine');
}

async function startInDataDir(serverDir: string, reset: boolean) {
  const { startSandbox } = await import('@social/sandbox');
  const dataDir = join(serverDir, 'sandbox');
  try {
    mkdirSync(serverDir, { recursive: true, mode: 0o700 });
    return await startSandbox({ dataDir, reset }).catch((error: unknown) => {
      // Without its accounts nothing binds it to the port it had.
      if (reset && isPortTaken(error)) return startSandbox({ dataDir, reset, port: 0 });
      throw error;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The sandbox speaks of its own flags.
    const fix = isPortTaken(error)
      ? `its port ${error.port} is taken by another program, and accounts are connected to it there; stop that program, or empty the sandbox with --sandbox-reset, which takes another port`
      : reason.replaceAll('--reset', '--sandbox-reset').replaceAll('another folder', 'another --data-dir');
    throw new ConfigError('--sandbox', fix, error);
  }
}

function isPortTaken(error: unknown): error is Error & { readonly port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
}

/** A sandbox must never get hold of a data directory whose connections reach real accounts. */
async function refuseLiveConnections(config: Config): Promise<void> {
  const db = openDatabase(config.database);
  try {
    await prepareDatabase(db, config.database);
    if ((await listNetworkOrigins(db)).some((origin) => !isLoopback(new URL(origin).hostname))) {
      throw new ConfigError(
        '--sandbox',
        'this data directory holds connections to real networks; use another --data-dir',
      );
    }
  } finally {
    await db.destroy();
  }
}
