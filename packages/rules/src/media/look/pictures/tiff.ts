import type { ImageSize } from '../../image-limits.ts';
import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FileTells, type FoundFacts, seenSize, TELLS_NOTHING } from '../file-look.ts';

/** Facts of a TIFF file, or of the EXIF of another file, which has the same form. */
export interface TiffFacts {
  readonly size: ImageSize | null;
  /** As in `FileLook`. */
  readonly orientation: number;
  readonly hasTransparency: boolean;
  readonly tells: FileTells;
}

/** Anything of which parts can be read. */
type Parts = Pick<ByteReader, 'upTo'>;

const MOST_TAGS = 1_000;
const TAG = { width: 256, height: 257, orientation: 274, extraSamples: 338, exif: 0x8769, gps: 0x8825 };
/** Tags of the first directory and of the EXIF in it. */
const TIMES = [306, 0x9003, 0x9004];
const DEVICES = [271, 272, 0x927c, 0xa430, 0xa431, 0xa433, 0xa434, 0xa435];

interface Directory {
  /** Values of numbers, by tag; a place for other values. */
  readonly values: ReadonlyMap<number, number>;
  readonly next: number;
}

const NONE: Directory = { values: new Map(), next: 0 };

/** @see TIFF 6.0 sections 2 and 8, CIPA DC-008 */
async function readTiff(file: Parts): Promise<TiffFacts> {
  const header = await file.upTo(0, 8);
  const isLittle = header.text(0, 2) === 'II';
  const first = await readDirectory(file, header.u32(4, isLittle), isLittle);
  const directoryAt = async (tag: number) => {
    const at = first.values.get(tag);
    return at === undefined ? NONE : readDirectory(file, at, isLittle);
  };
  const [exif, gps] = [await directoryAt(TAG.exif), await directoryAt(TAG.gps)];
  const hasTag = (tags: readonly number[]) => tags.some((tag) => first.values.has(tag) || exif.values.has(tag));
  const given = first.values.get(TAG.orientation) ?? 1;
  const orientation = given >= 1 && given <= 8 ? given : 1;
  return {
    size: seenSize(first.values.get(TAG.width) ?? 0, first.values.get(TAG.height) ?? 0, orientation),
    orientation,
    hasTransparency: first.values.has(TAG.extraSamples),
    tells: {
      // The version of the tags, 0, is no place.
      place: [...gps.values.keys()].some((tag) => tag > 0),
      time: hasTag(TIMES),
      device: hasTag(DEVICES),
      thumbnail: first.next > 0,
    },
  };
}

const EXIF = 'Exif\0\0';

/** Reads EXIF, before which some writers leave its name. */
export function readExif(content: Bytes): Promise<TiffFacts> {
  return readTiff(content.text(0, EXIF.length) === EXIF ? content.from(EXIF.length) : content);
}

/** Reads the first picture of a TIFF file. */
export async function lookAtTiff(reader: ByteReader): Promise<FoundFacts> {
  const facts = await readTiff(reader);
  // Further pictures are pages, or smaller ones.
  return { ...facts, frames: 1 };
}

/** Facts of a file without EXIF. */
export const NO_EXIF: TiffFacts = { size: null, orientation: 1, hasTransparency: false, tells: TELLS_NOTHING };

async function readDirectory(file: Parts, at: number, isLittle: boolean): Promise<Directory> {
  if (at < 8) return NONE;
  const count = (await file.upTo(at, 2)).u16(0, isLittle);
  const table = await file.upTo(at + 2, Math.min(count, MOST_TAGS) * 12 + 4);
  const values = new Map<number, number>();
  for (let index = 0; index < count && (index + 1) * 12 <= table.length; index += 1) {
    values.set(table.u16(index * 12, isLittle), numberOf(table, index * 12, isLittle));
  }
  return { values, next: count <= MOST_TAGS ? table.u32(count * 12, isLittle) : 0 };
}

const SHORT = 3;

function numberOf(table: Bytes, at: number, isLittle: boolean): number {
  return table.u16(at + 2, isLittle) === SHORT ? table.u16(at + 8, isLittle) : table.u32(at + 8, isLittle);
}
