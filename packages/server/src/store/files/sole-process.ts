import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../../errors.ts';
import { makeEmptyFile } from './new-file.ts';

/** The mark of this process on a SQLite database that it serves. */
export interface ServedMark {
  /** Whether no other process serves from the database. Certain until `begun` is called: nobody else can start before. */
  readonly isAlone: boolean;
  /** To be called when this process is known to the database itself: others may start now. */
  begun(): void;
  release(): void;
}

const SQLITE_BUSY = 5;
const POLL_MS = 20;
const PATIENCE_MS = 30_000;

/**
 * Marks a SQLite database as served, in two files beside it: every process that serves shares a lock on one, and who starts
 * holds the other alone. The locks are the operating system's, so they end with the process, however that ends, and a
 * process that only stands still keeps them.
 * @throws ConfigError when another process has been starting, or a restore working, for half a minute
 * @see https://www.sqlite.org/lockingv3.html
 */
export async function markAsServed(databasePath: string, { patienceMs = PATIENCE_MS } = {}): Promise<ServedMark> {
  const gate = openLock(databasePath, 'starting');
  const served = openLock(databasePath, 'served');
  const release = () => {
    gate.close();
    served.close();
  };
  try {
    await enter(gate, patienceMs);
    const isAlone = tryExclusive(served);
    if (!isAlone) share(served);
    return {
      isAlone,
      begun() {
        if (isAlone) {
          served.exec('commit');
          share(served);
        }
        gate.exec('commit');
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

function openLock(databasePath: string, name: string): DatabaseSync {
  const path = `${databasePath}.${name}`;
  // Once it is there, it is opened by SQLite alone: closing another handle of it would end this process's locks on it.
  if (!existsSync(path)) makeLock(path, databasePath);
  return new DatabaseSync(path, { timeout: 0 });
}

function makeLock(path: string, databasePath: string): void {
  try {
    makeEmptyFile(path, 0o644, databasePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function enter(gate: DatabaseSync, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  while (!tryExclusive(gate)) {
    if (performance.now() > until) {
      const fix = `a restore, or another start, holds ${gate.location()}; wait for it or stop it, then run this again`;
      throw new ConfigError('SOCIAL_DATA_DIR', fix);
    }
    await delay(POLL_MS);
  }
}

function share(database: DatabaseSync): void {
  database.exec('begin; select count(*) from sqlite_schema');
}

function tryExclusive(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/** Which file is under the path at this moment, whatever it holds; null: none that can be found. */
export function identifyFile(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
