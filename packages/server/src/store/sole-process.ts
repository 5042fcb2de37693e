import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

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
 * @throws Error when another process has been starting for half a minute
 * @see https://www.sqlite.org/lockingv3.html
 */
export async function markAsServed(databasePath: string): Promise<ServedMark> {
  // Opened by SQLite alone: closing another handle of the files would end this process's locks on them.
  const gate = new DatabaseSync(`${databasePath}.starting`, { timeout: 0 });
  const served = new DatabaseSync(`${databasePath}.served`, { timeout: 0 });
  const release = () => {
    gate.close();
    served.close();
  };
  try {
    await enter(gate);
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

async function enter(gate: DatabaseSync): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!tryExclusive(gate)) {
    if (performance.now() > until) throw new Error('another process has been starting on this database for too long');
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
