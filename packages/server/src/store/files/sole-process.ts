import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../../errors.ts';
import { makeEmptyFile } from './new-file.ts';

/** Mark by which this process shows that it serves a SQLite database. */
export interface ServedMark {
  /** Set when no other process serves the database. Reliable until `begun` is called: no other process can start before. */
  readonly isAlone: boolean;
  /** Lets other processes start. Call it when the database records this process. */
  begun(): void;
  release(): void;
}

const SQLITE_BUSY = 5;
const POLL_MS = 20;
const PATIENCE_MS = 30_000;

/**
 * Marks a SQLite database as served, with locks on two files next to it. All serving processes share one lock; a starting
 * process takes the other exclusively. The operating system releases both when the process ends in any way, and keeps them
 * while a process is frozen.
 * @throws ConfigError when another start or a restore holds the lock for half a minute
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
  // An existing file is opened by SQLite only: closing any other handle would end this process's locks on the file.
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

/** Identifies the file that is at a path now. @returns null when there is no file */
export function identifyFile(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
