import { mediaFacts, mediaProblem } from '@social/rules';
import { networkName, type PlatformId, type Schema } from '@social/types';
import type { OutgoingMedia } from './driver.ts';
import { cleanText } from './http/safe-quote.ts';
import { refusedFile, unreachableFile } from './meanings.ts';
import { PlatformError } from './platform-error.ts';

/** Reads a whole file into memory: for images, whose size was checked before. @throws PlatformError when it cannot be read. */
export async function readMediaBytes(platform: PlatformId, media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  return collect(streamMediaBytes(platform, media), media.bytes);
}

/**
 * Reads a file chunk by chunk while it is sent.
 * @param options.from the first byte that is read; 0 when left out
 * @param options.onBytes is called after each chunk with the number of bytes of the file up to there
 * @throws PlatformError when the file cannot be read, or does not have the size that was announced
 */
export async function* streamMediaBytes(
  platform: PlatformId,
  media: OutgoingMedia,
  { from = 0, onBytes }: { readonly from?: number; readonly onBytes?: (bytes: number) => void } = {},
): AsyncGenerator<Uint8Array> {
  let read = from;
  for await (const chunk of readable(platform, media.open(from))) {
    read += chunk.byteLength;
    if (read > media.bytes) break;
    yield chunk;
    onBytes?.(read);
  }
  if (read !== media.bytes) throw unreadableMedia(platform);
}

/**
 * Reads a part of a file into memory, for uploads in parts: `length` bytes from `start` on, fewer only at the file's end.
 * @throws PlatformError when the file cannot be read, or ends before the size that was announced
 */
export async function readMediaPart(
  platform: PlatformId,
  media: OutgoingMedia,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const taken = Math.min(length, media.bytes - start);
  return collect(streamMediaPart(platform, media, { start, end: start + taken }), taken);
}

async function collect(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return bytes;
}

/**
 * Reads the bytes from `start` to `end` of a file while they are sent.
 * @param part.onBytes is called after each piece with the number of bytes of the part up to there
 * @throws PlatformError when the file cannot be read, or ends before the part does
 */
export async function* streamMediaPart(
  platform: PlatformId,
  media: OutgoingMedia,
  part: { readonly start: number; readonly end: number; readonly onBytes?: (bytes: number) => void },
): AsyncGenerator<Uint8Array> {
  const length = part.end - part.start;
  let read = 0;
  for await (const chunk of readable(platform, media.open(part.start))) {
    const taken = chunk.subarray(0, length - read);
    read += taken.byteLength;
    yield taken;
    part.onBytes?.(read);
    if (read === length) return;
  }
  throw unreadableMedia(platform);
}

/**
 * Reads a file in segments of one size, the last one shorter, of which one is in memory. Reads nothing when all of the
 * file's segments lie before `from`.
 * @throws PlatformError when the file cannot be read to its end
 */
export async function* readSegments(
  platform: PlatformId,
  media: OutgoingMedia,
  { from, bytes }: { readonly from: number; readonly bytes: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (from >= media.bytes) return;
  let segment = new Uint8Array(Math.min(bytes, media.bytes - from));
  let filled = 0;
  let position = from;
  for await (const chunk of streamMediaBytes(platform, media, { from })) {
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = chunk.subarray(at, at + segment.length - filled);
      segment.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < segment.length) continue;
      position += filled;
      yield segment;
      segment = new Uint8Array(Math.min(bytes, media.bytes - position));
      filled = 0;
    }
  }
}

/** The chunks of a file; an error of their source is the error of an unreadable file. */
async function* readable(platform: PlatformId, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
}

interface Network {
  readonly platform: PlatformId;
  readonly network: string;
  /** Of the post: a story takes other files than the feed. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Refuses, before anything is sent, files that the network does not take, or not together. @param server its own limits */
export function requireMedia(place: Network, media: readonly OutgoingMedia[], server?: Schema<'ServerMedia'>): void {
  const { platform, network } = place;
  const facts = mediaFacts(platform, { ...place, server });
  const files = media.map(({ dimensions, fileName, ...file }) => {
    return { ...file, size: dimensions, name: cleanText(fileName, 100) };
  });
  const problem = mediaProblem(files, facts, networkName(network));
  if (problem !== null) throw refusedMedia(platform, problem);
}

/** The error for media that the network cannot carry; nothing was published. */
export function refusedMedia(platform: PlatformId, message: string): PlatformError {
  return new PlatformError(platform, refusedFile(message));
}

/** Size in bytes of several files together. */
export function totalBytesOf(media: readonly OutgoingMedia[]): number {
  return media.reduce((sum, { bytes }) => sum + bytes, 0);
}

function unreadableMedia(platform: PlatformId, cause?: unknown): PlatformError {
  const meaning = unreachableFile('the media file could not be read to its end; nothing was published, try again');
  return new PlatformError(platform, { ...meaning, cause });
}
