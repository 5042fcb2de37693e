import type { ByteReader } from '../byte-reader.ts';
import { Bytes } from '../bytes.ts';
import type { FileType, FoundFacts } from '../file-look.ts';
import { MOST_BOXES, walkBoxes } from './boxes.ts';
import { createMovie } from './movie.ts';
import { createPictureItems } from './picture-items.ts';

/** Boxes of a file itself that say what it shows. */
const CONTENT = ['moov', 'meta', 'mini'];
const NOTHING = new Bytes(new Uint8Array());

/** Reads a file of boxes: MP4, QuickTime, HEIC, AVIF and their like. */
export async function lookAtIso(reader: ByteReader, type: FileType): Promise<FoundFacts> {
  const movie = createMovie();
  const items = createPictureItems();
  let isCutOff = false;
  let hasContent = false;
  let count = 0;
  for await (const box of walkBoxes(reader)) {
    count += 1;
    if (box.within === '') isCutOff ||= box.isCutOff;
    hasContent ||= CONTENT.includes(box.type) && box.within === '';
    const part = box.within.startsWith('meta') ? items : movie;
    part.see(box, part.reads(box.type) ? await reader.part(box.start, box.end - box.start) : NOTHING);
  }
  const isWhole = !isCutOff && hasContent;
  if (type.kind === 'image') return { ...(await items.facts(reader)), ...movie.pictureFacts(), isWhole };
  const isAll = count < MOST_BOXES && !reader.isSkippingParts;
  return { ...movie.facts(type, isAll), isWhole };
}
