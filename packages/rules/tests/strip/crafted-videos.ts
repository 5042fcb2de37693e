import { box, bytes } from '../look/crafted-files.ts';
import { XMP } from './strip.ts';

/** Videos that are made here by their specifications, as telephones and cameras write them. */

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(Math.floor(value / 65_536) & 65_535), ...u16(value & 65_535)];
const full = (type: string, flags: number, ...parts: (string | readonly number[] | Uint8Array)[]) =>
  box(type, u32(flags), ...parts);

const MADE = 3_700_000_000;
/** Ten seconds. */
const DURATION = 6_000;
const PORTRAIT = [720, 1_280] as const;
/** Pieces of pictures and of places by time, as they stand one after the other. */
export const PICTURES = ['picture one', 'picture two'];
const PLACES = ['gpsdata 1', 'gpsdata 2', 'gpsdata 3'];
const SAMPLES = [PICTURES[0], PLACES[0], PLACES[1], PICTURES[1], PLACES[2]] as string[];

const handler = (type: string, name: string) => full('hdlr', 0, u32(0), type, Array(12).fill(0), name, [0]);
const mediaOf = (type: string, name: string, ...tables: Uint8Array[]) =>
  box(
    'mdia',
    full('mdhd', 0, u32(MADE), u32(MADE), u32(600), u32(DURATION), u32(0)),
    handler(type, name),
    box('minf', box('stbl', ...tables)),
  );
const MATRIX = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
const trackHeader = (id: number, [width, height]: readonly [number, number] = [0, 0]) =>
  full(
    'tkhd',
    7,
    ...[u32(MADE), u32(MADE), u32(id), u32(0), u32(DURATION), Array(16).fill(0), ...MATRIX.map(u32)],
    ...[u16(width), u16(0), u16(height), u16(0)],
  );

/** Tables of samples that stand in chunks of these numbers of samples. */
function tables(chunks: readonly (readonly string[])[], offsets: readonly number[], isLong: boolean): Uint8Array[] {
  const samples = chunks.flat();
  const runs = chunks.map((chunk, index) => bytes(u32(index + 1), u32(chunk.length), u32(1)));
  return [
    full('stsz', 0, u32(0), u32(samples.length), ...samples.map((sample) => u32(sample.length))),
    full('stsc', 0, u32(runs.length), ...runs),
    full(
      isLong ? 'co64' : 'stco',
      0,
      u32(offsets.length),
      ...offsets.flatMap((at) => [...(isLong ? [u32(0)] : []), u32(at)]),
    ),
  ];
}

const pictureEntry = (compressor: string) =>
  full(
    'stsd',
    0,
    u32(1),
    box('avc1', Array(42).fill(0), [compressor.length], compressor.padEnd(31, '\0'), [0, 24, 255, 255]),
  );
const placeEntry = full('stsd', 0, u32(1), box('mebx', 'com.apple.quicktime.location.ISO6709'));

const text = (type: string, value: string) => box(type, u16(value.length), u16(0x15c7), value);
const data = (value: string) => box('data', u32(1), u32(0), value);
const KEYS: readonly (readonly [string, string])[] = [
  ['com.apple.quicktime.location.ISO6709', '+47.5576+010.7498/'],
  ['com.apple.quicktime.copyright', '(c) Ada Long'],
  ['com.apple.quicktime.model', 'iPhone 15 Pro'],
  ['com.apple.quicktime.creationdate', '2024-05-06T07:08:09'],
];
const keys = box('keys', u32(0), u32(KEYS.length), ...KEYS.map(([key]) => box('mdta', key)));
const items = box('ilst', ...KEYS.map(([, value], index) => box(String.fromCharCode(0, 0, 0, index + 1), data(value))));
const DESCRIPTIONS = {
  userData: box(
    'udta',
    text('\xa9xyz', '+47.5576+010.7498/'),
    text('\xa9mod', 'iPhone 15 Pro'),
    full('loci', 0, u16(0), 'Neuschwanstein', [0]),
    text('\xa9cpy', '(c) Ada'),
    u32(0),
  ),
  items: box('meta', handler('mdta', ''), keys, items),
  /** As other programs write them. */
  tunes: box(
    'udta',
    full(
      'meta',
      0,
      handler('mdir', ''),
      box('ilst', box('\xa9ART', data('Ada Long')), box('\xa9day', data('2024-05-06')), box('covr', data('SN-4711'))),
    ),
  ),
  extension: box(
    'uuid',
    [0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8, 0x9c, 0x71, 0x99, 0x94, 0x91, 0xe3, 0xaf, 0xac],
    XMP,
  ),
};

/** A movie with a track of pictures and one of places by time, whose samples stand between each other. */
export function phoneMovie({
  brand = 'qt  ',
  isLong = false,
  isMovieFirst = true,
  hasFraming = true,
} = {}): Uint8Array {
  const head = box('ftyp', brand, u32(0), brand);
  const moov = (from: number) => {
    const places = SAMPLES.map((_, index) => from + SAMPLES.slice(0, index).join('').length);
    const at = (index: number) => places[index] as number;
    const [one, two] = PICTURES as [string, string];
    const [first, second, third] = PLACES as [string, string, string];
    return box(
      'moov',
      full('mvhd', 0, u32(MADE), u32(MADE), u32(600), u32(DURATION), Array(80).fill(0)),
      box(
        'trak',
        trackHeader(1, PORTRAIT),
        box('tref', box('tmcd', u32(3)), box('chap', u32(4))),
        mediaOf('vide', 'GoPro AVC', pictureEntry('GoPro encoder'), ...tables([[one], [two]], [at(0), at(3)], isLong)),
        DESCRIPTIONS.userData,
      ),
      box(
        'trak',
        trackHeader(2),
        mediaOf('meta', 'mebx', placeEntry, ...tables([[first, second], [third]], [at(1), at(4)], isLong)),
      ),
      ...(hasFraming ? [DESCRIPTIONS.tunes, DESCRIPTIONS.items, DESCRIPTIONS.extension, box('free', 'SN-4711')] : []),
    );
  };
  const content = box('mdat', ...SAMPLES);
  if (!isMovieFirst) return bytes(head, content, moov(head.length + 8));
  return bytes(head, moov(head.length + moov(0).length + 8), content);
}

/** A movie whose places by time stand in so many pieces. */
export function manyPieces(count: number): Uint8Array {
  const offsets = new DataView(new ArrayBuffer(count * 4));
  for (let index = 0; index < count; index += 1) offsets.setUint32(index * 4, 28 + index * 10);
  const list = new Uint8Array(offsets.buffer);
  const tables = [
    full('stsz', 0, u32(4), u32(count)),
    full('stsc', 0, u32(1), u32(1), u32(1), u32(1)),
    full('stco', 0, u32(count), list),
  ];
  return bytes(
    box('ftyp', 'qt  ', u32(0), 'qt  '),
    box('mdat', new Uint8Array(count * 10)),
    box('moov', box('trak', trackHeader(2), mediaOf('meta', 'mebx', ...tables))),
  );
}

const RUN = 0x201;
const run = (offset: number, samples: readonly string[]) =>
  full('trun', RUN, u32(samples.length), u32(offset), ...samples.map((sample) => u32(sample.length)));

/** A movie in fragments, with a track of places by time. @param flags of the headers of its track fragments */
export function fragmentedMovie(flags = 0x2_0000): Uint8Array {
  const extendsOf = (id: number) => full('trex', 0, u32(id), u32(1), u32(0), u32(0), u32(0));
  const track = (id: number, type: string) =>
    box('trak', trackHeader(id), mediaOf(type, type, ...tables([], [], false)));
  const moov = box(
    'moov',
    full('mvhd', 0, u32(0), u32(0), u32(600), u32(0), Array(80).fill(0)),
    track(1, 'vide'),
    track(2, 'meta'),
    box('mvex', extendsOf(1), extendsOf(2)),
  );
  const fragment = (places: readonly string[], pictures: readonly string[]) => {
    const moof = (from: number) =>
      box(
        'moof',
        full('mfhd', 0, u32(1)),
        box('traf', full('tfhd', flags, u32(2)), run(from, places)),
        box('traf', full('tfhd', flags, u32(1)), run(from + places.join('').length, pictures)),
      );
    return bytes(moof(moof(0).length + 8), box('mdat', ...places, ...pictures));
  };
  return bytes(
    box('ftyp', 'iso6', u32(0), 'iso6mp41'),
    moov,
    fragment(['gpsdata 1', 'gpsdata 2'], ['picture one']),
    fragment(['gpsdata 3'], ['picture two']),
    box('mfra', full('tfra', 0, u32(1), u32(0), u32(0)), full('tfra', 0, u32(2), u32(0), u32(0))),
  );
}

/** An element of Matroska, whose size is written in eight bytes. */
const element = (id: number, ...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const content = bytes(...parts);
  const name = u32(id);
  return bytes(name.slice(name.findIndex((byte) => byte > 0)), [1, 0, 0, 0], u32(content.length), content);
};

const tag = (name: string, value: string) => element(0x67c8, element(0x45a3, name), element(0x4487, value));
const checksum = bytes([0xbf, 0x84, 1, 2, 3, 4]);

/** A video of one track, by the programs that have written it. */
export function writtenBy(...names: readonly string[]): Uint8Array {
  const info = element(0x1549a966, ...names.map((name) => element(0x5741, name)));
  const tracks = element(0x1654ae6b, element(0xae, element(0x83, [1])));
  return bytes(element(0x1a45dfa3, element(0x4282, 'webm')), element(0x18538067, info, tracks));
}

/** Parts of a file of a camera. @param isOpen whether its segment and pictures have no size, as those of live video */
export function cameraFilm({ isOpen = false, type = 'matroska' } = {}): Uint8Array {
  const header = element(0x1a45dfa3, element(0x4282, type));
  const info = element(
    0x1549a966,
    ...[
      checksum,
      element(0x2ad7b1, [0x0f, 0x42, 0x40]),
      element(0x4489, [0x46, 0x1c, 0x40, 0]),
      element(0x4461, [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
    ...[element(0x7384, 'Neuschwanstein.mkv'), element(0x7ba9, 'A title'), element(0x4d80, 'Lavf58')],
    element(0x5741, 'iPhone 15 Pro'),
  );
  const tracks = element(
    0x1654ae6b,
    element(
      0xae,
      ...[element(0xd7, [1]), element(0x83, [1]), element(0x536e, 'DJI SN-4711')],
      element(0xe0, element(0xb0, u16(720)), element(0xba, u16(1_280))),
    ),
  );
  const block = element(0xa3, [0x81, 0, 0, 0x80], 'picture one');
  const cluster = isOpen
    ? bytes([0x1f, 0x43, 0xb6, 0x75, 0xff], element(0xe7, [0]), block)
    : element(0x1f43b675, element(0xe7, [0]), block);
  const tags = element(
    0x1254c367,
    ...[checksum, element(0x7373, element(0x63c0), tag('LOCATION', '+47.5576+010.7498/'), tag('COPYRIGHT', '(c) Ada'))],
    element(0x7373, tag('DATE_RECORDED', '2024-05-06'), tag('COM.APPLE.QUICKTIME.MODEL', 'iPhone 15 Pro')),
  );
  const attachments = element(0x1941a469, element(0x61a7, element(0x465c, 'SN-4711'.repeat(20))));
  const parts = [info, tracks, cluster, ...(isOpen ? [] : [attachments]), tags];
  if (isOpen) return bytes(header, [0x18, 0x53, 0x80, 0x67, 0x01, ...Array(7).fill(255)], ...parts);
  return bytes(header, element(0x18538067, ...parts));
}
