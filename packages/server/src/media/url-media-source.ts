import type { OutgoingMedia } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';
import type { Download, Downloader } from './download.ts';
import { type ContentMedia, type MediaBatch, MediaError, type MediaSource } from './media-source.ts';
import { type MediaPolicy, shownName } from './media-url.ts';
import { type Picture, readPicture } from './picture.ts';
import { createTemporaryFiles, type TemporaryFilesOptions } from './temporary-files.ts';

const MAX_PIXELS = 50_000_000;

interface FetchedFile extends Download {
  /** Null of a video, which is not looked into. */
  readonly picture: Picture | null;
}

/**
 * Fetches media from the addresses users give, and from nowhere they must not lead. The files are on the disk until their
 * batch is closed; disposing of the source closes every batch.
 */
export function createUrlMediaSource(
  policy: MediaPolicy,
  options: TemporaryFilesOptions,
): MediaSource & AsyncDisposable {
  const files = createTemporaryFiles(options);
  const open = new Set<MediaBatch>();
  let loading: Promise<Downloader> | undefined;
  // Loaded with the first file: most posts have none.
  const loadDownloader = () => {
    loading ??= import('./download.ts').then(({ createDownloader }) => createDownloader({ policy, files }));
    return loading;
  };
  return {
    openBatch() {
      const batch = createBatch(loadDownloader, () => open.delete(batch));
      open.add(batch);
      return batch;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((batch) => batch.close()));
      await (await loading)?.close();
    },
  };
}

function createBatch(loadDownloader: () => Promise<Downloader>, onClose: () => void): MediaBatch {
  const stop = new AbortController();
  const files = new Map<string, Promise<FetchedFile>>();

  function fetchOnce(url: string): Promise<FetchedFile> {
    const known = files.get(url);
    if (known !== undefined) return known;
    const fetched = loadDownloader().then((downloader) => fetchFile(url, downloader, stop.signal));
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
  return new URL(url).pathname.split('/').at(-1) || 'file';
}

/** @throws MediaError when the platform does not take it */
function toOutgoing(
  platform: PlatformId,
  { url, alt }: ContentMedia,
  { file, kind, contentType, picture }: FetchedFile,
): OutgoingMedia {
  const facts = platformFacts(platform).media;
  const types = kind === 'image' ? facts.imageTypes : facts.videoTypes;
  const name = shownName(url);
  if (!types.includes(contentType)) {
    throw new MediaError(
      'media_refused',
      `${name} is ${contentType}; ${platform} takes ${types.join(', ') || `no ${kind}s`}`,
    );
  }
  const maxBytes = kind === 'image' ? facts.maxImageBytes : facts.maxVideoBytes;
  if (file.bytes > maxBytes) {
    throw new MediaError(
      'media_refused',
      `${name} has ${file.bytes} bytes; ${platform} takes ${kind}s up to ${maxBytes}`,
    );
  }
  const frames = picture?.frames ?? 0;
  if (facts.maxFrames > 0 && frames > facts.maxFrames) {
    throw new MediaError('media_refused', `${name} has ${frames} frames; ${platform} takes up to ${facts.maxFrames}`);
  }
  return {
    ...{ kind, contentType, alt, bytes: file.bytes, sha256: file.sha256() },
    dimensions: picture && { width: picture.width, height: picture.height },
    fileName: fileNameOf(url),
    publicUrl: url,
    open: (fromByte) => file.read(fromByte),
  };
}

async function fetchFile(url: string, { download }: Downloader, signal: AbortSignal): Promise<FetchedFile> {
  const fetched = await download(url, signal);
  if (fetched.kind !== 'image') return { ...fetched, picture: null };
  try {
    return { ...fetched, picture: await checkPicture(fetched, shownName(url)) };
  } catch (error) {
    await fetched.file.remove();
    throw error;
  }
}

/** Refuses a picture that is not whole or too large. */
async function checkPicture({ file, contentType }: Download, name: string): Promise<Picture> {
  const picture = await readPicture(file.read(), contentType);
  if (picture === null || picture.width === 0 || picture.height === 0) {
    throw new MediaError('media_refused', `${name} is not a whole picture; check the file`);
  }
  if (picture.width * picture.height > MAX_PIXELS) {
    throw new MediaError(
      'media_refused',
      `${name} has more than ${MAX_PIXELS / 1_000_000} megapixels; make it smaller`,
    );
  }
  return picture;
}
