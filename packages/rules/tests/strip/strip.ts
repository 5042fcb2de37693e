import { applyEdits } from '../../src/media/strip/apply-edits.ts';
import { planStrip } from '../../src/media/strip/plan-strip.ts';
import type { StripPlan } from '../../src/media/strip/strip-plan.ts';
import { bytes } from '../look/crafted-files.ts';

/** Plans how a file is stripped, of which only parts are ever read. */
export function plan(content: Uint8Array, isSizeKnown = true): Promise<StripPlan | null> {
  return planStrip({
    bytes: isSizeKnown ? content.length : null,
    read: async (start, end) => content.subarray(start, end),
  });
}

/** Passes a file through its plan, in pieces of these lengths by turns. */
export async function applied(
  content: Uint8Array,
  planned: Pick<StripPlan, 'edits'>,
  lengths: readonly number[] = [content.length + 1],
): Promise<Uint8Array> {
  const out: Uint8Array[] = [];
  for await (const piece of applyEdits(piecesOf(content, lengths), planned)) out.push(piece);
  return Buffer.concat(out);
}

async function* piecesOf(content: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let index = 0; at < content.length; index += 1) {
    const length = lengths[index % lengths.length] as number;
    yield content.subarray(at, at + length);
    at += length;
  }
}

/** Strips a file of which all can be followed. */
export async function strip(content: Uint8Array): Promise<Uint8Array> {
  const planned = await plan(content);
  if (planned?.isComplete === false) throw new Error('The plan is not complete');
  return planned ? applied(content, planned) : content;
}

/** Returns those texts that stand in a file. */
export function textsIn(content: Uint8Array, texts: readonly string[]): string[] {
  const text = Buffer.from(content).toString('latin1');
  return texts.filter((one) => text.includes(one));
}

/** What was put into files, and must not be in them any longer. */
export const SECRETS = [
  ...['Neuschwanstein', '+47.5576+010.7498', 'iPhone 15 Pro', 'SN-4711', '2024:05:06', '2024-05-06', 'gpsdata'],
];

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];

/** EXIF of these texts, by their tags. */
export function exifOf(texts: Readonly<Record<number, string>>, orientation = 1): Uint8Array {
  const entries = Object.entries(texts).map(([tag, text]) => ({ tag: Number(tag), text: `${text}\0` }));
  const all = [...entries, { tag: 0x0112, text: '' }].sort((one, other) => one.tag - other.tag);
  let end = 8 + 2 + all.length * 12 + 4;
  const table = all.map(({ tag, text }) => {
    if (text === '') return bytes(u16(tag), u16(3), u32(1), u16(orientation), u16(0));
    // What fits into the entry stands in it.
    if (text.length <= 4) return bytes(u16(tag), u16(2), u32(text.length), text.padEnd(4, '\0'));
    const entry = bytes(u16(tag), u16(2), u32(text.length), u32(end));
    end += text.length;
    return entry;
  });
  return bytes(
    'MM',
    [0, 42, 0, 0, 0, 8],
    u16(all.length),
    ...table,
    u32(0),
    ...all.map(({ text }) => (text.length > 4 ? text : '')),
  );
}

/** EXIF of a telephone. */
export const PHONE_EXIF = exifOf(
  { 271: 'iPhone 15 Pro', 306: '2024:05:06 07:08:09', 315: 'Ada Long', 33432: '(c) Ada Long' },
  6,
);

/** XMP with a place, and with a creator and copyright. */
export const XMP =
  '<x:xmpmeta><rdf:Description photoshop:City="Neuschwanstein" xmp:CreateDate="2024-05-06" tiff:Make="iPhone 15 Pro">' +
  '<dc:creator><rdf:Seq><rdf:li>J\xc3\xb6rg &amp; Ada</rdf:li></rdf:Seq></dc:creator>' +
  '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">CC &lt;BY&gt;</rdf:li></rdf:Alt></dc:rights>' +
  `</rdf:Description></x:xmpmeta>${' '.repeat(600)}`;
