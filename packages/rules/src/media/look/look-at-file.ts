import { ByteReader } from './byte-reader.ts';
import { Bytes } from './bytes.ts';
import { lookAtCompoundFile, lookAtPdf, lookAtZip } from './documents.ts';
import { type FileLook, type FileSource, type FileType, type FoundFacts, UNKNOWN } from './file-look.ts';
import { fileTypeOf } from './file-type.ts';
import { lookAtIso } from './iso/iso.ts';
import { lookAtBmp } from './pictures/bmp.ts';
import { lookAtGif } from './pictures/gif.ts';
import { lookAtJpeg } from './pictures/jpeg.ts';
import { lookAtJxl } from './pictures/jxl.ts';
import { lookAtPng } from './pictures/png.ts';
import { lookAtSvg } from './pictures/svg.ts';
import { lookAtTiff } from './pictures/tiff.ts';
import { lookAtAvi, lookAtWebp } from './riff.ts';
import { lookAtAsf } from './videos/asf.ts';
import { lookAtEbml } from './videos/ebml.ts';
import { lookAtFlv } from './videos/flv.ts';

/** Bytes within which a drawing begins, after what may stand before it. */
const BEGINNING_BYTES = 4_096;

/** Returns null for a container of something else. */
type Look = (reader: ByteReader, type: FileType) => Promise<FoundFacts | null>;

const LOOKS: Readonly<Record<string, Look>> = {
  'image/jpeg': lookAtJpeg,
  'image/png': lookAtPng,
  'image/gif': lookAtGif,
  'image/webp': lookAtWebp,
  'image/tiff': lookAtTiff,
  'image/bmp': lookAtBmp,
  'image/jxl': lookAtJxl,
  'image/svg+xml': lookAtSvg,
  'image/heic': lookAtIso,
  'image/heif': lookAtIso,
  'image/avif': lookAtIso,
  'video/mp4': lookAtIso,
  'video/quicktime': lookAtIso,
  'video/3gpp': lookAtIso,
  'video/3gpp2': lookAtIso,
  'audio/mp4': lookAtIso,
  'video/webm': lookAtEbml,
  'video/x-matroska': lookAtEbml,
  'video/x-msvideo': lookAtAvi,
  'video/x-flv': lookAtFlv,
  'video/x-ms-wmv': lookAtAsf,
  'application/pdf': lookAtPdf,
  'application/zip': lookAtZip,
  'application/x-cfb': lookAtCompoundFile,
};

/**
 * Tells what a file is, from parts of its structure: at most `LOOK_LIMITS` of it. Bytes of any kind make it give up, not fail.
 * @returns null for a file of an unknown type, and for an empty one
 * @throws what `read` of the source throws
 */
export async function lookAtFile(source: FileSource): Promise<FileLook | null> {
  const reader = new ByteReader(source);
  const head = await reader.upTo(0, BEGINNING_BYTES);
  const type = fileTypeOf(head);
  if (type === null) return null;
  const found = await LOOKS[type.contentType]?.(reader, type);
  if (found === null) return null;
  return { ...UNKNOWN, ...(type.kind === 'audio' && { hasSound: true }), ...type, ...found };
}

/** Tells the type of a file by its first bytes, before the rest has arrived. @param head `HEAD_BYTES`, or all of a shorter file */
export function typeOfHead(head: Uint8Array): FileType | null {
  return fileTypeOf(new Bytes(head));
}
