import type { PlatformId } from '@social/types';
import type { OutgoingMedia } from './driver.ts';
import { unreadableMedia } from './media-bytes.ts';

/** Reads a file in pieces of one size, the last one shorter, of which one is in memory. @throws PlatformError when it cannot be read to its end. */
export async function* readSegments(
  platform: PlatformId,
  media: OutgoingMedia,
  { from, bytes }: { from: number; bytes: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let position = from;
  let parts: Uint8Array[] = [];
  let held = 0;
  const source = media.open(from)[Symbol.asyncIterator]();
  try {
    while (position + held < media.bytes) {
      const next = await read(source, platform);
      if (next.byteLength > media.bytes - position - held) throw unreadableMedia(platform);
      parts.push(next);
      held += next.byteLength;
      while (held >= bytes || (held > 0 && position + held === media.bytes)) {
        const whole = Buffer.concat(parts);
        const segment = new Uint8Array(whole.subarray(0, bytes));
        const rest = whole.subarray(bytes);
        parts = rest.byteLength > 0 ? [rest] : [];
        held = rest.byteLength;
        position += segment.byteLength;
        yield segment;
      }
    }
  } finally {
    await source.return?.();
  }
}

async function read(source: AsyncIterator<Uint8Array>, platform: PlatformId): Promise<Uint8Array> {
  try {
    const { done, value } = await source.next();
    if (!done) return value;
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
  throw unreadableMedia(platform);
}
