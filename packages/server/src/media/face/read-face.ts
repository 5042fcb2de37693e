import { createDownloader, type Downloader } from '../fetch/download.ts';
import { FetchRefusal } from '../fetch/follow.ts';
import { type MediaPolicy, mediaUrlProblem } from '../fetch/media-url.ts';
import type { PictureFitter } from '../fit/picture-fitter.ts';
import { readWhole } from '../keep/media-store.ts';
import type { TemporaryFiles } from '../keep/temporary-files.ts';

const MAX_FETCHED_BYTES = 5_000_000;
/** Time from the first request to the last byte. */
const TOTAL_MS = 5_000;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** A face is shown at up to 64 pixels, of which a sharp screen has twice as many. */
const KEPT = { maxBytes: 50_000, maxShort: 128, maxLong: 256 };
/** Pixels of the largest picture that is decoded for a face: more would keep the pictures of posts waiting. */
const MAX_PIXELS = 16_000_000;
/** Limits of a picture that stays as it is where the library that makes pictures smaller cannot be loaded. */
const UNFITTED = { maxBytes: 200_000, maxLong: 1_024 };
/** Pictures of posts are owned by workspaces: those of accounts take one turn among theirs. */
const OWNER = 'pictures of accounts';

/** A picture that is small enough to be kept for each account. */
export interface Face {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Reads pictures of accounts. */
export interface FaceReader extends AsyncDisposable {
  /** @throws MediaError, FetchRefusal or the reason of the signal; no message holds more of the address than host and path */
  read(url: string, signal: AbortSignal): Promise<Face>;
}

/** Creates the reader of pictures of accounts. It connects only to addresses that the policy of media allows, at every redirect. */
export function createFaceReader(
  policy: MediaPolicy,
  { files, fitter, totalMs = TOTAL_MS }: { files: TemporaryFiles; fitter: PictureFitter; totalMs?: number },
): FaceReader {
  const image = { maxBytes: MAX_FETCHED_BYTES, totalMs, minRate: null };
  // Other files are refused with their first bytes.
  const none = { ...image, maxBytes: 0 };
  const limits = { image, video: none, document: none };
  const downloader: Downloader = createDownloader({ policy, files, limits });

  return {
    async read(url, signal) {
      const problem = mediaUrlProblem(url, policy);
      if (problem !== null) throw new FetchRefusal(`its address ${problem}`);
      const { file, look } = await downloader.download(url, signal, { owner: OWNER });
      try {
        const { contentType, isAnimated } = look;
        const { width, height } = look.size ?? { width: 0, height: 0 };
        if (width * height > MAX_PIXELS) throw new FetchRefusal('it has too many pixels');
        const [short, long] = width < height ? [width, height] : [height, width];
        const isStill = TYPES.includes(contentType) && !isAnimated;
        const unchanged = async (): Promise<Face> => ({ bytes: await readWhole(file), contentType });
        const isSmall = file.bytes <= KEPT.maxBytes && short <= KEPT.maxShort && long <= KEPT.maxLong;
        if (isStill && isSmall) return await unchanged();
        const order = { workspaceId: OWNER, contentType, limits: KEPT, types: TYPES };
        const fitted = await fitter.fit(order, () => readWhole(file), signal).catch(() => null);
        if (fitted) return fitted;
        if (isStill && file.bytes <= UNFITTED.maxBytes && long <= UNFITTED.maxLong) return await unchanged();
        throw new FetchRefusal('it cannot be made small enough');
      } finally {
        await file.remove();
      }
    },
    [Symbol.asyncDispose]: () => downloader.close(),
  };
}
