import type { ByteReader } from '../look/byte-reader.ts';
import type { FileEdit, FileEdits } from './file-edits.ts';

/** How a file is changed so that it no longer tells its place, time, device, or what was cut away. */
export interface StripPlan {
  /** In the order of the file. */
  readonly edits: readonly FileEdit[];
  /** How many bytes the file grows; negative where it shrinks; null for a file of unknown size that is cut off. */
  readonly sizeChange: number | null;
  /**
   * How the EXIF that is removed turns a picture, as EXIF numbers it: 1 (not at all) to 8. Only a picture that is encoded again,
   * upright, looks the same without it.
   */
  readonly orientation: number;
  /**
   * Is false where not all of the file could be followed: its type is another, it is damaged, or it is larger than what may be
   * read. The edits remove what was found; a picture that is encoded again tells nothing.
   */
  readonly isComplete: boolean;
  /** Is true where only the limits of the reading are in the way: with higher ones, more may be found. */
  readonly isCutShort: boolean;
}

/** What a format's reader has found. */
export interface FoundEdits {
  readonly edits: FileEdits;
  readonly isComplete: boolean;
  readonly orientation?: number;
}

export type Strip = (reader: ByteReader) => Promise<FoundEdits>;

/** Parts that any file may have, and bytes of it for one more: small parts would keep the processor busy for long. */
const PARTS = { ofAny: 100_000, bytesEach: 1_024 };
/** Bytes for one more piece of coded pictures or sound, which may be as small. */
export const PIECE_BYTES = 64;

/** Returns true while a file may have another part. @param count parts before it @param at place of it */
export function mayHavePart(count: number, at: number, bytesEach = PARTS.bytesEach): boolean {
  return count < PARTS.ofAny + at / bytesEach;
}
