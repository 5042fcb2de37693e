import type { ImageSize } from '../image-limits.ts';

/** A file that can be read in parts. */
export interface FileSource {
  /** Size of the file; null while it is unknown. */
  readonly bytes: number | null;
  /** Reads the bytes from `start` up to `end`; fewer only where the file ends before. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Resolves when others have run. Left out where nobody waits. */
  pause?(): Promise<void>;
}

/** What a file is for people. */
export type FileKind = 'image' | 'video' | 'audio' | 'document';

/** What a file is by its bytes; its name and Content-Type are not trusted. */
export interface FileType {
  readonly kind: FileKind;
  /** Media type, for example `image/heic`. */
  readonly contentType: string;
}

/** What a file says about its making, beside what it shows. */
export interface FileTells {
  readonly place: boolean;
  readonly time: boolean;
  /** Maker, model, lens or serial number. */
  readonly device: boolean;
  /** A smaller picture, which may show what was cut away. */
  readonly thumbnail: boolean;
}

/** Facts of a file by its structure, without decoding it. */
export interface FileLook extends FileType {
  /** Width and height in pixels as people see them, after `orientation`; null where the file does not tell. */
  readonly size: ImageSize | null;
  /** How stored pixels are turned to be seen upright, as EXIF numbers it: 1 (not at all) to 8; 6 is a quarter clockwise. */
  readonly orientation: number;
  /** In seconds; null for a still picture, and where the file does not tell. */
  readonly duration: number | null;
  /** Number of pictures of a picture file; null for other files, and where the file does not tell. */
  readonly frames: number | null;
  /** Is true for a picture with several frames. */
  readonly isAnimated: boolean;
  /** Null where the file does not tell. */
  readonly hasSound: boolean | null;
  /** Is true where pixels may be transparent; null where the file does not tell. */
  readonly hasTransparency: boolean | null;
  /** Bytes of one decoded pixel; null where the file does not tell, which stands for 4. */
  readonly pixelBytes: number | null;
  readonly tells: FileTells;
  /** Is false for a file that is cut off or damaged; null where only reading all of it would tell. */
  readonly isWhole: boolean | null;
}

/** Facts that a format's reader has found; the others are `UNKNOWN`. */
export type FoundFacts = Partial<Omit<FileLook, 'kind'>> & Partial<FileType>;

export const TELLS_NOTHING: FileTells = { place: false, time: false, device: false, thumbnail: false };

/** Facts of a file of which nothing but its type is known. */
export const UNKNOWN: Omit<FileLook, keyof FileType> = {
  size: null,
  orientation: 1,
  duration: null,
  frames: null,
  isAnimated: false,
  hasSound: null,
  hasTransparency: null,
  pixelBytes: null,
  tells: TELLS_NOTHING,
  isWhole: null,
};

/** Adds what one part of a file tells to what another does. */
export function joinTells(one: FileTells, other: Partial<FileTells>): FileTells {
  return {
    place: one.place || other.place === true,
    time: one.time || other.time === true,
    device: one.device || other.device === true,
    thumbnail: one.thumbnail || other.thumbnail === true,
  };
}

/** Returns the size as it is seen; null for a picture without pixels. */
export function seenSize(width: number, height: number, orientation = 1): ImageSize | null {
  if (!(width >= 1 && height >= 1)) return null;
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
