import type { OutgoingMedia } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Downloader } from './fetch/download.ts';
import { type MediaPolicy, shownName } from './fetch/media-url.ts';
import { type ContentMedia, type MediaBatch, MediaError, type MediaSource } from './keep/media-source.ts';
import type { ReadableFile } from './keep/media-store.ts';
import type { TemporaryFiles } from './keep/temporary-files.ts';
import type { Picture } from './look/picture.ts';
import { checkPicture } from './look/picture-check.ts';
import type { SniffedType } from './look/sniff.ts';

/** Most files of one workspace that a process fetches at a time, so that a slow host takes no connection from others. */
const FETCHES_PER_WORKSPACE = 20;

/** An uploaded file of a workspace, open for reading. */
export interface OwnFile extends SniffedType {
  readonly file: ReadableFile;
  /** Address from which a network can fetch it. */
  readonly publicUrl: string | null;
}

/** The uploaded files of workspaces. */
export interface OwnFiles {
  /** Opens a file. @returns the file, or null when the workspace does not have it @throws MediaError */
  openForPost(workspaceId: string, sha256: string, signal: AbortSignal): Promise<OwnFile | null>;
}

interface FetchedFile extends OwnFile {
  /** Facts of a picture; null for a video, whose structure the server does not read. */
  readonly picture: Picture | null;
}

/**
 * Creates the source of posts' media: uploaded files, and files at addresses that users give, as far as the policy allows them.
 * Files stay on the disk until their batch is closed; disposing of the source closes every batch.
 */
export function createUrlMediaSource(
  policy: MediaPolicy,
  own: OwnFiles,
  files: TemporaryFiles,
): MediaSource & AsyncDisposable {
  const open = new Set<MediaBatch>();
  const limits = new Map<string, LimitFunction>();
  let loading: Promise<Downloader> | undefined;
  // Loaded with the first file, since most posts have no media.
  const loadDownloader = () => {
    loading ??= import('./fetch/download.ts').then(({ createDownloader }) => createDownloader({ policy, files }));
    return loading;
  };
  /** Fetches a file when its workspace fetches few enough others. */
  async function fetchInTurn(workspaceId: string, url: string, signal: AbortSignal): Promise<OwnFile> {
    const { download } = await loadDownloader();
    const limit = limits.get(workspaceId) ?? pLimit(FETCHES_PER_WORKSPACE);
    limits.set(workspaceId, limit);
    const fetching = limit(() => {
      signal.throwIfAborted();
      return download(url, signal);
    }).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(workspaceId);
    });
    try {
      // A file that waits for others does not delay the end of its post.
      return { ...(await Promise.race([fetching, abortOf(signal)])), publicUrl: url };
    } catch (error) {
      void fetching.then(({ file }) => file.remove()).catch(() => undefined);
      throw error;
    }
  }
  return {
    openBatch(workspaceId) {
      const find = async (url: string, signal: AbortSignal): Promise<OwnFile> => {
        const sha256 = policy.ownFileOf?.(url) ?? null;
        if (sha256 === null) return fetchInTurn(workspaceId, url, signal);
        return openOwn(url, await own.openForPost(workspaceId, sha256, signal));
      };
      const batch = createBatch(find, () => open.delete(batch));
      open.add(batch);
      return batch;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((batch) => batch.close()));
      await (await loading)?.close();
    },
  };
}

/** @throws MediaError when the workspace has no such file */
function openOwn(url: string, file: OwnFile | null): OwnFile {
  if (file) return file;
  throw new MediaError(
    'media_refused',
    `${fileNameOf(url)} is not stored for this workspace, or no longer; upload the file again and use its new address`,
  );
}

/** Rejects when the signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  promise.catch(() => undefined);
  return promise;
}

type Find = (url: string, signal: AbortSignal) => Promise<OwnFile>;

function createBatch(find: Find, onClose: () => void): MediaBatch {
  const stop = new AbortController();
  const files = new Map<string, Promise<FetchedFile>>();

  function fetchOnce(url: string): Promise<FetchedFile> {
    const known = files.get(url);
    if (known !== undefined) return known;
    const fetched = look(url, find(url, stop.signal));
    files.set(url, fetched);
    return fetched;
  }

  return {
    load: ({ platform, media }) =>
      Promise.all(media.map(async (each) => toOutgoing(platform, each, await fetchOnce(each.url)))),
    async close() {
      stop.abort();
      onClose();
      for (const result of await Promise.allSettled(files.values())) {
        if (result.status === 'fulfilled') await result.value.file.remove();
      }
    },
  };
}

function fileNameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1)?.slice(-100) || 'file';
}

/** Converts a file for the driver. @throws MediaError when the platform does not take the file */
function toOutgoing(platform: PlatformId, { url, alt }: ContentMedia, found: FetchedFile): OutgoingMedia {
  const problem = problemOf(platform, found);
  if (problem !== null) throw new MediaError('media_refused', `${shownName(url)} ${problem}`);
  const { file, kind, contentType, picture, publicUrl } = found;
  return {
    ...{ kind, contentType, alt, bytes: file.bytes, sha256: file.sha256() },
    dimensions: picture && { width: picture.width, height: picture.height },
    fileName: fileNameOf(url),
    publicUrl,
    open: (fromByte) => file.read(fromByte),
  };
}

/** Checks a file against the platform's limits. @returns the end of a sentence, or null for a file that the platform takes */
function problemOf(platform: PlatformId, { file, kind, contentType, picture }: FetchedFile): string | null {
  const facts = platformFacts(platform).media;
  const types = kind === 'image' ? facts.imageTypes : facts.videoTypes;
  const maxBytes = kind === 'image' ? facts.maxImageBytes : facts.maxVideoBytes;
  const frames = picture?.frames ?? 0;
  if (!types.includes(contentType)) {
    return `is ${contentType}; ${platform} takes ${types.join(', ') || `no ${kind}s`}`;
  }
  if (file.bytes > maxBytes) return `has ${file.bytes} bytes; ${platform} takes ${kind}s up to ${maxBytes}`;
  if (facts.maxFrames > 0 && frames > facts.maxFrames) {
    return `has ${frames} frames; ${platform} takes up to ${facts.maxFrames}`;
  }
  return null;
}

/** Reads the size and frames of a picture. @throws MediaError when the picture is cut off, damaged or too large */
async function look(url: string, finding: Promise<OwnFile>): Promise<FetchedFile> {
  const found = await finding;
  if (found.kind !== 'image') return { ...found, picture: null };
  try {
    return { ...found, picture: await checkPicture(found.file, found.contentType, shownName(url)) };
  } catch (error) {
    await found.file.remove();
    throw error;
  }
}
