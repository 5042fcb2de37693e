import { MAX_PART } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';

/** Where the bytes of an item stand in the file. */
export interface ItemPlace {
  readonly start: number;
  readonly length: number;
}

/** Reads which properties each item has. @returns numbers of properties by the item's id @see ISO/IEC 23008-12 section 9.3 */
export function readAssociations(content: Bytes): Map<number, number[]> {
  const idBytes = content.u8(0) === 0 ? 2 : 4;
  const isLong = (content.u8(3) & 1) === 1;
  const found = new Map<number, number[]>();
  let at = 8;
  for (let left = content.u32(4); left > 0 && at < content.length; left -= 1) {
    const id = idBytes === 2 ? content.u16(at) : content.u32(at);
    const count = content.u8(at + idBytes);
    at += idBytes + 1;
    const numbers: number[] = [];
    for (let index = 0; index < count; index += 1, at += isLong ? 2 : 1) {
      numbers.push(isLong ? content.u16(at) & 0x7fff : content.u8(at) & 0x7f);
    }
    found.set(id, numbers);
  }
  return found;
}

/** Reads the types of items. @see ISO/IEC 14496-12 section 8.11.6 */
export function readInfos(content: Bytes): Map<number, string> {
  const found = new Map<number, string>();
  let at = content.u8(0) === 0 ? 6 : 8;
  while (at + 20 <= content.length) {
    const isLong = content.u8(at + 8) === 3;
    const id = isLong ? content.u32(at + 12) : content.u16(at + 12);
    found.set(id, content.text(at + (isLong ? 18 : 16), 4));
    at += Math.max(20, content.u32(at));
  }
  return found;
}

/** Reads where items stand: the first piece of each that stands in the file itself. @see ISO/IEC 14496-12 section 8.11.3 */
export function readPlaces(content: Bytes): Map<number, ItemPlace> {
  const version = content.u8(0);
  const [offsetBytes, lengthBytes] = [content.u8(4) >> 4, content.u8(4) & 15];
  const [baseBytes, indexBytes] = [content.u8(5) >> 4, version === 0 ? 0 : content.u8(5) & 15];
  const isLong = version === 2;
  const found = new Map<number, ItemPlace>();
  let at = isLong ? 10 : 8;
  const number = (bytes: number): number => {
    at += bytes;
    return bytes === 8
      ? content.u64(at - 8)
      : bytes === 4
        ? content.u32(at - 4)
        : bytes === 2
          ? content.u16(at - 2)
          : 0;
  };
  for (let left = isLong ? content.u32(6) : content.u16(6); left > 0 && at < content.length; left -= 1) {
    const id = number(isLong ? 4 : 2);
    const method = version === 0 ? 0 : number(2) & 15;
    number(2);
    const base = number(baseBytes);
    const pieces = number(2);
    number(indexBytes);
    const place = { start: base + number(offsetBytes), length: Math.min(number(lengthBytes), MAX_PART) };
    at += Math.max(0, pieces - 1) * (indexBytes + offsetBytes + lengthBytes);
    if (method === 0) found.set(id, place);
  }
  return found;
}
