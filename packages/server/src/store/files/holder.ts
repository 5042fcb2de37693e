import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { makeEmptyFile } from './new-file.ts';

/** Work that only one process at a time may do on a SQLite file. */
export type Occupation = 'server' | 'restore' | 'hold' | 'rekey';

/** Process that has the lock on a SQLite file, as other processes know it. */
export interface Holder {
  /** `program` when the process has recorded nothing about itself. */
  readonly what: Occupation | 'program';
  /** Host, process id, beginning and address, as far as they are known. */
  readonly who: string;
  /** Set when it is a server that answers, which is then listed in the database. */
  readonly isReady: boolean;
}

/** Facts that a holder records about itself. */
interface HolderRecord {
  readonly what: Occupation;
  readonly since: string;
  /** Address of a server that answers. */
  readonly url: string | null;
}

const pathOf = (databasePath: string) => `${databasePath}.served-by`;

/** Records that this process has the lock. A failure is ignored: other processes then know less about the holder. */
export function recordHolder(databasePath: string, record: HolderRecord): void {
  const path = pathOf(databasePath);
  try {
    // Replaces a file that another user may have left, and that this user could not write to.
    rmSync(path, { force: true });
    makeEmptyFile(path, 0o644, databasePath);
    writeFileSync(path, `${JSON.stringify({ ...record, host: hostname(), pid: process.pid })}\n`);
  } catch {
    // The lock holds without it.
  }
}

/** Removes the record of this process. */
export function forgetHolder(databasePath: string): void {
  try {
    rmSync(pathOf(databasePath), { force: true });
  } catch {
    // The next holder replaces it.
  }
}

/** Reads who has the lock. Changes nothing. */
export function readHolder(databasePath: string): Holder {
  try {
    return parse(readFileSync(pathOf(databasePath), 'utf8'));
  } catch {
    return { what: 'program', who: '', isReady: false };
  }
}

/** Reads only what cannot disturb a terminal. @throws Error when the text is no record */
function parse(text: string): Holder {
  const { what, host, pid, since, url } = JSON.parse(text) as Record<string, unknown>;
  const isKnown = what === 'server' || what === 'restore' || what === 'hold' || what === 'rekey';
  if (!isKnown || !Number.isSafeInteger(pid)) throw new Error('no record');
  const at = typeof url === 'string' && URL.canParse(url) ? `, at ${new URL(url).href.replace(/\/$/, '')}` : '';
  const where = typeof host === 'string' && /^[\w.-]{1,255}$/.test(host) ? ` on ${host}` : '';
  const from = typeof since === 'string' && /^[\d:.TZ-]{1,30}$/.test(since) ? `, since ${since}` : '';
  return { what, who: `process ${pid}${where}${from}${at}`, isReady: what === 'server' && typeof url === 'string' };
}

/** Says in a clause who has the lock. */
export function describeHolder({ what, who }: Holder, databasePath: string): string {
  if (what === 'program') return `another program holds ${databasePath}.served`;
  const details = who === '' ? '' : ` (${who})`;
  return `a ${what} ${what === 'server' ? 'serves' : 'works on'} ${databasePath}${details}`;
}
