import type { Readable } from 'node:stream';
import type { OutgoingMedia } from '@social/platforms';
import { type PlatformId, platformFacts } from '@social/types';
import { type Dispatcher, request } from 'undici';
import { BlockedAddressError, createGuardedAgent } from './guarded-agent.ts';
import { type ContentMedia, MediaError, type MediaSource } from './media-source.ts';
import { type MediaPolicy, mediaUrlProblem } from './media-url.ts';
import { readPicture } from './picture.ts';
import { type SniffedType, sniff } from './sniff.ts';

const MAX_REDIRECTS = 3;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
const TOTAL_TIMEOUT_MS = 30_000;

interface FetchedFile extends SniffedType {
  readonly bytes: Buffer;
  /** More than one in an animation; 0 in a video. */
  readonly frames: number;
}

/** Fetches media from the addresses users give, and from nowhere they must not lead. Files are kept in memory while a post is sent. */
export function createUrlMediaSource(policy: MediaPolicy): MediaSource & AsyncDisposable {
  const agent = createGuardedAgent(policy);
  return {
    openBatch() {
      const files = new Map<string, Promise<FetchedFile>>();
      const fetchOnce = (url: string): Promise<FetchedFile> => {
        const known = files.get(url);
        if (known !== undefined) return known;
        const fetched = fetchFile(url, agent, policy);
        files.set(url, fetched);
        return fetched;
      };
      return {
        load: (content) => Promise.all(content.media.map((media) => load(content.platform, media, fetchOnce))),
      };
    },
    [Symbol.asyncDispose]: () => agent.close(),
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

async function fetchFile(url: string, agent: Dispatcher, policy: MediaPolicy): Promise<FetchedFile> {
  const name = shownName(url);
  const limit = new AbortController();
  // A timer of our own: a signal of `AbortSignal.timeout` that nobody holds any more may be collected before it fires.
  const timer = setTimeout(() => limit.abort(new DOMException('too slow', 'TimeoutError')), TOTAL_TIMEOUT_MS);
  try {
    const bytes = await download(url, agent, policy, limit.signal);
    const type = sniff(bytes.subarray(0, 64));
    if (!type) throw new MediaError('media_refused', `${name} is neither a picture nor a video that networks take`);
    return { bytes, ...type, frames: type.kind === 'image' ? checkPicture(bytes, type.contentType, name) : 0 };
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw new MediaError('media_unreachable', `${name} could not be fetched: ${reasonOf(error)}`, error);
  } finally {
    clearTimeout(timer);
  }
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

async function download(url: string, agent: Dispatcher, policy: MediaPolicy, signal: AbortSignal): Promise<Buffer> {
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(address, { dispatcher: agent, signal, headers: { 'accept-encoding': 'identity' } });
    const { statusCode, headers, body } = answer;
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump({ limit: 65_536, signal }).catch(() => undefined);
      address = nextHop(address, headers['location'], policy);
    } else if (statusCode === 200) {
      if (headers['content-encoding'] !== undefined) {
        drop(body);
        throw new Refused('it is compressed in transit, which was not asked for');
      }
      return collect(body, Number(headers['content-length'] ?? 0));
    } else {
      drop(body);
      throw new Refused(`its server answered ${statusCode}`);
    }
  }
  throw new Refused(`it redirects more than ${MAX_REDIRECTS} times`);
}

function nextHop(from: URL, location: string | string[] | undefined, policy: MediaPolicy): URL {
  if (typeof location !== 'string' || location.length > 2048 || !URL.canParse(location, from.href)) {
    throw new Refused('it redirects to nowhere');
  }
  const next = new URL(location, from);
  if (mediaUrlProblem(next.href, policy) !== null || (from.protocol === 'https:' && next.protocol !== 'https:')) {
    throw new Refused('it redirects to an address that is not allowed');
  }
  return next;
}

/** Ends a download early; the error that this causes in the stream is nobody's. */
function drop(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function collect(body: Readable, announced: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES || announced > MAX_BYTES) {
      drop(body);
      throw new MediaError('media_refused', `The file is larger than ${MAX_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  if (size === 0) throw new Refused('it is empty');
  return Buffer.concat(chunks);
}

/** A reason that may be shown: it says nothing of what stands behind the address. */
class Refused extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof BlockedAddressError) return 'its address is not on the public internet';
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  const code = (error as { code?: string }).code ?? '';
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'its host name is unknown';
  if (code.startsWith('UND_ERR') && code.includes('TIMEOUT')) return 'it took too long';
  return 'the connection failed';
}

/** Host and file name of an address: enough to recognise it, without a query that may hold a secret. */
function shownName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`.slice(0, 120);
}
