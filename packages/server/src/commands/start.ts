import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { type Config, type ConfigFlags, readConfig } from '../config/config.ts';
import { readFaultSettings } from '../fault-points.ts';
import { newSecret } from '../ids.ts';
import { createLogger } from '../logger.ts';
import { isLoopback } from '../loopback.ts';
import { openDatabase } from '../store/dialects.ts';
import { prepareDatabase } from '../store/migrate.ts';
import { hasWorkspaces } from '../store/workspaces.ts';
import type { CommandContext } from './context.ts';
import { type OpenSandbox, openSandbox, type SandboxFlags } from './open-sandbox.ts';

/** Options of `social-server start`. */
export interface StartOptions extends ConfigFlags, SandboxFlags {
  readonly json?: boolean;
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
  sandbox: OpenSandbox | null,
  setupToken: string | null,
  options: StartOptions,
  { stdout, stderr }: CommandContext,
): void {
  if (setupToken !== null) stderr(`The first account on this server needs this setup token: ${setupToken}`);
  if (options.json) {
    stdout(JSON.stringify({ url: app.url, sandboxUrl: sandbox?.url ?? null }));
    return;
  }
  const listening = app.address === app.url ? '' : `, listening on ${app.address}`;
  stdout(`social-server is ready at ${app.url}${listening}`);
  if (sandbox) stdout(`The networks are simulated at ${sandbox.url}`);
  if (options.sandboxReset) stdout('The sandbox is empty: connect the accounts again');
}
