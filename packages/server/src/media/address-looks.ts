import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileSource, isMedia, isWholeFile, type LookedFile, lookAtFile, typeProblem } from '@social/rules';
import type { Dispatcher } from 'undici';
import { type Answer, durationOf, FetchRefusal, follow, reasonOf, type Way } from './fetch/follow.ts';
import { createGuardedAgent } from './fetch/guarded-agent.ts';
import { type MediaPolicy, shownName } from './fetch/media-url.ts';
import { createPace } from './fetch/pace.ts';
import { fileNameAt, nameOfType } from './file-name.ts';
import { BusyError, createFairQueue } from './fit/fair-queue.ts';
import { withStrip } from './look/media-look.ts';

/** What is read of a file at either end. */
const END_BYTES = 1024 * 1024;
const TOTAL_MS = 5_000;
/** Files that a process looks at together. They hold two ends each. */
const QUEUE = { atATime: 10, ofOneOwner: 4, waiting: 50, waitMs: 5_000 };
/** The composer asks for the same file at each pause of its writer. */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;
const BUSY = 'this server looks at too many other files at the moment';

/** What is known of a file before it is sent: its facts, why it cannot be sent, or a note that it was not looked at. */
export type FoundFile =
  | { readonly file: Omit<LookedFile, 'alt'> }
  | { readonly problem: string; readonly code: 'media_refused' | 'media_unreachable' }
  /** With `failsNow` where a publish at this time would fail for the same reason, which it says. */
  | { readonly note: string | null; readonly failsNow?: string };

const LATER = 'It will be checked when the post is sent.';

/** Returns true for the address of a file that is not uploaded yet, which leads nowhere. @see RFC 6761, section 6.4 */
export function isNotUploaded(url: string): boolean {
  return URL.parse(url)?.hostname.endsWith('.invalid') === true;
}

/** Returns the note on a file that nobody looks at. One that is not uploaded yet has none: its sender has looked at it. */
export function unseenFile(url: string): FoundFile {
  return { note: isNotUploaded(url) ? null : `${fileNameAt(url) ?? shownName(url)} was not looked at. ${LATER}` };
}

/** Looks at files of other servers without fetching them as a whole. */
export interface AddressLooks extends AsyncDisposable {
  /** Looks at a file by its first and last megabyte, at most once a minute for a workspace. Never rejects. */
  lookAt(workspaceId: string, url: string): Promise<FoundFile>;
}

/** Creates what looks at files of other servers. It connects only to addresses that the policy allows. */
export function createAddressLooks(policy: MediaPolicy): AddressLooks {
  let agent: Dispatcher | undefined;
  const queue = createFairQueue(QUEUE);
  const stop = new AbortController();
  const kept = new Map<string, { readonly until: number; readonly found: Promise<FoundFile> }>();

  async function read(url: string, endsAt: number): Promise<FoundFile> {
    using pace = createPace(stop.signal, Math.max(1, endsAt - performance.now()));
    agent ??= createGuardedAgent(policy, { headersTimeout: TOTAL_MS, bodyTimeout: TOTAL_MS });
    const ends = await readEnds(url, { agent, policy, signal: pace.signal });
    const look = await lookAtFile(ends);
    if (!isMedia(look)) return { problem: `${shownName(url)} ${typeProblem(look)}`, code: 'media_refused' };
    const isWhole = await isWholeFile(look, ends.whole && pieceOf(ends.whole));
    // The ends of a file may not suffice to follow it.
    const stripped = await withStrip(look, ends).catch(() => look);
    const name = fileNameAt(url) ?? nameOfType(look);
    return { file: { ...stripped, isWhole, name, bytes: ends.bytes, publicUrl: url } };
  }

  return {
    lookAt(workspaceId, url) {
      const key = `${workspaceId} ${url}`;
      const known = kept.get(key);
      if (known && known.until > performance.now()) return known.found;
      if (kept.size >= MAX_KEPT) kept.clear();
      const endsAt = performance.now() + TOTAL_MS;
      const found = queue
        .run(workspaceId, () => read(url, endsAt), stop.signal)
        .catch((error: unknown) => {
          // The next question may find room, or a file that was put there meanwhile.
          if (error instanceof BusyError || durationOf(error) !== 'passing') kept.delete(key);
          return foundByFailure(url, error);
        });
      kept.set(key, { until: performance.now() + KEPT_MS, found });
      return found;
    },

    async [Symbol.asyncDispose]() {
      stop.abort();
      await agent?.close();
    },
  };
}

/** Tells what is known of a file that could not be looked at. */
function foundByFailure(url: string, error: unknown): FoundFile {
  const reason = error instanceof BusyError ? BUSY : reasonOf(error);
  const failure = `${shownName(url)} could not be fetched: ${reason}`;
  const duration = durationOf(error);
  if (duration === 'lasting') return { problem: failure, code: 'media_unreachable' };
  const note = `${fileNameAt(url) ?? shownName(url)} was not looked at: ${reason}. ${LATER}`;
  return duration === 'current' ? { note, failsNow: failure } : { note };
}

/** The ends of a file. */
interface Ends extends FileSource {
  readonly bytes: number;
  /** All of the file; null where only its ends are known. */
  readonly whole: Uint8Array | null;
}

/** Reads the first and the last megabyte. @throws FetchRefusal, or an error of the connection */
async function readEnds(url: string, way: Way): Promise<Ends> {
  const first = await askFor(url, 0, END_BYTES, way);
  const { bytes } = first;
  if (first.piece.length >= bytes) return sourceOf(first.piece, first.piece, bytes);
  const from = Math.max(END_BYTES, bytes - END_BYTES);
  const last = await askFor(url, from, bytes, way);
  if (last.bytes !== bytes || last.piece.length < bytes - from) throw new FetchRefusal('it changes while it is read');
  return sourceOf(first.piece, last.piece, bytes);
}

/** @returns the bytes from `from` up to `to`, and the size of the file. A file that is sent as a whole may not be larger. */
async function askFor(url: string, from: number, to: number, way: Way): Promise<{ piece: Uint8Array; bytes: number }> {
  const asked = { ...way, headers: { range: `bytes=${from}-${to - 1}` } };
  const answer = await follow(url, asked).catch((error: unknown) => {
    if (!mayBeOfRange(error)) throw error;
    if (from > 0) throw new FetchRefusal(NO_PARTS, { cause: error });
    return follow(url, way);
  });
  try {
    const size = answer.range === null ? null : sizeOf(answer.range, from);
    const piece = await readUpTo(answer, to - from + (size === null ? 1 : 0));
    if (size !== null) return { piece, bytes: size };
    if (from > 0 || piece.length > to) throw new FetchRefusal(NO_PARTS);
    return { piece, bytes: piece.length };
  } finally {
    answer.body.destroy();
  }
}

const NO_PARTS = 'its server does not send parts of files';
/** Refusals of any request, which a second one would not better. */
const NOT_OF_RANGE = [408, 425, 429];

/** Returns true for a refusal that a request for all of the file, as the publish makes it, may not get. */
function mayBeOfRange(error: unknown): boolean {
  const status = error instanceof FetchRefusal ? (error.status ?? 0) : 0;
  return status >= 400 && status < 500 && !NOT_OF_RANGE.includes(status);
}

/** Reads the size of a file from the header of its part, which has to begin where it was asked for. @see RFC 9110, section 14.4 */
function sizeOf(range: string, from: number): number {
  const [, start, size] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(range) ?? [];
  if (size === undefined || Number(start) !== from) throw new FetchRefusal('its server sends another part of it');
  return Number(size);
}

async function readUpTo({ body }: Answer, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

function sourceOf(first: Uint8Array, last: Uint8Array, bytes: number): Ends {
  const lastStart = bytes - last.length;
  const whole = last.length + first.length === bytes ? Buffer.concat([first, last]) : null;
  return {
    bytes,
    whole: first === last ? first : whole,
    pause: nextTurn,
    async read(start, end) {
      if (start >= lastStart) return last.subarray(start - lastStart, end - lastStart);
      if (whole) return whole.subarray(start, end);
      if (end <= first.length) return first.subarray(start, end);
      throw new FetchRefusal('it cannot be understood by its beginning and its end');
    },
  };
}

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
