import { type MediaLook, mediaKindOf, sizesText } from '@social/rules';
import { type Clock, isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import { faultPoint } from '../fault-points.ts';
import { cleanFileName, nameOfType } from '../media/file-name.ts';
import type { MediaStore, StoredFile } from '../media/keep/media-store.ts';
import { sourceOf } from '../media/look/media-look.ts';
import { extensionOf, type MediaAddresses } from '../media/media-address.ts';
import type { MadeFile, OwnFile, OwnFiles } from '../media/own-files.ts';
import { type ReceivedFile, receiveUpload, type Upload } from '../media/receive-upload.ts';
import { createStripLooks } from '../media/strip-looks.ts';
import { inLockedWorkspace, lockWorkspace } from '../store/database/locks.ts';
import {
  deleteMediaUnusedSince,
  findMedia,
  isMediaNeeded,
  listLooksLike,
  listMediaIn,
  listMediaOf,
  listMediaUnusedSince,
  type MediaRow,
  saveMedia,
  sumMediaBytes,
  touchMedia,
} from '../store/media.ts';
import type { Database, Queryable } from '../store/schema.ts';

/** End of the time for files that are kept for good. */
const NEVER = new Date('9999-12-31T23:59:59.999Z');
const HOUR_MS = 3_600_000;
/** Time between two looks for files without a row. */
const SWEEP_MS = HOUR_MS;
const BATCH = 100;
/** A statement takes a limited number of values. */
const LOOKED_UP_AT_ONCE = 1_000;

/** An upload whose bytes are in their place. */
interface Placed {
  /** Name of its object; null for a file that moves into the folder with its row. */
  readonly object: string | null;
  /** Is false for the object of an earlier upload. */
  readonly isNew: boolean;
}

/** A stored file as its workspace sees it. */
export interface StoredMedia {
  readonly row: MediaRow;
  readonly url: string;
  readonly look: MediaLook;
  readonly expiresAt: Date;
}

/** A stored file of a post; documents have their name and size. */
export interface NamedFile {
  readonly url: string;
  readonly name?: string;
  readonly bytes?: number;
}

/** What is known of a stored file. */
export type StoredLook = MediaLook & Pick<OwnFile, 'name' | 'publicUrl'> & { readonly bytes: number };

export type MediaLibrary = ReturnType<typeof createMediaLibrary>;

/**
 * Makes the service for files that workspaces upload. In the folder, a file is stored together with its row, in a transaction
 * that holds the lock of the workspace, and deleted after its row. No transaction waits for the object storage: an object is put
 * before its row, and deleted after it.
 */
export function createMediaLibrary(deps: {
  db: Database;
  clock: Clock;
  files: MediaStore;
  addresses: MediaAddresses;
  /** Returns false when another database has taken the object storage over, whose files must stay. */
  isStorageOurs: () => Promise<boolean>;
  /** Limit for all files of one workspace. */
  quotaBytes: number;
  /** Time for which a file is kept after its last use when nothing needs it; null for good. */
  keptMs: number | null;
}) {
  const { db, clock, files, addresses, quotaBytes, keptMs } = deps;
  /** Bytes of uploads under way, by workspace. */
  const arriving = new Map<string, number>();
  const lookAtStrip = createStripLooks();

  const deletionRule =
    keptMs === null
      ? 'the operator of this server keeps files for good'
      : `files that no scheduled post needs are deleted ${keptMs / 3_600_000} hours after their last use`;

  function noRoom(needed: number): string {
    const { size, limit } = sizesText(needed, quotaBytes);
    return `The files of this workspace may have ${limit} together, and this would make ${size}; ${deletionRule}`;
  }

  function requireRoom(needed: number): void {
    if (needed <= quotaBytes) return;
    throw new AppError('media_quota_exceeded', noRoom(needed), { details: { quota: 'fileBytes', limit: quotaBytes } });
  }

  /** Adds what stripping does to a file, which is known of one that is stored. */
  async function lookFurther(workspaceId: string, { file, look }: ReceivedFile): Promise<MediaLook> {
    const known = await findMedia(db, workspaceId, file.sha256());
    const { strip } = known ? lookOf(known) : {};
    return strip ? { ...look, strip } : lookAtStrip(workspaceId, look, sourceOf(file));
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
      return await receiveUpload(files, upload, {
        onBytes(bytes) {
          count(bytes);
          requireRoom(stored + (arriving.get(workspaceId) ?? 0));
        },
        lookFurther: (received) => lookFurther(workspaceId, received),
      });
    } finally {
      const others = (arriving.get(workspaceId) ?? 0) - own;
      if (others > 0) arriving.set(workspaceId, others);
      else arriving.delete(workspaceId);
    }
  }

  /** Brings a file to where its row may name it. */
  async function put(workspaceId: string, { file, look: { contentType } }: ReceivedFile): Promise<Placed> {
    const known = await findMedia(db, workspaceId, file.sha256());
    if (known && (await files.holds(storedFile(known)))) return { object: known.object, isNew: false };
    requireRoom((await sumMediaBytes(db, workspaceId)) - (known?.bytes ?? 0) + file.bytes);
    const object = await files.put(file, workspaceId, { contentType, extension: extensionOf(contentType) });
    faultPoint('after-object');
    return { object, isNew: true };
  }

  /** Stores the row. @returns null when the known row that names the object has changed since: the object may be deleted */
  async function place(
    trx: Queryable,
    workspaceId: string,
    { file, look, name }: ReceivedFile & Pick<Upload, 'name'>,
    { object, isNew }: Placed,
  ): Promise<MediaRow | null> {
    const sha256 = file.sha256();
    const known = await findMedia(trx, workspaceId, sha256);
    if (!isNew && known?.object !== object) return null;
    if (!known) requireRoom((await sumMediaBytes(trx, workspaceId)) + file.bytes);
    const now = isoNow(clock);
    const row: MediaRow = {
      workspace_id: workspaceId,
      sha256,
      bytes: file.bytes,
      content_type: look.contentType,
      created_at: known?.created_at ?? now,
      used_at: now,
      object,
      look: JSON.stringify(look),
      name: (name === null ? null : cleanFileName(name)) ?? known?.name ?? null,
    };
    await saveMedia(trx, row);
    if (object === null) await file.keep(workspaceId);
    return row;
  }

  /** Locks a workspace without a place in its line, where others would wait for the disk too. */
  function inOwnTime<Result>(workspaceId: string, work: (trx: Queryable) => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (trx) => {
      await lockWorkspace(trx, workspaceId);
      return work(trx);
    });
  }

  async function storeRow(workspaceId: string, received: ReceivedFile & Pick<Upload, 'name'>): Promise<MediaRow> {
    for (;;) {
      const placed = await put(workspaceId, received);
      const row = await inOwnTime(workspaceId, (trx) => place(trx, workspaceId, received, placed));
      if (row !== null) return row;
    }
  }

  async function removeIfUnneeded(row: MediaRow): Promise<void> {
    const isDeleted = await inLockedWorkspace(db, row.workspace_id, async (trx) => {
      if (!(await isMediaNeeded(trx, row))) return deleteMediaUnusedSince(trx, row);
      await touchMedia(trx, row, isoNow(clock));
      return false;
    });
    // The sweep deletes an object, so that no transaction waits for its storage.
    if (isDeleted && row.object === null) await removeUnnamed(storedFile(row));
  }

  /** Deletes a file of the folder, unless a row names it. A row that is deleted in the same transaction might come back. */
  async function removeUnnamed(file: StoredFile): Promise<void> {
    await inOwnTime(file.workspaceId, async (trx) => {
      if (!(await isNamed(trx, file))) await files.remove(file);
    });
  }

  let sweptAt = 0;

  async function isNamed(queryable: Queryable, { workspaceId, sha256, object }: StoredFile): Promise<boolean> {
    const row = await findMedia(queryable, workspaceId, sha256);
    return row !== undefined && row.object === object;
  }

  /** Deletes files without a row: their transaction failed, or their row was deleted. */
  async function removeStray(): Promise<void> {
    if (sweptAt > clock.now() - SWEEP_MS) return;
    sweptAt = clock.now();
    if (!(await deps.isStorageOurs())) return;
    await files.removeAbandoned();
    for await (const file of files.listOld()) {
      if (await isNamed(db, file)) continue;
      // No later row names the same object, but one may name the same file of the folder.
      if (file.object !== null) await files.remove(file);
      else await removeUnnamed(file);
    }
  }

  /** Address from which a network can fetch a file; null where none can. */
  async function publicAddressOf(row: MediaRow): Promise<string | null> {
    const { sha256, content_type: contentType } = row;
    return (await files.publicAddressOf(storedFile(row))) ?? addresses.publicAddressOf({ sha256, contentType });
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
      const row = await storeRow(workspaceId, { ...received, name: upload.name });
      const url = addresses.addressOf({ sha256: row.sha256, contentType: row.content_type });
      return {
        row,
        url,
        look: received.look,
        expiresAt: keptMs === null ? NEVER : new Date(Date.parse(row.used_at) + keptMs),
      };
    },

    async openForPost(workspaceId: string, sha256: string, signal: AbortSignal): Promise<OwnFile | null> {
      const row = await findMedia(db, workspaceId, sha256);
      // Marks the file as used, so that it is not deleted before it is open.
      if (!row || !(await touchMedia(db, row, isoNow(clock)))) return null;
      const file = await files.openForPost(storedFile(row), signal);
      if (!file) return null;
      return { file, look: lookOf(row), name: nameOf(row), publicUrl: await publicAddressOf(row) };
    },

    async keep(workspaceId: string, { bytes, ...file }: MadeFile): Promise<void> {
      await library.store(workspaceId, { ...file, announcedBytes: bytes });
    },

    /** Reads what is known of a stored file. @returns null for a file that the workspace does not have */
    async lookAt(workspaceId: string, sha256: string): Promise<StoredLook | null> {
      const row = await findMedia(db, workspaceId, sha256);
      if (!row) return null;
      return { ...lookOf(row), name: nameOf(row), bytes: Number(row.bytes), publicUrl: await publicAddressOf(row) };
    },

    /** Explains why a workspace cannot store as many further bytes; null where it can. */
    async roomProblem(workspaceId: string, bytes: number): Promise<string | null> {
      const needed = (await sumMediaBytes(db, workspaceId)) + (arriving.get(workspaceId) ?? 0) + bytes;
      return needed <= quotaBytes ? null : noRoom(needed);
    },

    /** Returns true when a workspace has a file of this size and type from which nothing can be removed. */
    async hasStripped(workspaceId: string, file: Parameters<typeof listLooksLike>[2]): Promise<boolean> {
      const looks = await listLooksLike(db, workspaceId, file);
      return looks.some((look) => lookOf({ look }).strip?.step === 'none');
    },

    /** Address below which networks can fetch files that are stored from now on; null where none can. */
    publicBase: files.publicBase ?? addresses.publicBase,

    /** Opens the file at one of this server's addresses for reading. @throws AppError not_found, unavailable */
    async openAt(signature: string, name: string): Promise<Pick<OwnFile, 'file'> & { readonly contentType: string }> {
      const sha256 = addresses.verify(signature, name);
      // Every workspace with this hash has the same bytes; the file of one may be missing.
      for (const row of sha256 === null ? [] : await listMediaOf(db, sha256)) {
        const file = await files.open(storedFile(row));
        if (file) return { file, contentType: row.content_type };
      }
      throw new AppError('not_found', 'There is no file at this address, or the address has expired');
    },

    /**
     * Makes new addresses for the workspace's files whose addresses have expired or soon will, and names documents. Addresses are the
     * same for an hour, so that a list that is read again has nothing new.
     * @returns what is known of files by their old addresses; of one that is gone, or has a good address and no name, nothing
     */
    async renew(workspaceId: string, urls: readonly string[]): Promise<ReadonlyMap<string, NamedFile>> {
      const sought = [...new Set(urls)].flatMap((url) => {
        const sha256 = addresses.ownFileOf(url);
        const isNamed = mediaKindOf(url) === 'document';
        const isCurrent = addresses.isCurrent(url);
        return sha256 === null || (isCurrent && !isNamed) ? [] : [{ url, sha256, isNamed, isCurrent }];
      });
      const from = Math.ceil(clock.now() / HOUR_MS) * HOUR_MS;
      const asked = [...new Set(sought.map(({ sha256 }) => sha256))];
      const rows = new Map<string, MediaRow>();
      for (let at = 0; at < asked.length; at += LOOKED_UP_AT_ONCE) {
        const found = await listMediaIn(db, workspaceId, asked.slice(at, at + LOOKED_UP_AT_ONCE));
        for (const row of found) rows.set(row.sha256, row);
      }
      return new Map(
        sought.flatMap(({ url, sha256, isNamed, isCurrent }) => {
          const row = rows.get(sha256);
          if (!row) return [];
          const address = isCurrent ? url : addresses.addressOf({ sha256, contentType: row.content_type }, from);
          return [[url, { url: address, ...(isNamed && { name: nameOf(row), bytes: Number(row.bytes) }) }]];
        }),
      );
    },

    /** Deletes files that were not used for a time and that no post needs. */
    async removeUnused(): Promise<void> {
      while (keptMs !== null) {
        const before = new Date(clock.now() - keptMs).toISOString();
        const rows = await listMediaUnusedSince(db, before, BATCH);
        for (const row of rows) await removeIfUnneeded(row);
        if (rows.length < BATCH) break;
      }
      await removeStray();
    },
  };
  return library satisfies OwnFiles;
}

const lookOf = ({ look }: Pick<MediaRow, 'look'>): MediaLook => JSON.parse(look);

const nameOf = (row: Pick<MediaRow, 'look' | 'name'>): string => row.name ?? nameOfType(lookOf(row));

const storedFile = ({ workspace_id: workspaceId, sha256, object }: MediaRow): StoredFile => ({
  workspaceId,
  sha256,
  object,
});
