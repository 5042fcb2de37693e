import type { ImageSize } from '../../image-limits.ts';
import type { ByteReader } from '../byte-reader.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';

const MOST_OBJECTS = 200;
/** First bytes of the identifiers of objects, and of kinds of streams. */
const FILE_PROPERTIES = 0xa1dcab8c;
const STREAM_PROPERTIES = 0x9107dcb7;
const VIDEO = 0xc0ef19bc;
const SOUND = 0x409e69f8;
const HUNDRED_NANOSECONDS = 1e7;

/** Reads the header of a WMV or WMA file. @see Microsoft, Advanced Systems Format Specification, section 3 */
export async function lookAtAsf(reader: ByteReader): Promise<FoundFacts> {
  let size: ImageSize | null = null;
  let duration = 0;
  let [hasVideo, hasSound] = [false, false];
  let at = 30;
  const end = (await reader.upTo(16, 8)).u64(0, true);
  for (let count = 0; count < MOST_OBJECTS && at < end; count += 1) {
    const object = await reader.upTo(at, 96);
    const length = object.u64(16, true);
    if (object.length < 24 || length < 24) break;
    if (object.u32(0) === FILE_PROPERTIES) {
      duration = object.u64(64, true) / HUNDRED_NANOSECONDS - object.u64(80, true) / 1_000;
    }
    if (object.u32(0) === STREAM_PROPERTIES) {
      const kind = object.u32(24);
      hasSound ||= kind === SOUND;
      hasVideo ||= kind === VIDEO;
      if (kind === VIDEO) size ??= seenSize(object.u32(78, true), object.u32(82, true));
    }
    at += length;
  }
  const found = { duration: duration > 0 ? duration : null, hasSound: hasVideo || hasSound ? hasSound : null };
  if (hasSound && !hasVideo) return { ...found, kind: 'audio', contentType: 'audio/x-ms-wma' };
  return { ...found, size };
}
