import { ByteReader, type ReadLimits } from '../look/byte-reader.ts';
import type { FileSource } from '../look/file-look.ts';
import { fileTypeOf, HEAD_BYTES } from '../look/file-type.ts';
import { sizeChangeOf } from './file-edits.ts';
import { stripIso } from './iso/strip-iso.ts';
import { stripEbml } from './strip-ebml.ts';
import { stripGif } from './strip-gif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import type { Strip, StripPlan } from './strip-plan.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

/** Pictures and GIFs are read as a whole; of videos the headers, and the tables of tracks that tell something. */
const STRIP_LIMITS: ReadLimits = { reads: 16_384, bytes: 128 * 1024 * 1024 };

/** What planning may cost where nobody asked for the file to be changed: ordinary files need far less. */
export const QUICK_STRIP_LIMITS: ReadLimits = { reads: 2_048, bytes: 16 * 1024 * 1024 };

const STRIPS: Readonly<Record<string, Strip>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/gif': stripGif,
  'image/webp': stripWebp,
  'video/mp4': stripIso,
  'video/quicktime': stripIso,
  'video/3gpp': stripIso,
  'video/3gpp2': stripIso,
  'audio/mp4': stripIso,
  'video/webm': stripEbml,
  'video/x-matroska': stripEbml,
};

const NOT_FOLLOWED: StripPlan = { edits: [], sizeChange: 0, orientation: 1, isComplete: false, isCutShort: false };

/**
 * Plans how to remove from a picture or video, without encoding it again, what tells its place, time and device, small pictures,
 * and whatever else it says beside what it shows; color profile, copyright and creator stay. Bytes of any kind make the plan
 * incomplete, they do not make it fail.
 * @param limits of what is read
 * @returns null where there is nothing to remove
 * @throws what `read` of the source throws
 */
export async function planStrip(source: FileSource, limits = STRIP_LIMITS): Promise<StripPlan | null> {
  const reader = new ByteReader(source, limits);
  const type = fileTypeOf(await reader.upTo(0, HEAD_BYTES));
  const strip = STRIPS[type?.contentType ?? ''];
  if (!strip) return NOT_FOLLOWED;
  const { edits, orientation = 1, isComplete } = await strip(reader);
  const isCutShort = !isComplete && reader.isExhausted;
  if (edits.isFull) return { ...NOT_FOLLOWED, orientation };
  const ordered = edits.inOrder();
  if (ordered.length === 0 && isComplete) return null;
  const change = sizeChangeOf(ordered, source.bytes ?? undefined);
  return { edits: ordered, sizeChange: Number.isFinite(change) ? change : null, orientation, isComplete, isCutShort };
}
