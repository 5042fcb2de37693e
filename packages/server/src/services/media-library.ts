import { type Clock, isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Picture } from '../media/look/picture.ts';
import type { MediaAddresses } from '../media/media-address.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { type ReceivedFile, receiveUpload, type Upload } from '../media/receive-upload.ts';
import type { OwnFile, OwnFiles } from '../media/url-media-source.ts';
import { inLockedWorkspace } from '../store/database/locks.ts';
import {
  deleteMediaUnusedSince,
  findMedia,
  isMediaNeeded,
  listMediaOf,
  listMediaUnusedSince,
  type MediaRow,
  saveMedia,
  sumMediaBytes,
  touchMedia,
} from '../store/media.ts';
import type { Database, Queryable } from '../store/schema.ts';

const KEPT_MS = 24 * 3_600_000;
/** Age at which a temporary file is deleted; longer than any pause within an upload. */
const ABANDONED_MS = 3_600_000;
const BATCH = 100;

/** A stored file as its workspace sees it. */
export interface StoredMedia {
  readonly row: MediaRow;
  readonly url: string;
  /** Size and frames of a picture; null for a video. */
  readonly picture: Picture | null;
  readonly expiresAt: Date;
}

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

/**
 * Makes the service for files that workspaces upload. A file and its row are stored and deleted together, in a transaction
 * that holds the lock of the workspace.
 */
export function createMediaLibrary(deps: {
  db: Database;
  clock: Clock;
  files: MediaFiles;
  addresses: MediaAddresses;
  /** Limit for all files of one workspace. */
  quotaBytes: number;
}) {
  const { db, clock, files, addresses, quotaBytes } = deps;
  /** Bytes of uploads under way, by workspace. */
  const arriving = new Map<string, number>();

  function requireRoom(needed: number): void {
    if (needed <= quotaBytes) return;
    throw new AppError(
      'media_quota_exceeded',
      `The files of this workspace may have ${quotaBytes} bytes together, and this would make ${needed}; files that no scheduled post needs are deleted 24 hours after their last use`,
    );
  }

  /** Receives an upload and counts its bytes, so that concurrent uploads cannot exceed the quota together. */
  async function receive(workspaceId: string, upload: Upload): Promise<ReceivedFile> {
    // A file that is already stored needs no space.
    const isKnown = upload.sha256 !== null && (await findMedia(db, workspaceId, upload.sha256)) !== undefined;
    const stored = isKnown ? 0 : await sumMediaBytes(db, workspaceId);
    let own = 0;
    const count = (bytes: number) => {
      own += bytes;
      arriving.set(workspaceId, (arriving.get(workspaceId) ?? 0) + bytes);
    };
    try {
      requireRoom(stored + (arriving.get(workspaceId) ?? 0) + (upload.announcedBytes ?? 0));
      return await receiveUpload(files, upload, (bytes) => {
        count(bytes);
        requireRoom(stored + (arriving.get(workspaceId) ?? 0));
      });
    } finally {
      const others = (arriving.get(workspaceId) ?? 0) - own;
      if (others > 0) arriving.set(workspaceId, others);
      else arriving.delete(workspaceId);
    }
  }

  async function place(trx: Queryable, workspaceId: string, { file, contentType }: ReceivedFile): Promise<MediaRow> {
    const sha256 = file.sha256();
    const known = await findMedia(trx, workspaceId, sha256);
    if (!known) requireRoom((await sumMediaBytes(trx, workspaceId)) + file.bytes);
    const now = isoNow(clock);
    const row: MediaRow = {
      workspace_id: workspaceId,
      sha256,
      bytes: file.bytes,
      content_type: contentType,
      created_at: known?.created_at ?? now,
      used_at: now,
    };
    await saveMedia(trx, row);
    await file.keep(workspaceId);
    return row;
  }

  async function removeIfUnneeded(row: MediaRow): Promise<void> {
    await inLockedWorkspace(db, row.workspace_id, async (trx) => {
      if (await isMediaNeeded(trx, row)) {
        await touchMedia(trx, row, isoNow(clock));
      } else if (await deleteMediaUnusedSince(trx, row)) {
        await files.remove(row.workspace_id, row.sha256);
      }
    });
  }

  let sweptAt = 0;

  /** Deletes files without a row: their transaction failed, or their workspace was deleted. */
  async function removeStray(): Promise<void> {
    const before = Date.now() - ABANDONED_MS;
    if (sweptAt > before) return;
    sweptAt = Date.now();
    await files.removeAbandoned(before);
    for await (const { workspaceId, sha256, changedAt } of files.list()) {
      if (changedAt.getTime() >= before || (await findMedia(db, workspaceId, sha256))) continue;
      await inLockedWorkspace(db, workspaceId, async (trx) => {
        if (!(await findMedia(trx, workspaceId, sha256))) await files.remove(workspaceId, sha256);
      });
    }
  }

  const library = {
    /**
     * Stores a file of a workspace. A file that is already stored counts as used again.
     * @throws AppError invalid_request, malformed_http, media_refused, request_timeout, payload_too_large,
     * media_quota_exceeded, unsupported_media_type, unavailable; no file is stored then
     */
    async store(workspaceId: string, upload: Upload): Promise<StoredMedia> {
      const received = await receive(workspaceId, upload);
      await using _ = received.file;
      const row = await inLockedWorkspace(db, workspaceId, (trx) => place(trx, workspaceId, received));
      const url = addresses.addressOf({ sha256: row.sha256, contentType: row.content_type });
      return { row, url, picture: received.picture, expiresAt: new Date(Date.parse(row.used_at) + KEPT_MS) };
    },

    async openForPost(workspaceId: string, sha256: string): Promise<OwnFile | null> {
      const row = await findMedia(db, workspaceId, sha256);
      // Marks the file as used, so that it is not deleted before it is open.
      if (!row || !(await touchMedia(db, row, isoNow(clock)))) return null;
      const file = await files.open(workspaceId, sha256);
      if (!file) return null;
      const contentType = row.content_type;
      const kind = contentType.startsWith('image/') ? 'image' : 'video';
      return { file, kind, contentType, publicUrl: addresses.publicAddressOf({ sha256, contentType }) };
    },

    /** Opens the file at one of this server's addresses for reading. @throws AppError not_found */
    async openAt(signature: string, name: string): Promise<Pick<OwnFile, 'file' | 'contentType'>> {
      const sha256 = addresses.verify(signature, name);
      // Every workspace with this hash has the same bytes; the file of one may be missing.
      for (const row of sha256 === null ? [] : await listMediaOf(db, sha256)) {
        const file = await files.open(row.workspace_id, row.sha256);
        if (file) return { file, contentType: row.content_type };
      }
      throw new AppError('not_found', 'There is no file at this address, or the address has expired');
    },

    /** Deletes files that were not used for a day and that no post needs. */
    async removeUnused(): Promise<void> {
      const before = new Date(clock.now() - KEPT_MS).toISOString();
      for (;;) {
        const rows = await listMediaUnusedSince(db, before, BATCH);
        for (const row of rows) await removeIfUnneeded(row);
        if (rows.length < BATCH) break;
      }
      await removeStray();
    },
  };
  return library satisfies OwnFiles;
}
