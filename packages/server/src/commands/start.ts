import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { readFaultSettings } from '../fault-points.ts';
import { newSecret } from '../ids.ts';
import { createLogger } from '../logger.ts';
import { isLoopback } from '../loopback.ts';
import type { SandboxAccess } from '../services/platforms.ts';
import { listNetworkOrigins } from '../store/connections.ts';
import { openDatabase } from '../store/dialects.ts';
import { prepareDatabase } from '../store/migrate.ts';
import { hasWorkspaces } from '../store/workspaces.ts';
import type { CommandContext } from './context.ts';

/** Options of `social-server start`. */
export interface StartOptions {
  readonly host?: string;
  readonly port?: string;
  readonly dataDir?: string;
  readonly sandbox?: boolean;
  readonly sandboxUrl?: string;
  readonly json?: boolean;
}

interface RunningSandbox extends SandboxAccess {
  close(): Promise<void>;
}

/** Serves until the signal aborts, then drains. */
export async function start(options: StartOptions, context: CommandContext): Promise<void> {
  const faults = readFaultSettings(context.env);
  const asked = readConfig(context.env, options);
  const config: Config = {
    ...asked,
    workerLeaseMs: faults.workerLeaseMs ?? asked.workerLeaseMs,
    mediaFromLoopback: options.sandbox === true || options.sandboxUrl !== undefined,
  };
  for (const warning of config.warnings) context.stderr(`social-server: warning: ${warning}`);
  const sandbox = await openSandbox(options, config);
  try {
    if (sandbox) await refuseLiveConnections(config);
    const setupToken = await makeSetupToken(config);
    const clock = faults.clock ?? systemClock;
    // A start that is refused for its settings ends before all that serves was loaded.
    const { startApp } = await import('../app.ts');
    const app = await startApp({ config, sandbox, setupToken, clock, logger: createLogger(config.logLevel) });
    announce(app, sandbox, setupToken, options, context);
    if (!context.signal.aborted) {
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve, { once: true }));
    }
    await app.close();
  } finally {
    await sandbox?.close();
  }
}

async function openSandbox(options: StartOptions, config: Config): Promise<RunningSandbox | null> {
  if (!options.sandbox && options.sandboxUrl === undefined) return null;
  if (!isLoopback(config.host)) {
    throw new ConfigError(
      '--sandbox',
      `is for this machine only, but the server would listen on ${config.host}; drop one of them`,
    );
  }
  const { sandboxApp, startSandbox } = await import('@social/sandbox');
  if (options.sandboxUrl === undefined) {
    const sandbox = await startSandbox();
    return { url: sandbox.url, ...sandboxApp, close: () => sandbox.close() };
  }
  const url = URL.canParse(options.sandboxUrl) ? new URL(options.sandboxUrl) : null;
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname)) {
    throw new ConfigError('--sandbox-url', 'must be the address that social-sandbox start printed, on this machine');
  }
  return { url: url.href.replace(/\/+$/, ''), ...sandboxApp, close: async () => undefined };
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

/** On a public host the first account belongs to whoever can read this server's output, not to whoever comes first. */
async function makeSetupToken(config: Config): Promise<string | null> {
  const isPrivate =
    isLoopback(config.host) && (config.baseUrl === null || isLoopback(new URL(config.baseUrl).hostname));
  if (config.signUp !== 'first' || isPrivate) return null;
  const db = openDatabase(config.database);
  try {
    await prepareDatabase(db, config.database);
    return (await hasWorkspaces(db)) ? null : newSecret();
  } finally {
    await db.destroy();
  }
}

function announce(
  app: App,
  sandbox: RunningSandbox | null,
  setupToken: string | null,
  options: StartOptions,
  { stdout, stderr }: CommandContext,
): void {
  if (setupToken !== null) stderr(`The first account on this server needs this setup token: ${setupToken}`);
  if (options.json) {
    stdout(JSON.stringify({ url: app.url, sandboxUrl: sandbox?.url ?? null }));
    return;
  }
  stdout(`social-server is ready at ${app.url}`);
  if (sandbox) stdout(`The networks are simulated at ${sandbox.url}`);
}
