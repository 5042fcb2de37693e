import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../addresses.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import type { SandboxAccess } from '../services/networks/reachable-platform.ts';
import { listNetworkOrigins } from '../store/connections/connections.ts';
import { withDatabase } from './open-store.ts';

/** Flags of `social-server start` about a sandbox. */
export interface SandboxFlags {
  readonly sandbox?: boolean;
  readonly sandboxReset?: boolean;
  readonly sandboxUrl?: string;
}

/** The sandbox of a server. */
export interface OpenSandbox extends SandboxAccess {
  /** Stops the sandbox, unless another process runs it. */
  close(): Promise<void>;
}

/** Starts a sandbox that keeps its state in the data directory, or finds the running sandbox that a flag names. @throws ConfigError */
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
      // An empty sandbox has no accounts that know its former port.
      if (reset && isPortTaken(error)) return startSandbox({ dataDir, reset, port: 0 });
      throw error;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The sandbox names its own flags.
    const fix = isPortTaken(error)
      ? `its port ${error.port} is taken by another program, and accounts are connected to it there; stop that program, or empty the sandbox with --sandbox-reset, which takes another port`
      : reason.replaceAll('--reset', '--sandbox-reset').replaceAll('another folder', 'another --data-dir');
    throw new ConfigError('--sandbox', fix, error);
  }
}

function isPortTaken(error: unknown): error is Error & { readonly port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
}

/** Keeps a sandbox away from a data directory whose connections reach real accounts. */
async function refuseLiveConnections({ database }: Config): Promise<void> {
  const origins = await withDatabase(database, listNetworkOrigins);
  if (origins.every((origin) => isLoopback(new URL(origin).hostname))) return;
  throw new ConfigError('--sandbox', 'this data directory holds connections to real networks; use another --data-dir');
}
