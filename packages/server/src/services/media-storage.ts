import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log/logger.ts';
import type { MediaStore } from '../media/keep/media-store.ts';
import type { TemporaryFiles } from '../media/keep/temporary-files.ts';
import { createMediaFiles } from '../media/media-files.ts';
import { checkObjectStorage, isOwnedBy } from '../media/objects/check-storage.ts';
import { createObjectStore } from '../media/objects/object-store.ts';
import type { ObjectStorageSettings } from '../media/objects/settings.ts';
import { countObjects, type MediaRow } from '../store/media.ts';
import type { Database } from '../store/schema.ts';
import { insertMeta, readMeta } from '../store/server-meta.ts';

const DATABASE_ID = 'database_id';

/** Makes the store of uploaded files: the data directory, or object storage. */
export function createMediaStore(
  { dataDir, mediaStore: settings }: Pick<Config, 'dataDir' | 'mediaStore'>,
  deps: { clock: Clock; logger: Logger; temporaryFiles: TemporaryFiles },
): MediaStore {
  const folder = createMediaFiles(join(dataDir, 'media'));
  return settings === null ? folder : createObjectStore({ ...deps, settings, folder });
}

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

/** Makes the function that deletes the files of a workspace whose rows are gone. @returns function that returns the number of deleted files */
export function createDeleteFiles({
  files,
  isStorageOurs,
}: {
  files: Pick<MediaStore, 'remove' | 'removeFolder'>;
  isStorageOurs: () => Promise<boolean>;
}) {
  return async (workspaceId: string, rows: readonly MediaRow[]): Promise<number> => {
    const objects = rows.filter(({ object }) => object !== null);
    await files.removeFolder(workspaceId);
    if (objects.length === 0) return rows.length;
    if (!(await isStorageOurs())) return rows.length - objects.length;
    for (const { sha256, object } of objects) await files.remove({ workspaceId, sha256, object });
    return rows.length;
  };
}
