import { Bytes } from '../look/bytes.ts';
import { dataSetsOf, RESOURCE, resourcesOf } from '../look/resources.ts';

/** Who made a picture or video, and whose it is: what stays in a file. Null where the file does not say. */
export interface Credit {
  readonly creator: string | null;
  readonly copyright: string | null;
}

export const NO_CREDIT: Credit = { creator: null, copyright: null };

/** Most characters of each that are kept. */
const LONGEST = 1_000;
/** Names and values in a directory of EXIF. @see CIPA DC-008 section 4.6.5.4 */
const TAG = { creator: 0x013b, copyright: 0x8298 };
const ASCII = 2;
const MOST_TAGS = 1_000;
const DATA_SET = { creator: 80, copyright: 116 };

const utf8 = new TextEncoder();

/** Takes what one part of a file says before what another does. */
export function joinCredits(one: Credit, other: Credit): Credit {
  return { creator: one.creator ?? other.creator, copyright: one.copyright ?? other.copyright };
}

export function hasCredit({ creator, copyright }: Credit): boolean {
  return creator !== null || copyright !== null;
}

/** @param content EXIF, before which some writers leave its name */
export function creditOfExif(content: Bytes): Credit {
  const exif = content.text(0, 6) === 'Exif\0\0' ? content.from(6) : content;
  const isLittle = exif.text(0, 2) === 'II';
  const directory = exif.u32(4, isLittle);
  const texts = new Map<number, string | null>();
  for (
    let left = Math.min(exif.u16(directory, isLittle), MOST_TAGS), at = directory + 2;
    left > 0;
    left -= 1, at += 12
  ) {
    const [tag, type, length] = [exif.u16(at, isLittle), exif.u16(at + 2, isLittle), exif.u32(at + 4, isLittle)];
    if ((tag !== TAG.creator && tag !== TAG.copyright) || type !== ASCII) continue;
    const start = length <= 4 ? at + 8 : exif.u32(at + 8, isLittle);
    texts.set(tag, cleanText(exif.part(start, Math.min(length, LONGEST * 4))));
  }
  return { creator: texts.get(TAG.creator) ?? null, copyright: texts.get(TAG.copyright) ?? null };
}

/** @param resources of Photoshop, after their name */
export function creditOfResources(resources: Bytes): Credit {
  let credit = NO_CREDIT;
  for (const { id, content } of resourcesOf(resources)) {
    if (id !== RESOURCE.iptc) continue;
    for (const { number, content: text } of dataSetsOf(content)) {
      if (number === DATA_SET.creator) credit = joinCredits(credit, { ...NO_CREDIT, creator: cleanText(text) });
      if (number === DATA_SET.copyright) credit = joinCredits(credit, { ...NO_CREDIT, copyright: cleanText(text) });
    }
  }
  return credit;
}

/** @see ISO 16684-1 section 8.3 */
export function creditOfXmp(content: Bytes): Credit {
  const xmp = content.text();
  return { creator: listed(xmp, 'dc:creator'), copyright: listed(xmp, 'dc:rights') };
}

/** Reads the first entry of a list of texts, or the text itself. */
function listed(xmp: string, name: string): string | null {
  const whole = between(xmp, `<${name}`, `</${name}>`);
  if (whole === null) return null;
  const text = between(whole, '<rdf:li', '</rdf:li>') ?? whole;
  const value = text.slice(text.indexOf('>') + 1, LONGEST * 8);
  if (value.includes('<')) return null;
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  return tidied(decoded(bytes).replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, entity));
}

/** Returns what stands between two texts, the second of which may be missing. */
function between(text: string, before: string, after: string): string | null {
  const start = text.indexOf(before);
  if (start < 0) return null;
  const end = text.indexOf(after, start);
  return end < 0 ? null : text.slice(start + before.length, end);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function entity(_whole: string, name?: string, decimal?: string, hex?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? '';
  const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function cleanText({ array }: Bytes): string | null {
  return tidied(decoded(array));
}

/** Reads UTF-8, the last character of which may be cut off, or else a character per byte. */
function decoded(array: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(array, { stream: true });
  } catch {
    return new Bytes(array).text();
  }
}

/** The copyright of EXIF holds two texts, of photographer and editor. */
function tidied(text: string): string | null {
  const parts = text.split('\0').map((part) => part.trim());
  return parts.filter(Boolean).join('; ').slice(0, LONGEST).toWellFormed().trim() || null;
}

/** Writes EXIF that says nothing else. */
export function exifOf({ creator, copyright }: Credit): Uint8Array {
  const given = [[TAG.creator, creator] as const, [TAG.copyright, copyright] as const];
  const texts = given.flatMap(([tag, text]) => (text === null ? [] : [{ tag, text: utf8.encode(`${text}\0`) }]));
  const tableEnd = 8 + 2 + texts.length * 12 + 4;
  const asideBytes = texts.reduce((sum, { text }) => sum + (text.length > 4 ? text.length : 0), 0);
  const exif = new Uint8Array(tableEnd + asideBytes);
  const view = new DataView(exif.buffer);
  exif.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, texts.length]);
  let [at, end] = [10, tableEnd];
  for (const { tag, text } of texts) {
    view.setUint16(at, tag);
    view.setUint16(at + 2, ASCII);
    view.setUint32(at + 4, text.length);
    const isAside = text.length > 4;
    if (isAside) view.setUint32(at + 8, end);
    exif.set(text, isAside ? end : at + 8);
    at += 12;
    end += isAside ? text.length : 0;
  }
  return exif;
}

/** Writes XMP that says nothing else. */
export function xmpOf({ creator, copyright }: Credit): Uint8Array {
  const by = creator === null ? '' : `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`;
  const rights =
    copyright === null
      ? ''
      : `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escaped(copyright)}</rdf:li></rdf:Alt></dc:rights>`;
  return utf8.encode(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      `${by}${rights}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Compares bytes. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
