import type { PlatformId } from '@social/types';
import type { OutgoingMedia } from './driver.ts';
import { unreadableMedia } from './media-bytes.ts';

/**
 * Reads a part of a file into memory, for uploads in pieces: `length` bytes from `start` on, fewer only at its end.
 * @throws PlatformError when the file cannot be read, or ends before the size that was announced
 */
export async function readMediaPart(
  platform: PlatformId,
  media: OutgoingMedia,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(Math.min(length, media.bytes - start));
  let filled = 0;
  try {
    for await (const chunk of media.open(start)) {
      const taken = chunk.subarray(0, part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      if (filled === part.length) break;
    }
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
  if (filled !== part.length) throw unreadableMedia(platform);
  return part;
}

/**
 * Reads a part of a file while it is sent; `onBytes` hears how many of its bytes there were so far.
 * @throws PlatformError when the file cannot be read, or ends before the part does
 */
export async function* streamMediaPart(
  platform: PlatformId,
  media: OutgoingMedia,
  part: { readonly start: number; readonly end: number; readonly onBytes: (bytes: number) => void },
): AsyncGenerator<Uint8Array> {
  const length = part.end - part.start;
  let read = 0;
  try {
    for await (const chunk of media.open(part.start)) {
      const taken = chunk.subarray(0, length - read);
      read += taken.byteLength;
      yield taken;
      part.onBytes(read);
      if (read === length) return;
    }
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
  throw unreadableMedia(platform);
}
