import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { checkObjectStorage, isOwnedBy } from '../media/objects/check-storage.ts';
import type { ObjectStorageSettings } from '../media/objects/settings.ts';
import { countObjects } from '../store/media.ts';
import type { Database } from '../store/schema.ts';
import { insertMeta, readMeta } from '../store/server-meta.ts';

const DATABASE_ID = 'database_id';

/** Makes the function that tells whether the object storage is still this database's; without object storage it is true. */
export function createStorageOwnership(
  db: Database,
  settings: ObjectStorageSettings | null,
  logger: Pick<Logger, 'error'>,
): () => Promise<boolean> {
  return async () => {
    if (settings === null) return true;
    const isOurs = await isOwnedBy(settings, (await readMeta(db, DATABASE_ID)) ?? '');
    if (!isOurs) logger.error('another database uses the same place in the object storage; nothing is deleted there');
    return isOurs;
  };
}

/**
 * Checks the object storage and takes its place for this database. Without object storage, warns of files that only it has.
 * @throws ConfigError naming the setting and the fix
 */
export async function claimMediaStorage(
  db: Database,
  settings: ObjectStorageSettings | null,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (settings !== null) {
    await insertMeta(db, DATABASE_ID, newId());
    await checkObjectStorage(settings, (await readMeta(db, DATABASE_ID)) ?? null);
    return;
  }
  const objects = await countObjects(db);
  if (objects === 0) return;
  logger.warn(
    { objects },
    'uploaded files are in object storage, but SOCIAL_MEDIA_STORE is not set: posts that need them will fail and say so',
  );
}
