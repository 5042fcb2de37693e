import { createHash } from 'node:crypto';
import type { LinkCard, OutgoingMedia } from '@social/platforms';
import type { Dispatcher } from 'undici';
import type { Logger } from '../../log/logger.ts';
import { createDownloader, type Downloader } from '../fetch/download.ts';
import { FetchRefusal, reasonOf } from '../fetch/follow.ts';
import { createGuardedAgent } from '../fetch/guarded-agent.ts';
import { type MediaPolicy, mediaUrlProblem, shownName } from '../fetch/media-url.ts';
import { BusyError, createFairQueue, type FairQueue } from '../fit/fair-queue.ts';
import type { PictureFitter } from '../fit/picture-fitter.ts';
import { readWhole } from '../keep/media-store.ts';
import type { TemporaryFiles } from '../keep/temporary-files.ts';
import type { ReadPage } from './read-page.ts';

/** Limits of the picture of a card, which LinkedIn does not take as WebP. */
const PICTURE = { maxBytes: 1_000_000, types: ['image/jpeg', 'image/png'] };
const FETCHED = { maxBytes: 5_000_000, totalMs: 5_000, minRate: null };
/** A card shows no video: one is refused with its first bytes, whatever its address or its server calls it. */
const NOTHING = { ...FETCHED, maxBytes: 0 };
const FETCH_LIMITS = { image: FETCHED, video: NOTHING, document: NOTHING };
/** Pages that a process reads at a time: those of publishes, and those that writers look at, which delay no publish. */
const QUEUES = {
  publish: { atATime: 20, ofOneOwner: 10, waiting: 200, waitMs: 10_000 },
  preview: { atATime: 10, ofOneOwner: 3, waiting: 20, waitMs: 3_000 },
};
/** The composer asks for the same page at each pause of its writer. */
const PREVIEW_MS = 60_000;
const MAX_PREVIEWS = 200;
const BUSY = 'this server reads too many other pages at the moment';

/** A card without its picture. */
export interface PreviewedCard extends Omit<LinkCard, 'picture'> {
  /** Set when the page names a picture. */
  readonly picture: boolean;
}

/** The reason why a link has no card, as the end of a sentence. */
export interface NoCard {
  readonly problem: string;
}

export type LinkCards = ReturnType<typeof createLinkCards>;

/** Creates the reader of the pages that posts link to. It connects only to addresses that the policy of media allows. */
export function createLinkCards(
  policy: MediaPolicy,
  { files, fitter, logger }: { files: TemporaryFiles; fitter: PictureFitter; logger: Logger },
) {
  let agent: Dispatcher | undefined;
  const [publishes, previewing] = [createFairQueue(QUEUES.publish), createFairQueue(QUEUES.preview)];
  const stop = new AbortController();
  const previews = new Map<string, { readonly until: number; readonly card: Promise<PreviewedCard | NoCard> }>();
  let loading: Downloader | undefined;

  /** @throws FetchRefusal, or an error of the connection */
  async function read(url: string, workspaceId: string, queue: FairQueue): Promise<ReadPage & { title: string }> {
    const problem = mediaUrlProblem(url, policy);
    if (problem !== null) throw new FetchRefusal(`its address ${problem}`);
    // Loaded with the first page, since most posts have no card.
    const { readPage } = await import('./read-page.ts');
    agent ??= createGuardedAgent(policy, { headersTimeout: FETCHED.totalMs, bodyTimeout: FETCHED.totalMs });
    const way = { agent, policy, signal: stop.signal };
    const page = await queue.run(workspaceId, () => readPage(url, way), way.signal);
    if (page.title === null) throw new FetchRefusal('it has no title');
    return { ...page, title: page.title };
  }

  function explain(url: string, error: unknown): NoCard {
    const reason = error instanceof BusyError ? BUSY : reasonOf(error);
    return { problem: `the page ${nameOf(url)} could not be used: ${reason}` };
  }

  async function loadPicture(address: string | null, workspaceId: string): Promise<OutgoingMedia | null> {
    if (address === null || mediaUrlProblem(address, policy) !== null) return null;
    loading ??= createDownloader({ policy, files, limits: FETCH_LIMITS });
    const { file, look } = await loading.download(address, stop.signal, { owner: workspaceId });
    try {
      const { contentType, size } = look;
      if (look.isAnimated) return null;
      if (file.bytes <= PICTURE.maxBytes && PICTURE.types.includes(contentType)) {
        return outgoing({ bytes: await readWhole(file), contentType, size });
      }
      const order = { workspaceId, contentType, limits: { maxBytes: PICTURE.maxBytes }, types: PICTURE.types };
      const fitted = await fitter.fit(order, () => readWhole(file), stop.signal);
      return fitted && outgoing(fitted);
    } finally {
      await file.remove();
    }
  }

  return {
    /** Reads the card of a link, with its picture. Never rejects. */
    async read(url: string, workspaceId: string): Promise<LinkCard | NoCard> {
      try {
        const { title, description, picture: named, finalUrl } = await read(url, workspaceId, publishes);
        const picture = await loadPicture(absolute(named, finalUrl), workspaceId).catch((err: unknown) => {
          logger.info({ err }, 'the picture of a link card could not be used');
          return null;
        });
        return { url, title, description: description ?? '', picture };
      } catch (error) {
        return explain(url, error);
      }
    },

    /** Reads the card of a link without its picture, at most once a minute for a workspace. Never rejects. */
    preview(url: string, workspaceId: string): Promise<PreviewedCard | NoCard> {
      const key = `${workspaceId} ${url}`;
      const known = previews.get(key);
      if (known && known.until > performance.now()) return known.card;
      if (previews.size >= MAX_PREVIEWS) previews.clear();
      const card = read(url, workspaceId, previewing).then(
        ({ title, description, picture, finalUrl }) => {
          return { url, title, description: description ?? '', picture: absolute(picture, finalUrl) !== null };
        },
        (error: unknown) => {
          // The next question may find room.
          if (error instanceof BusyError) previews.delete(key);
          return explain(url, error);
        },
      );
      previews.set(key, { until: performance.now() + PREVIEW_MS, card });
      return card;
    },

    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all([agent?.close(), loading?.close()]);
    },
  };
}

function nameOf(url: string): string {
  return URL.canParse(url) ? shownName(url) : 'behind the link';
}

function absolute(address: string | null, base: string): string | null {
  const url = address === null ? null : URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

function outgoing(picture: {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly size: OutgoingMedia['dimensions'];
}): OutgoingMedia {
  const { bytes, contentType, size: dimensions } = picture;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ...{
      kind: 'image',
      contentType,
      alt: '',
      bytes: bytes.byteLength,
      sha256,
      dimensions,
      duration: null,
      isAnimated: false,
      publicUrl: null,
    },
    fileName: 'card',
    async *open(fromByte = 0) {
      yield bytes.subarray(fromByte);
    },
  };
}
