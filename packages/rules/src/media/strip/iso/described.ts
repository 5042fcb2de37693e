import type { Bytes } from '../../look/bytes.ts';
import { metaHeaderBytes } from '../../look/iso/boxes.ts';
import { creditOfXmp, hasCredit, isSame, xmpOf } from '../credit.ts';
import { namesDevice } from '../device-names.ts';
import type { FileEdits } from '../file-edits.ts';
import { blank, type IsoFile, isSpace, type PlacedBox } from './iso-file.ts';

/** Descriptions that stay: creator, copyright and title, and what players need. */
const KEPT = new Set([
  ...['cprt', '\xa9cpy', 'auth', '\xa9ART', '\xa9aut', 'aART', 'perf', '\xa9nam', 'titl'],
  ...['chpl', 'kind', 'tsel', 'ludt', 'hnti', 'hinf', 'tagc', 'LOOP', 'SelO', 'AllF'],
]);
/** Names of the program that has written the file, and of a track: they stay unless they name a device. */
const NAMES = ['\xa9too', 'name'];
/** Ends of the names with which QuickTime describes the same. */
const KEPT_KEYS = /^[\w.-]+\.(?:copyright|artist|author|creator|title)$/;

/** Removes from user data what is neither creator, copyright and title nor what players need. */
export async function stripUserData(file: IsoFile, edits: FileEdits, userData: PlacedBox): Promise<void> {
  const { boxes, isWhole } = await file.boxesIn(userData.start, userData.end);
  // Anything may stand in it, and QuickTime ends it with a zero.
  if (!isWhole) {
    blank(edits, userData);
    return;
  }
  for (const box of boxes) {
    if (box.type === 'meta') await stripMeta(file, edits, box);
    else if (!isSpace(box) && !(await isKept(file, box, box.type))) blank(edits, box);
  }
}

async function isKept(file: IsoFile, box: PlacedBox, name: string): Promise<boolean> {
  if (KEPT.has(name) || KEPT_KEYS.test(name)) return true;
  return NAMES.includes(name) && !namesDevice((await file.content(box, 256)).text());
}

/** Removes a box of metadata, or all of it but the items that stay. @see ISO/IEC 14496-12 section 8.11 */
export async function stripMeta(file: IsoFile, edits: FileEdits, meta: PlacedBox): Promise<void> {
  const start = meta.start + (await metaHeaderBytes(file.reader, meta));
  const { boxes, isWhole } = await file.boxesIn(start, meta.end);
  const keysBox = boxes.find(({ type }) => type === 'keys');
  const list = boxes.find(({ type }) => type === 'ilst');
  const keys = keysBox ? keysOf(await file.content(keysBox)) : null;
  const items = list ? await itemsOf(file, list, keys) : [];
  const isFrame = (box: PlacedBox) => box === list || box.type === 'hdlr' || isSpace(box);
  // Programs write a list even where they have nothing to say.
  const isEmpty = list !== undefined && boxes.every(isFrame) && items.every(({ box }) => isSpace(box));
  if (!isWhole || !(isEmpty || items.some(({ isKept }) => isKept))) {
    blank(edits, meta);
    return;
  }
  for (const { box, isKept } of items) {
    if (!isKept && !isSpace(box)) blank(edits, box);
  }
  for (const box of boxes) {
    if (box !== keysBox && !isFrame(box)) blank(edits, box);
  }
  if (keysBox) blankKeys(edits, keysBox, keys ?? []);
}

interface Item {
  readonly box: PlacedBox;
  readonly isKept: boolean;
}

async function itemsOf(file: IsoFile, list: PlacedBox, keys: readonly Key[] | null): Promise<Item[]> {
  const items: Item[] = [];
  for (const box of await file.childrenOf(list)) {
    const name = keys === null ? box.type : (keys[numberOf(box.type) - 1]?.name ?? '');
    items.push({ box, isKept: await isKept(file, box, name) });
  }
  return items;
}

/** QuickTime has the number of a key in place of the name of an item. */
function numberOf(type: string): number {
  return Array.from(type).reduce((number, character) => number * 256 + character.charCodeAt(0), 0);
}

interface Key {
  readonly name: string;
  /** Place of the name within the content of the box. */
  readonly at: number;
}

/** @see QuickTime File Format, metadata item keys atom */
function keysOf(content: Bytes): Key[] {
  const keys: Key[] = [];
  for (let at = 8; at + 8 <= content.length && content.u32(at) >= 8; at += content.u32(at)) {
    keys.push({ name: content.text(at + 8, content.u32(at) - 8), at: at + 8 });
  }
  return keys;
}

function blankKeys(edits: FileEdits, { start }: PlacedBox, keys: readonly Key[]): void {
  for (const { name, at } of keys) {
    if (!KEPT_KEYS.test(name) && /[^\0]/.test(name)) edits.zero(start + at, start + at + name.length);
  }
}

const XMP = 'be7acfcb97a942e89c71999491e3afac';
/** Extensions that players need: protection, and videos all around. */
const KEPT_EXTENSIONS = new Set([
  'd08a4f1810f34a82b6c832d8aba183d3',
  'a2394f525a9b4f14a2446c427c648df4',
  '8974dbce7be74c5184f97148f9882554',
  'ffcc8263f8554a938814587a02521fdd',
]);
const IDENTIFIER_BYTES = 16;

/** Removes an extension of a maker or program. Of XMP creator and copyright stay. @see ISO/IEC 14496-12 section 11.1 */
export async function stripExtension(file: IsoFile, edits: FileEdits, box: PlacedBox): Promise<void> {
  const content = await file.content(box);
  const identifier = Array.from(content.part(0, IDENTIFIER_BYTES).array, (byte) => byte.toString(16).padStart(2, '0'));
  const name = identifier.join('');
  if (KEPT_EXTENSIONS.has(name)) return;
  const xmp = content.from(IDENTIFIER_BYTES);
  const credit = creditOfXmp(xmp);
  const kept = xmpOf(credit);
  if (name !== XMP || !hasCredit(credit) || kept.length > xmp.length || box.end - box.start > content.length) {
    blank(edits, box);
    return;
  }
  const padded = new Uint8Array(xmp.length).fill(0x20);
  padded.set(kept);
  if (!isSame(padded, xmp.array)) edits.overwrite(box.start + IDENTIFIER_BYTES, padded);
}
