import type { ByteReader } from '../byte-reader.ts';
import { Bytes } from '../bytes.ts';
import type { FileType, FoundFacts } from '../file-look.ts';
import { MOST_BOXES, walkBoxes } from './boxes.ts';
import { createMovie } from './movie.ts';
import { createPictureItems } from './picture-items.ts';

/** Boxes of a file itself that say what it shows. */
const CONTENT = ['moov', 'meta', 'mini'];
/** Boxes without whose end nothing, or not all, is shown. What else seems cut off is what some cameras write behind the boxes. */
const SHOWN = [...CONTENT, 'ftyp', 'mdat', 'moof', 'imda'];
/** Boxes in which the pictures of a video stand. */
const FRAMES = ['mdat', 'imda'];
const NOTHING = new Bytes(new Uint8Array());

/** Reads a file of boxes: MP4, QuickTime, HEIC, AVIF and their like. */
export async function lookAtIso(reader: ByteReader, type: FileType): Promise<FoundFacts> {
  const movie = createMovie();
  const items = createPictureItems();
  const found = new Set<string>();
  let isCutOff = false;
  let count = 0;
  for await (const box of walkBoxes(reader)) {
    count += 1;
    if (box.within === '' && SHOWN.includes(box.type)) {
      found.add(box.type);
      isCutOff ||= box.isCutOff;
    }
    const part = box.within.startsWith('meta') ? items : movie;
    part.see(box, part.reads(box.type) ? await reader.part(box.start, box.end - box.start) : NOTHING);
  }
  const isAll = count < MOST_BOXES && !reader.isSkippingParts;
  const hasAny = (types: readonly string[]) => types.some((each) => found.has(each));
  const hasContent = hasAny(CONTENT) && (type.kind === 'image' || hasAny(FRAMES));
  const isWhole = isCutOff || (isAll && !hasContent) ? false : hasContent || null;
  if (type.kind === 'image') return { ...(await items.facts(reader)), ...movie.pictureFacts(), isWhole };
  return { ...movie.facts(type, isAll), isWhole };
}
