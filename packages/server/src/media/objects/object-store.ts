import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { MediaError } from '../keep/media-source.ts';
import type { MediaStore, ReadableFile, StoredFile } from '../keep/media-store.ts';
import type { TemporaryFiles } from '../keep/temporary-files.ts';
import { listObjects, listOpenUploads } from './list-objects.ts';
import { putObject } from './put-object.ts';
import { createS3Client, isMissing, isStorageFailure } from './s3-client.ts';
import type { ObjectStorageSettings } from './settings.ts';

/** Age at which what no row names is deleted; longer than any upload takes. */
const ABANDONED_MS = 24 * 3_600_000;
/** As long as an address of this server. */
const ADDRESS_SECONDS = 24 * 3600;
const OBJECT = /^([0-9a-f-]{36})\/(([0-9a-f]{64})-[0-9a-f-]{36}\.[a-z0-9]+)$/;

/**
 * Creates the store of workspaces' files in object storage, `<prefix>/<workspace>/<SHA-256>-<id>.<extension>`. No name is used
 * twice, so that what is deleted is never what another upload has just put there. Files that rows still name in the folder stay
 * there.
 */
export function createObjectStore(deps: {
  settings: ObjectStorageSettings;
  clock: Clock;
  logger: Logger;
  /** Receives files, and has older ones. */
  folder: MediaStore;
  /** Has files while a post is sent. */
  temporaryFiles: TemporaryFiles;
}): MediaStore {
  const { clock, logger, folder, temporaryFiles } = deps;
  const s3 = createS3Client(deps.settings);
  const isOld = (since: number) => since < clock.now() - ABANDONED_MS;

  /** Runs work on the storage. @throws AppError unavailable with a message for the user */
  async function reaching<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      if (!isStorageFailure(cause)) throw cause;
      logger.error({ err: cause }, 'the object storage failed');
      const message = `The server cannot ${what} media: its object storage fails; nothing was sent, its log says why; try again when that is fixed`;
      throw new AppError('unavailable', message, { cause });
    }
  }

  /** Copies an object to the disk, where a file ends with this process. */
  async function download(stored: StoredFile & { object: string }, signal: AbortSignal): Promise<ReadableFile> {
    const { sha256 } = stored;
    const file = await temporaryFiles.create(stored.workspaceId);
    try {
      for await (const piece of s3.read(nameOf(stored), { fromByte: 0 }, signal)) await file.append(piece);
      if (file.sha256() === sha256) return file;
      throw new MediaError('media_refused', 'A stored file is damaged in the object storage; upload it again');
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  return {
    receive: folder.receive,
    removeFolder: folder.removeFolder,

    async put(file, workspaceId, { extension, contentType }) {
      const object = `${file.sha256()}-${newId()}.${extension}`;
      await reaching('store', () => putObject(s3, nameOf({ workspaceId, object }), file, contentType));
      return object;
    },

    async holds({ workspaceId, object }) {
      if (object === null) return false;
      return reaching('store', async () => (await s3.sizeOf(nameOf({ workspaceId, object }))) !== null);
    },

    async open(file) {
      const { workspaceId, sha256, object } = file;
      if (object === null) return folder.open(file);
      const name = nameOf({ workspaceId, object });
      const bytes = await reaching('read', () => s3.sizeOf(name));
      if (bytes === null) return null;
      return {
        bytes,
        sha256: () => sha256,
        read: (fromByte = 0, toByte) => s3.read(name, { fromByte, toByte }),
        remove: async () => undefined,
      };
    },

    async openForPost(file, signal) {
      const { object } = file;
      if (object === null) return folder.openForPost(file, signal);
      try {
        return await download({ ...file, object }, signal);
      } catch (error) {
        if (isMissing(error)) return null;
        if (!isStorageFailure(error)) throw error;
        logger.error({ err: error }, 'the object storage failed');
        const message =
          'The server cannot read an uploaded file: its object storage fails; nothing was sent, its log says why; try again when that is fixed';
        throw new MediaError('media_unreachable', message, error);
      }
    },

    publicBase: deps.settings.isPublic ? deps.settings.endpoint : null,

    async publicAddressOf({ workspaceId, object }) {
      if (object === null || !deps.settings.isPublic) return null;
      return s3.sign(nameOf({ workspaceId, object }), ADDRESS_SECONDS);
    },

    async remove(file) {
      const { workspaceId, object } = file;
      if (object === null) return folder.remove(file);
      await reaching('delete', () => s3.call({ method: 'DELETE', name: nameOf({ workspaceId, object }) }));
    },

    async *listOld() {
      yield* folder.listOld();
      for await (const { name, since } of listObjects(s3)) {
        const [, workspaceId, object, sha256] = OBJECT.exec(name) ?? [];
        if (workspaceId && object && sha256 && isOld(since)) yield { workspaceId, sha256, object };
      }
    },

    async removeAbandoned() {
      await folder.removeAbandoned();
      for await (const { name, since, uploadId } of listOpenUploads(s3)) {
        if (OBJECT.test(name) && isOld(since)) await s3.call({ method: 'DELETE', name, query: { uploadId } });
      }
    },
  };
}

const nameOf = ({ workspaceId, object }: Pick<StoredFile, 'workspaceId'> & { object: string }): string =>
  `${workspaceId}/${object}`;
