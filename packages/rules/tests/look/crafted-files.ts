/** Files that are made here by their specifications, of kinds that no program at hand writes. */

export const bytes = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? latin(part) : [...part])));

const latin = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];

/** A box of the ISO base media format. */
export const box = (type: string, ...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const content = bytes(...parts);
  return bytes(u32(content.length + 8), type, content);
};

/** EXIF with an orientation of 6, a device and a place. */
export const EXIF = bytes(
  ['MM', [0, 42, 0, 0, 0, 8], [0, 3]].flatMap((part) => (typeof part === 'string' ? latin(part) : part)),
  [0x01, 0x0f, 0, 2, 0, 0, 0, 2, 0x41, 0, 0, 0],
  [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
  [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 50],
  [0, 0, 0, 0],
  [0, 1, 0, 1, 0, 2, 0, 0, 0, 2, 0x4e, 0, 0, 0, 0, 0, 0, 0],
);

const fullBox = (type: string, version: number, ...parts: (readonly number[] | Uint8Array | string)[]) =>
  box(type, [version, 0, 0, 0], ...parts);
const info = (id: number, type: string) => fullBox('infe', 2, u16(id), u16(0), type, [0]);

/**
 * A picture as phones store it: a grid of two tiles of 512 × 512, of which 800 × 500 is shown, turned by a quarter clockwise, with
 * a small picture of it, and with EXIF whose orientation counts for nothing.
 */
export function phonePicture(): Uint8Array<ArrayBuffer> {
  const brands = box('ftyp', 'heic', u32(0), 'mif1heic');
  const exif = bytes(u32(0), EXIF);
  const meta = (exifAt: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), 'pict', u32(0), u32(0), u32(0), [0]),
      fullBox('pitm', 0, u16(3)),
      fullBox('iinf', 0, u16(5), info(1, 'hvc1'), info(2, 'hvc1'), info(3, 'grid'), info(4, 'hvc1'), info(5, 'Exif')),
      fullBox('iref', 0, box('dimg', u16(3), u16(2), u16(1), u16(2)), box('thmb', u16(4), u16(1), u16(3))),
      box(
        'iprp',
        box(
          'ipco',
          fullBox('ispe', 0, u32(512), u32(512)),
          fullBox('ispe', 0, u32(800), u32(500)),
          box('irot', [3]),
          fullBox('ispe', 0, u32(160), u32(100)),
        ),
        fullBox('ipma', 0, u32(4), [0, 1, 1, 0x01], [0, 2, 1, 0x01], [0, 3, 2, 0x02, 0x83], [0, 4, 2, 0x04, 0x83]),
      ),
      fullBox('iloc', 0, [0x44, 0x00], u16(1), u16(5), u16(0), u16(1), u32(exifAt), u32(exif.length)),
    );
  const exifAt = brands.length + meta(0).length + 8;
  return bytes(brands, meta(exifAt), box('mdat', exif));
}

/** Numbers of a given count of bits each, lowest first. */
function packed(numbers: readonly (readonly [bits: number, value: number])[]): number[] {
  const bits = numbers.flatMap(([count, value]) => Array.from({ length: count }, (_, index) => (value >> index) & 1));
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, index) => byte + bit * 2 ** index, 0),
  );
}

/** A JPEG XL picture of 300 × 200 that is turned by a quarter clockwise. */
export const jxl = bytes(
  [0xff, 0x0a],
  packed([
    [1, 0],
    [2, 0],
    [9, 199],
    [3, 0],
    [2, 0],
    [9, 299],
    [1, 0],
    [1, 1],
    [3, 5],
    [1, 0],
    [1, 0],
    [1, 0],
  ]),
);

const little16 = (value: number) => [value & 255, value >> 8];
const little32 = (value: number) => [...little16(value & 65_535), ...little16(value >>> 16)];

/** An archive of empty files. @see APPNOTE.TXT, section 4.3 */
export function zip(...names: readonly string[]): Uint8Array<ArrayBuffer> {
  const files = names.map((name) => bytes('PK\x03\x04', Array(22).fill(0), little16(name.length), [0, 0], name));
  const offsets = files.map((_, index) => files.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const entries = names.map((name, index) =>
    bytes(
      'PK\x01\x02',
      Array(24).fill(0),
      little16(name.length),
      Array(12).fill(0),
      little32(offsets[index] ?? 0),
      name,
    ),
  );
  const [local, directory] = [bytes(...files), bytes(...entries)];
  const count = little16(names.length);
  const end = [[0, 0, 0, 0], count, count, little32(directory.length), little32(local.length), [0, 0]];
  return bytes(local, directory, 'PK\x05\x06', ...end);
}

/** A compound file whose directory names a stream. @param classId of its root */
export function compoundFile(stream: string, classId: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.set([9, 0], 30);
  const name = (text: string) => Array.from(text).flatMap((character) => [character.charCodeAt(0), 0]);
  const entry = (text: string, id: readonly number[]) => {
    const found = new Uint8Array(128);
    found.set(name(text));
    found.set(id, 80);
    return found;
  };
  return bytes(header, entry('Root Entry', classId), entry(stream, []));
}
