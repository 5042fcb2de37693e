import type { OutgoingMedia } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';
import type { Downloader } from './download.ts';
import { type ContentMedia, MediaError, type MediaSource } from './media-source.ts';
import { type MediaPolicy, shownName } from './media-url.ts';
import { readPicture } from './picture.ts';
import { type SniffedType, sniff } from './sniff.ts';

const MAX_PIXELS = 50_000_000;

interface FetchedFile extends SniffedType {
  readonly bytes: Buffer;
  /** More than one in an animation; 0 in a video. */
  readonly frames: number;
}

/** Fetches media from the addresses users give, and from nowhere they must not lead. Files are kept in memory while a post is sent. */
export function createUrlMediaSource(policy: MediaPolicy): MediaSource & AsyncDisposable {
  let loading: Promise<Downloader> | undefined;
  // Loaded with the first file: most posts have none.
  const loadDownloader = () => {
    loading ??= import('./download.ts').then(({ createDownloader }) => createDownloader(policy));
    return loading;
  };
  return {
    openBatch() {
      const files = new Map<string, Promise<FetchedFile>>();
      const fetchOnce = (url: string): Promise<FetchedFile> => {
        const known = files.get(url);
        if (known !== undefined) return known;
        const fetched = loadDownloader().then((downloader) => fetchFile(url, downloader));
        files.set(url, fetched);
        return fetched;
      };
      return {
        load: (content) => Promise.all(content.media.map((media) => load(content.platform, media, fetchOnce))),
      };
    },
    async [Symbol.asyncDispose]() {
      await (await loading)?.close();
    },
  };
}

async function load(
  platform: PlatformId,
  media: ContentMedia,
  fetchOnce: (url: string) => Promise<FetchedFile>,
): Promise<OutgoingMedia> {
  const { bytes, kind, contentType, frames } = await fetchOnce(media.url);
  const facts = platformFacts(platform).media;
  const types = kind === 'image' ? facts.imageTypes : facts.videoTypes;
  const name = shownName(media.url);
  if (!types.includes(contentType)) {
    throw new MediaError(
      'media_refused',
      `${name} is ${contentType}; ${platform} takes ${types.join(', ') || `no ${kind}s`}`,
    );
  }
  if (kind === 'image' && bytes.length > facts.maxImageBytes) {
    throw new MediaError(
      'media_refused',
      `${name} has ${bytes.length} bytes; ${platform} takes images up to ${facts.maxImageBytes}`,
    );
  }
  if (facts.maxFrames > 0 && frames > facts.maxFrames) {
    throw new MediaError('media_refused', `${name} has ${frames} frames; ${platform} takes up to ${facts.maxFrames}`);
  }
  return { kind, contentType, alt: media.alt, bytes: bytes.length, open: () => chunksOf(bytes) };
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function fetchFile(url: string, { download }: Downloader): Promise<FetchedFile> {
  const name = shownName(url);
  const bytes = await download(url);
  const type = sniff(bytes.subarray(0, 64));
  if (!type) throw new MediaError('media_refused', `${name} is neither a picture nor a video that networks take`);
  return { bytes, ...type, frames: type.kind === 'image' ? checkPicture(bytes, type.contentType, name) : 0 };
}

/** Refuses a picture that is not whole or too large. Returns its number of frames. */
function checkPicture(bytes: Buffer, contentType: string, name: string): number {
  const { width, height, frames, isComplete } = readPicture(bytes, contentType);
  if (!isComplete || width === 0 || height === 0) {
    throw new MediaError('media_refused', `${name} is not a whole picture; check the file`);
  }
  if (width * height > MAX_PIXELS) {
    throw new MediaError(
      'media_refused',
      `${name} has more than ${MAX_PIXELS / 1_000_000} megapixels; make it smaller`,
    );
  }
  return frames;
}
