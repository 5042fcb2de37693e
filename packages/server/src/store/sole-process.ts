import { DatabaseSync } from 'node:sqlite';

/**
 * Marks a SQLite database as served by this process, in a file beside it. Null: another living process has marked it.
 * The mark is a lock of the operating system, so it ends with the process, however that ends, and a process that only
 * stands still keeps it. The returned function takes the mark back.
 * @see https://www.sqlite.org/lockingv3.html
 */
export function markAsServed(databasePath: string): (() => void) | null {
  // Opened by SQLite alone: closing another handle of the file would end this process's locks on it.
  const lock = new DatabaseSync(`${databasePath}.served`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

const SQLITE_BUSY = 5;
