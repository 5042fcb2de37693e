import type { ByteReader } from './byte-reader.ts';

const maxEntries = 512;
const names = { 256: 'width', 257: 'height', 274: 'orientation' } as const;

/** Tags of the first directory of a TIFF. */
export interface TiffTags {
  readonly width?: number;
  readonly height?: number;
  readonly orientation?: number;
}

/** Reads the first directory of a TIFF, which is also how EXIF is stored. @param base Position of the TIFF in the file. */
export function readTiff(reader: ByteReader, base: number): TiffTags | undefined {
  const order = reader.latin(base, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined;
  const isLittle = order === 'II*\0';
  const directory = base + reader.u32(base + 4, { isLittle });
  const entries = Math.min(reader.u16(directory, { isLittle }), maxEntries);
  const tags: { -readonly [K in keyof TiffTags]: number } = {};
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    const name = names[reader.u16(at, { isLittle }) as keyof typeof names];
    const isShort = reader.u16(at + 2, { isLittle }) === 3;
    if (name) tags[name] = isShort ? reader.u16(at + 8, { isLittle }) : reader.u32(at + 8, { isLittle });
  }
  return tags;
}

/** Returns the orientation in EXIF data, as a member of a file's facts. */
export function orientationAt(reader: ByteReader, base: number): { orientation?: number } {
  const orientation = readTiff(reader, base)?.orientation ?? 0;
  return orientation >= 1 && orientation <= 8 ? { orientation } : {};
}
