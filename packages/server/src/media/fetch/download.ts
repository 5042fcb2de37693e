import type { NameLookup } from '@social/platforms';
import { isMedia, type MediaLook, mayBeMedia, sizeText, typeProblem } from '@social/rules';
import type { Dispatcher } from 'undici';
import { MediaError } from '../keep/media-source.ts';
import type { TemporaryFile, TemporaryFiles } from '../keep/temporary-files.ts';
import { lookOnDisk, requireWhole } from '../look/media-look.ts';
import { withType } from '../look/typed-pieces.ts';
import { FETCH_LIMITS, type KindLimits } from './fetch-limits.ts';
import { type Answer, FetchRefusal, follow, reasonOf } from './follow.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { type MediaPolicy, shownName } from './media-url.ts';
import { createPace, type Pace } from './pace.ts';

/** A downloaded file and what it is by its bytes. */
export interface Download {
  /** The caller removes it. */
  readonly file: TemporaryFile;
  readonly look: MediaLook;
}

/** Downloads from addresses that users give. */
export interface Downloader {
  /**
   * Streams a file to the disk until the signal aborts. Leaves no file when it throws.
   * @param file.owner the workspace whose temporary bytes count the file
   * @param file.limits of this file; the downloader's when left out
   * @throws MediaError
   */
  readonly download: (
    url: string,
    signal: AbortSignal,
    file: { readonly owner: string; readonly limits?: KindLimits },
  ) => Promise<Download>;
  close(): Promise<void>;
}

/** Parts of a downloader. */
export interface DownloaderOptions {
  readonly policy: MediaPolicy;
  readonly files: TemporaryFiles;
  readonly limits?: KindLimits;
  /** The system's name servers when left out. */
  readonly lookup?: NameLookup;
}

/** Creates a downloader that connects only to addresses the policy allows, and checks each redirect like the first address. */
export function createDownloader({
  policy,
  files,
  limits: usual = FETCH_LIMITS,
  lookup,
}: DownloaderOptions): Downloader {
  let agent: Dispatcher | undefined;
  return {
    async download(url, signal, { owner, limits = usual }) {
      using pace = createPace(signal, limits.image.totalMs);
      try {
        agent ??= createGuardedAgent(policy, { lookup });
        const answer = await follow(url, { agent, policy, signal: pace.signal });
        return await receive(answer, { owner, files, pace, limits });
      } catch (error) {
        if (error instanceof MediaError) throw error;
        throw new MediaError('media_unreachable', `${shownName(url)} could not be fetched: ${reasonOf(error)}`, error);
      }
    },
    close: async () => agent?.close(),
  };
}

interface Arrival {
  readonly owner: string;
  readonly files: TemporaryFiles;
  readonly pace: Pace;
  readonly limits: KindLimits;
}

async function receive(answer: Answer, arrival: Arrival): Promise<Download> {
  let file: TemporaryFile | undefined;
  try {
    file = await arrival.files.create(arrival.owner);
    await fill(file, answer, arrival);
    const look = await lookOnDisk(file);
    if (!isMedia(look)) throw refusal(answer.url, typeProblem(look));
    await requireWhole(file, look, shownName(answer.url));
    return { file, look };
  } catch (error) {
    await file?.remove();
    throw error;
  } finally {
    answer.body.destroy();
  }
}

/** Writes the body to the file. The first bytes decide whether the server takes the file, and how much of it. */
async function fill(file: TemporaryFile, { url, body, announced }: Answer, { pace, limits }: Arrival): Promise<void> {
  for await (const { type, piece } of withType(body)) {
    if (!mayBeMedia(type)) throw refusal(url, typeProblem(type));
    if (file.bytes === 0) pace.expect(limits[type.kind]);
    pace.count(piece.byteLength);
    const { maxBytes } = limits[type.kind];
    if (Math.max(announced, file.bytes + piece.byteLength) > maxBytes) {
      throw refusal(
        url,
        maxBytes === 0
          ? `is a ${type.kind}, and none of the post's platforms takes one`
          : `is larger than ${sizeText(maxBytes)}`,
      );
    }
    await file.append(piece);
  }
  if (file.bytes === 0) throw new FetchRefusal('it is empty');
}

function refusal(url: string, problem: string): MediaError {
  return new MediaError('media_refused', `${shownName(url)} ${problem}`);
}
