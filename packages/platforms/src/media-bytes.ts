import { type PlatformId, platformFacts } from '@social/types';
import type { OutgoingMedia } from './driver.ts';
import { PlatformError } from './platform-error.ts';

/** Reads a whole file into memory: for images, whose size was checked before. @throws PlatformError when it cannot be read. */
export async function readMediaBytes(platform: PlatformId, media: OutgoingMedia): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(media.bytes);
  let filled = 0;
  try {
    for await (const chunk of media.open()) {
      data.set(chunk, filled);
      filled += chunk.byteLength;
    }
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
  if (filled !== media.bytes) throw unreadableMedia(platform);
  return data;
}

/** Reads a file piece by piece; `onBytes` hears how many there were so far. @throws PlatformError when it cannot be read. */
export async function* streamMediaBytes(
  platform: PlatformId,
  media: OutgoingMedia,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const chunk of media.open()) {
      read += chunk.byteLength;
      if (read > media.bytes) break;
      yield chunk;
      onBytes(read);
    }
  } catch (cause) {
    throw unreadableMedia(platform, cause);
  }
  if (read !== media.bytes) throw unreadableMedia(platform);
}

/** Refuses, before anything is sent, media that are no images, of a type the platform does not take, or too many. */
export function requireImages(platform: PlatformId, media: readonly OutgoingMedia[]): void {
  const { images, imageTypes } = platformFacts(platform).media;
  const names = imageTypes.map((type) => type.replace('image/', '').toUpperCase()).join(', ');
  if (media.some(({ kind, contentType }) => kind !== 'image' || !imageTypes.includes(contentType))) {
    throw refusedMedia(platform, `${platform} takes images of the types ${names} only`);
  }
  if (media.length > images) throw refusedMedia(platform, `${platform} takes at most ${images} images`);
}

/** An error for media that the network cannot carry; nothing was published. */
export function refusedMedia(platform: PlatformId, message: string): PlatformError {
  return new PlatformError(platform, { kind: 'rejected', code: 'media_refused', message });
}

/** An error for a file that cannot be read to its end. */
export function unreadableMedia(platform: PlatformId, cause?: unknown): PlatformError {
  return new PlatformError(platform, {
    kind: 'unavailable',
    code: 'media_unreachable',
    message: 'the media file could not be read to its end; nothing was published, try again',
    cause,
  });
}
