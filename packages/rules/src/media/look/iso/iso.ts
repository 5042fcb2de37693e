import { type ByteReader, MAX_PART } from '../byte-reader.ts';
import { Bytes } from '../bytes.ts';
import type { FileType, FoundFacts } from '../file-look.ts';
import { type Box, walkBoxes } from './boxes.ts';
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
  for await (const box of walkBoxes(reader)) {
    if (box.within === '') isCutOff ||= box.isCutOff;
    hasContent ||= CONTENT.includes(box.type) && box.within === '';
    const part = box.within.startsWith('meta') ? items : movie;
    part.see(box, part.reads(box.type) ? await content(reader, box) : NOTHING);
  }
  const isWhole = !isCutOff && hasContent;
  if (type.kind === 'image') return { ...(await items.facts(reader)), ...movie.pictureFacts(), isWhole };
  return { ...movie.facts(type), isWhole };
}

function content(reader: ByteReader, { start, end }: Box): Promise<Bytes> {
  return reader.upTo(start, Math.min(end - start, MAX_PART));
}
