import type { ByteReader } from '../byte-reader.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';

/** Bytes within which the facts of a file stand. */
const METADATA_BYTES = 4_096;
const SOUND = 4;

/** Reads what a Flash video says of itself. @see Adobe Flash Video File Format Specification 10.1, annex E */
export async function lookAtFlv(reader: ByteReader): Promise<FoundFacts> {
  const head = await reader.upTo(0, METADATA_BYTES);
  const text = head.text();
  const number = (name: string) => {
    const at = text.indexOf(`${name}\0`);
    const value = at < 0 ? 0 : head.f64(at + name.length + 1);
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  return {
    size: seenSize(Math.round(number('\0\x05width')), Math.round(number('\0\x06height'))),
    duration: number('\0\x08duration') || null,
    hasSound: (head.u8(4) & SOUND) !== 0,
  };
}
