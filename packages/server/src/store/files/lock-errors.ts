import { ConfigError } from '../../errors.ts';

// https://www.sqlite.org/rescode.html
export const SQLITE_BUSY = 5;
const SQLITE = { perm: 3, readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

const CANNOT_WRITE: readonly unknown[] = [
  ...[SQLITE.perm, SQLITE.readOnly, SQLITE.cannotOpen],
  ...['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ENOENT'],
];

/** Turns an error of a lock's file into a ConfigError that names the file and the fix. Returns other errors as they are. */
export function explainLock(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  const found = errcode === undefined ? code : errcode & 0xff;
  if (errcode === undefined && error.name === 'AbortError') return error;
  return new ConfigError('SOCIAL_DATA_DIR', `${fixOf(found, path, error)}. ${ABOUT_NETWORKS}`, error);
}

const ABOUT_NETWORKS =
  'On a network file system locks may not work: keep the database on a local disk, or use Postgres';

function fixOf(found: number | string | undefined, path: string, error: Error): string {
  if (CANNOT_WRITE.includes(found)) {
    return `the lock ${path} cannot be written, so another server on this database would go unnoticed; let this user write the file and its folder`;
  }
  if (found === SQLITE.full || found === 'ENOSPC' || found === 'EDQUOT') {
    return `the disk of the lock ${path} is full; make room`;
  }
  if (found === SQLITE.notADatabase || found === SQLITE.corrupt) {
    return `${path} is not the lock that social-server makes; stop every server on this database, then remove the file`;
  }
  return `the lock ${path} cannot be used (${error.message})`;
}
