import type { ByteReader } from '../byte-reader.ts';

/** Most boxes of one file that are looked at. */
export const MOST_BOXES = 4_000;
const MOST_DEPTH = 8;
const CONTAINERS = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'mvex',
  'moof',
  'traf',
  'udta',
  'meta',
  'iprp',
  'ipco',
  'ilst',
]);

/** A box of a file in the ISO base media format. */
export interface Box {
  readonly type: string;
  /** The boxes around it, outermost first, joined by `/`; empty for a box of the file itself. */
  readonly within: string;
  /** Place of its content. */
  readonly start: number;
  /** End of its content; Infinity where it goes on to the end of a file of unknown size. */
  readonly end: number;
  /** Is true when the file or the box around it ends before. */
  readonly isCutOff: boolean;
}

interface Around {
  readonly path: string;
  readonly end: number;
}

/**
 * Yields the boxes of a file in their order, each before the boxes in it, without reading their content.
 * @see ISO/IEC 14496-12 section 4.2
 */
export async function* walkBoxes(reader: ByteReader): AsyncGenerator<Box> {
  const around: Around[] = [{ path: '', end: reader.bytes ?? Number.POSITIVE_INFINITY }];
  let at = 0;
  for (let count = 0; count < MOST_BOXES; count += 1) {
    while (around.length > 1 && at + 8 > (around.at(-1) as Around).end) at = (around.pop() as Around).end;
    const parent = around.at(-1) as Around;
    const box = await readBox(reader, at, parent);
    if (box === null) return;
    yield box;
    const isEntered = CONTAINERS.has(box.type) && around.length < MOST_DEPTH;
    if (isEntered) {
      around.push({ path: parent.path === '' ? box.type : `${parent.path}/${box.type}`, end: box.end });
      at = box.start + (box.type === 'meta' ? await metaHeaderBytes(reader, box) : 0);
    } else {
      at = box.end;
    }
  }
}

/** Reads the header of a box. @returns null where none can stand */
export async function readBox(reader: ByteReader, at: number, { path, end }: Around): Promise<Box | null> {
  const header = await reader.upTo(at, 16);
  if (header.length < 8) return null;
  const size = header.u32(0);
  const isLarge = size === 1;
  const headerBytes = isLarge ? 16 : 8;
  const length = isLarge ? header.u64(8) : size === 0 ? Number.POSITIVE_INFINITY : size;
  if (length < headerBytes || header.length < headerBytes) return null;
  const isCutOff = size !== 0 && at + length > end;
  const start = at + headerBytes;
  return { type: header.text(4, 4), within: path, start, end: Math.min(end, at + length), isCutOff };
}

/** The box `meta` begins with a version, but in QuickTime with its first box. */
export async function metaHeaderBytes(reader: ByteReader, { start }: Pick<Box, 'start'>): Promise<number> {
  const head = await reader.upTo(start, 8);
  return head.text(4, 4) === 'hdlr' ? 0 : 4;
}
