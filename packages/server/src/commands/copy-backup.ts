import { statSync } from 'node:fs';
import { ConfigError } from '../errors.ts';
import { isUnreleased, unreleasedFix } from '../store/database/migrate.ts';
import { copyDatabase, isAboutCopy, isOurs, listMade } from '../store/files/backup.ts';

const SQLITE_CORRUPT = 11;

/**
 * Refuses a path without a file, and the database itself in place of a backup.
 * @param fix what to do instead when it is the database
 * @throws ConfigError naming the file
 */
export function refuseOtherFile(file: string, database: string, fix: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ConfigError(file, 'is not a backup: there is no file of that name');
  const own = statSync(database, { throwIfNoEntry: false });
  if (own?.ino === found.ino && own.dev === found.dev) throw new ConfigError(file, `is the database itself; ${fix}`);
}

/** Copies a backup, which is only read. @throws ConfigError naming the file when it is not a backup of this product, or of a version from before the first release */
export async function copyBackup(file: string, to: string): Promise<void> {
  try {
    await copyDatabase(file, to);
    if (!isOurs(to)) throw new ConfigError(file, 'is not a backup of social-server');
    if (isUnreleased(listMade(to))) throw new ConfigError(file, unreleasedFix('sqlite'));
  } catch (error) {
    throw explain(error, file);
  }
}

/** Blames the backup for an error that is not about the copy. */
function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError || isAboutCopy(error)) return error;
  const { errcode = 0 } = error as { errcode?: number };
  if ((errcode & 0xff) === SQLITE_CORRUPT) {
    return new ConfigError(file, `is damaged (${error.message}); use another backup`, error);
  }
  return new ConfigError(file, 'is not a backup of social-server, or cannot be read', error);
}
