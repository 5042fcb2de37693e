import { isLoopback } from '../addresses.ts';
import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { readFaultSettings } from '../fault-points.ts';
import { newSecret } from '../ids.ts';
import { createLogger } from '../logger.ts';
import { hasWorkspaces } from '../store/workspaces.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { type OpenSandbox, openSandbox, type SandboxFlags } from './open-sandbox.ts';
import { withDatabase } from './open-store.ts';

/** Options of `social-server start`. */
export interface StartOptions extends CommandOptions, SandboxFlags {}

/** Serves until the signal aborts, then drains. */
export async function start(options: StartOptions, context: CommandContext): Promise<void> {
  const faults = readFaultSettings(context.env);
  const given = readConfig(context.env, options);
  const config: Config = {
    ...given,
    workerLeaseMs: faults.workerLeaseMs ?? given.workerLeaseMs,
    mediaFromLoopback: options.sandbox === true || options.sandboxUrl !== undefined,
  };
  for (const warning of config.warnings) context.stderr(`social-server: warning: ${warning}`);
  const sandbox = await openSandbox(options, config);
  try {
    const setupToken = await makeSetupToken(config);
    const clock = faults.clock ?? systemClock;
    // Loaded late, so that a start with wrong settings fails quickly.
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

/**
 * Reserves the first account on a public host for the person who can read this server's output.
 * @returns the token, or null where the server needs none
 */
async function makeSetupToken(config: Config): Promise<string | null> {
  const isPrivate =
    isLoopback(config.host) && (config.baseUrl === null || isLoopback(new URL(config.baseUrl).hostname));
  if (config.signUp !== 'first' || isPrivate) return null;
  return withDatabase(config.database, async (db) => ((await hasWorkspaces(db)) ? null : newSecret()));
}

function announce(
  app: App,
  sandbox: OpenSandbox | null,
  setupToken: string | null,
  options: StartOptions,
  context: CommandContext,
): void {
  if (setupToken !== null) context.stderr(`The first account on this server needs this setup token: ${setupToken}`);
  const listening = app.address === app.url ? '' : `, listening on ${app.address}`;
  printResult(context, options, { url: app.url, sandboxUrl: sandbox?.url ?? null }, [
    `social-server is ready at ${app.url}${listening}`,
    ...(sandbox ? [`The networks are simulated at ${sandbox.url}`] : []),
    ...(options.sandboxReset ? ['The sandbox is empty: connect the accounts again'] : []),
  ]);
}
