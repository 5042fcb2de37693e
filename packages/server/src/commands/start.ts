import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { once } from '@social/platforms/guarded';
import { isLoopback } from '../addresses.ts';
import type { App } from '../app.ts';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { readFaultSettings } from '../fault-points.ts';
import { newSecret } from '../ids.ts';
import { createLogger } from '../log/logger.ts';
import type { ServedLock } from '../store/files/served-lock.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { withServerLock } from './database-lock.ts';
import { firstSteps } from './first-steps.ts';
import { type OpenSandbox, openSandbox, type SandboxFlags } from './open-sandbox.ts';

/** Options of `social-server start`. */
export interface StartOptions extends CommandOptions, SandboxFlags {}

/**
 * Serves until the signal aborts, then drains. On SQLite nothing is opened, made or migrated before this process has the lock.
 * @throws ConfigError when a setting is wrong, or another server keeps the SQLite file
 */
export async function start(options: StartOptions, context: CommandContext): Promise<void> {
  const faults = readFaultSettings(context.env);
  const given = readConfig(context.env, options);
  const config: Config = {
    ...given,
    workerLeaseMs: faults.workerLeaseMs ?? given.workerLeaseMs,
    mediaFromLoopback: options.sandbox === true || options.sandboxUrl !== undefined,
  };
  for (const warning of config.warnings) context.stderr(`social-server: warning: ${warning}`);
  await withServerLock(config, context, (lock) => serve(config, lock, options, context));
}

async function serve(
  config: Config,
  lock: ServedLock | null,
  options: StartOptions,
  context: CommandContext,
): Promise<void> {
  const sandbox = await openSandbox(options, config);
  try {
    const setupToken = makeSetupToken(config);
    const clock = readFaultSettings(context.env).clock ?? systemClock;
    // Loaded late, so that a start with wrong settings fails quickly.
    const { startLockedApp } = await import('../app.ts');
    const app = await startLockedApp({
      config,
      lock,
      sandbox,
      setupToken,
      clock,
      logger: createLogger(config.logLevel),
    });
    const isEmpty = await app.isEmpty();
    announce(app, sandbox, { setupToken, isEmpty }, options, context);
    settle();
    const isLost = await Promise.race([untilAborted(context.signal), app.lost.then(() => true)]);
    await app.close();
    if (isLost) throw lostDatabase(config);
  } finally {
    await sandbox?.close();
  }
}

/** Prepares for a long run, once everything is loaded. */
function settle(): void {
  // For the next start. At its end a process would write it too, but a killed one has no such end.
  flushCompileCache();
  // The room for new objects would grow to a hundred megabytes under load, and never shrink.
  setFlagsFromString('--semi-space-growth-factor=1');
}

async function untilAborted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await new Promise((resolve) => once(signal, 'abort', resolve));
  return false;
}

function lostDatabase({ database }: Config): ConfigError {
  const path = database.dialect === 'sqlite' ? database.path : 'the database';
  const fix = `${path} no longer lists this server: another program has changed it, perhaps because ${path}.served was deleted. This server has stopped and sends nothing more. Look which server serves the file now; start one only if none does`;
  return new ConfigError('SOCIAL_DATA_DIR', fix);
}

/**
 * Reserves the first account on a public host for the person who can read this server's output. While there are accounts nobody can
 * read the token: a server whose last workspace is deleted shows another one at its next start.
 * @returns the token, or null where the server needs none
 */
function makeSetupToken(config: Config): string | null {
  const isPrivate =
    isLoopback(config.host) && (config.baseUrl === null || isLoopback(new URL(config.baseUrl).hostname));
  return config.signUp !== 'first' || isPrivate ? null : newSecret();
}

function announce(
  app: App,
  sandbox: OpenSandbox | null,
  { setupToken, isEmpty }: { readonly setupToken: string | null; readonly isEmpty: boolean },
  options: StartOptions,
  context: CommandContext,
): void {
  if (setupToken !== null && isEmpty)
    context.stderr(`The first account on this server needs this setup token: ${setupToken}`);
  const listening = app.address === app.url ? '' : `, listening on ${app.address}`;
  printResult(context, options, { url: app.url, sandboxUrl: sandbox?.url ?? null }, [
    `social-server is ready at ${app.url}${listening}`,
    ...(sandbox ? [`The networks are simulated at ${sandbox.url}`] : []),
    ...(isEmpty && sandbox ? firstSteps(app.url, options, context) : []),
    ...(options.sandboxReset ? ['The sandbox is empty: connect the accounts again'] : []),
  ]);
}
