import { ByteReader, type Bytes } from './byte-reader.ts';
import { lookAtDocument } from './documents.ts';
import type { FoundFile } from './found-file.ts';
import { lookAtIsoMedia } from './iso-media.ts';
import { lookAtMatroska } from './matroska.ts';
import { lookAtOtherRecording } from './other-recordings.ts';
import { lookAtPicture } from './pictures.ts';

/**
 * Recognizes pictures, videos, sounds and documents by their bytes, whatever name they have. The number of parts that it visits is
 * limited, except for the frames of a GIF, whose time is proportional to the file.
 *
 * @returns `undefined` for any other file.
 */
export function look(file: Bytes): FoundFile | undefined {
  const reader = new ByteReader(file);
  const found = lookAtPicture(reader) ?? lookAtIsoMedia(reader) ?? lookAtMatroska(reader);
  return found ?? lookAtOtherRecording(reader) ?? lookAtDocument(reader);
}
