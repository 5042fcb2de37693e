import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { isoNow, systemClock } from '../../clock.ts';
import { forgetHolder, type Holder, type Occupation, readHolder, recordHolder } from './holder.ts';
import { explainLock, SQLITE_BUSY } from './lock-errors.ts';
import { makeEmptyFile } from './new-file.ts';

/** Right of this process to be the only one that serves, restores or holds a SQLite file. */
export interface ServedLock {
  /** Adds the server's address to what other processes read about this one. */
  announce(url: string): void;
  /** Frees the lock; may be called twice. */
  release(): void;
}

/** Limits of a wait for the lock. */
export interface LockWait {
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
  /** Called once, when the wait has lasted a moment. */
  readonly onWait?: (holder: Holder) => void;
  /** Ends the wait when the caller can work beside this holder. */
  readonly isEnough?: (holder: Holder) => boolean;
}

/** The lock, or who has it. */
type LockResult =
  | { readonly lock: ServedLock; readonly holder: null }
  | { readonly lock: null; readonly holder: Holder };

const POLL_MS = 50;
/** A shorter wait is not worth a message. */
const TELL_AFTER_MS = 500;
/** Handles of the locks of this process: the garbage collector would close a handle, which frees its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock on a SQLite file, which lies in a file next to it. The operating system frees the lock when the process ends in
 * any way, and keeps it while the process is frozen. Never creates the database.
 * @throws ConfigError when the lock's file cannot be used; the system's error when its folder cannot be made; the signal's AbortError
 * @see https://www.sqlite.org/lockingv3.html
 */
export async function takeServedLock(databasePath: string, what: Occupation, wait: LockWait): Promise<LockResult> {
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const gate = openLock(databasePath, 'starting');
  try {
    const served = openLock(databasePath, 'served');
    try {
      const holder = await waitFor(databasePath, what, { gate, served }, wait);
      if (holder === null) return { lock: hold(databasePath, what, served), holder };
      served.close();
      return { lock: null, holder };
    } catch (error) {
      served.close();
      throw explainLock(error, `${databasePath}.served`);
    }
  } finally {
    gate.close();
  }
}

interface Handles {
  readonly gate: DatabaseSync;
  readonly served: DatabaseSync;
}

/** @returns null when the lock is taken, else who has it at the end of the wait */
async function waitFor(
  databasePath: string,
  what: Occupation,
  handles: Handles,
  { patienceMs, signal, onWait, isEnough }: LockWait,
): Promise<Holder | null> {
  const begun = performance.now();
  let hasTold = false;
  for (;;) {
    const holder = tryTake(databasePath, what, handles);
    if (holder === null) return null;
    const waitedMs = performance.now() - begun;
    if (waitedMs >= patienceMs || isEnough?.(holder)) return holder;
    if (!hasTold && waitedMs >= TELL_AFTER_MS) {
      hasTold = true;
      onWait?.(holder);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Tries once, behind the gate. @returns null when the lock is taken, else who has it */
function tryTake(databasePath: string, what: Occupation, { gate, served }: Handles): Holder | null {
  // The process that has the gate is about to begin, and the record may be that of one that was killed.
  if (!tryExclusive(gate)) return { ...readHolder(databasePath), isReady: false };
  try {
    if (!tryExclusive(served)) return readHolder(databasePath);
    // Must be written behind the gate, so that nobody reads the record of an earlier holder.
    recordHolder(databasePath, { what, since: isoNow(systemClock), url: null });
    return null;
  } finally {
    gate.exec('rollback');
  }
}

function hold(databasePath: string, what: Occupation, served: DatabaseSync): ServedLock {
  const since = isoNow(systemClock);
  held.add(served);
  return {
    announce: (url) => recordHolder(databasePath, { what, since, url }),
    release() {
      if (!held.delete(served)) return;
      forgetHolder(databasePath);
      served.close();
    },
  };
}

function openLock(databasePath: string, name: 'starting' | 'served'): DatabaseSync {
  const path = `${databasePath}.${name}`;
  let lock: DatabaseSync | undefined;
  try {
    // An existing file is opened by SQLite only: closing any other handle would end this process's locks on the file.
    if (!existsSync(path)) makeLock(path, databasePath);
    lock = new DatabaseSync(path, { timeout: 0 });
    // SQLite opens a file that it cannot write as read-only, and then every process would get the "exclusive" lock.
    accessSync(path, constants.W_OK);
    return lock;
  } catch (error) {
    lock?.close();
    throw explainLock(error, path);
  }
}

function makeLock(path: string, databasePath: string): void {
  try {
    makeEmptyFile(path, 0o644, databasePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function tryExclusive(database: DatabaseSync): boolean {
  try {
    // On an empty file an exclusive transaction would keep a journal next to it.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
