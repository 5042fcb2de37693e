import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { readFaultSettings } from '../fault-points.ts';
import { asConfigError } from '../store/database/migrate.ts';
import { describeHolder, type Holder, type Occupation } from '../store/files/holder.ts';
import { type LockWait, type ServedLock, takeServedLock } from '../store/files/served-lock.ts';
import type { CommandContext } from './context.ts';

/** A restart may overlap with the drain of the server before, which lasts up to 30 s. */
const SERVER_PATIENCE_MS = 35_000;
/** Enough for another process that only looks at the lock. */
const COMMAND_PATIENCE_MS = 1_000;

/**
 * Serves while this process has the lock on the SQLite file, without one on Postgres. Waits for the holder of the lock to end;
 * does nothing when the signal aborts meanwhile.
 * @throws ConfigError when the holder does not end in time
 */
export async function withServerLock(
  { database, dataDir }: Config,
  context: CommandContext,
  serve: (lock: ServedLock | null) => Promise<void>,
): Promise<void> {
  if (database.dialect === 'postgres') return serve(null);
  const { path } = database;
  const wait = longWait(path, context);
  const result = await takeServedLock(path, 'server', wait).catch((error: unknown) => {
    if (context.signal.aborted) return null;
    throw explainFolder(error, path, dataDir);
  });
  if (result === null) return;
  if (result.lock === null) throw refuseStart(result.holder, path);
  try {
    await serve(result.lock);
  } finally {
    result.lock.release();
  }
}

/** Names the setting that an error of the database's folder comes from. */
function explainFolder(error: unknown, path: string, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError || !('code' in error)) return error;
  const folder = dirname(path);
  const setting = folder === dataDir ? 'SOCIAL_DATA_DIR' : 'SOCIAL_DATABASE_URL';
  return new ConfigError(setting, `the directory ${folder} cannot be made; check the path and its permissions`, error);
}

function refuseStart(holder: Holder, path: string): ConfigError {
  const fix = `${describeHolder(holder, path)}, and one process at a time may. Nothing was opened or changed. Stop that process, then start this server again; for several servers use Postgres (SOCIAL_DATABASE_URL)`;
  return new ConfigError('SOCIAL_DATA_DIR', fix);
}

function longWait(path: string, { env, signal, stderr }: CommandContext): LockWait & { patienceMs: number } {
  const patienceMs = readFaultSettings(env).lockPatienceMs ?? SERVER_PATIENCE_MS;
  const seconds = Math.ceil(patienceMs / 1_000);
  const onWait = (holder: Holder) =>
    stderr(`social-server: ${describeHolder(holder, path)}; waiting up to ${seconds} s for its end`);
  return { patienceMs, signal, onWait };
}

/** Runs work on a SQLite file that no server serves, and keeps servers out meanwhile. @throws ConfigError while one serves */
export async function withoutServers<Result>(
  command: Extract<Occupation, 'restore' | 'hold'>,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { lock, holder } = await takeServedLock(path, command, { patienceMs: COMMAND_PATIENCE_MS });
  if (lock === null) throw refuseCommand(command, holder, path);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Runs work while no server can start on the SQLite file, or next to a server that answers already; waits for one that starts. On
 * Postgres servers may always be there.
 * @param work gets true when certainly no server runs
 * @throws ConfigError when a restore or another command has the lock
 */
export async function besideServers<Result>(
  command: Occupation,
  { database }: Config,
  context: CommandContext,
  work: (isAlone: boolean) => Promise<Result>,
): Promise<Result> {
  if (database.dialect === 'postgres') return work(false);
  const { path } = database;
  const wait = { ...longWait(path, context), isEnough: (holder: Holder) => holder.isReady };
  const { lock, holder } = await takeServedLock(path, command, wait).catch((error: unknown) => {
    throw context.signal.aborted
      ? new ConfigError(command, 'was stopped while it waited; nothing was changed')
      : asConfigError(error, database);
  });
  if (lock === null && !holder.isReady) throw refuseCommand(command, holder, path);
  try {
    return await work(lock !== null);
  } finally {
    lock?.release();
  }
}

function refuseCommand(command: Occupation, holder: Holder, path: string): ConfigError {
  const next = holder.what === 'server' ? 'stop it first' : 'wait for its end, or stop it';
  return new ConfigError(command, `${describeHolder(holder, path)}; ${next}, then run this again`);
}
