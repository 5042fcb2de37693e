import { namesDevice } from '../device-names.ts';
import { FileEdits } from '../file-edits.ts';
import { stripExtension, stripMeta, stripUserData } from './described.ts';
import { blank, type IsoFile, type PlacedBox } from './iso-file.ts';
import { samplesOf } from './samples.ts';

/** A track, and how it is changed. */
export interface StrippedTrack {
  readonly id: number;
  /** Is true for a track that does nothing but tell something: it becomes empty space. */
  readonly isRemoved: boolean;
  /** Null where its samples cannot be found. */
  readonly edits: FileEdits | null;
}

/** Kinds of tracks that are removed: places and the like by time, the time of day of each picture, and what recovers files. */
const REMOVED_HANDLERS = ['meta', 'tmcd', 'fdsc', 'camm', 'gpmd'];
/** Name of a track of subtitles in which drones write their place. */
const TELLING_SUBTITLES = /dji/i;
const SUBTITLES = ['text', 'sbtl', 'subt'];

export async function stripTrack(file: IsoFile, track: PlacedBox): Promise<StrippedTrack> {
  const boxes = await file.childrenOf(track);
  const media = await childrenOfFirst(file, boxes, 'mdia');
  const tables = await childrenOfFirst(file, await childrenOfFirst(file, media, 'minf'), 'stbl');
  const header = boxes.find(({ type }) => type === 'tkhd');
  const head = header && (await file.content(header, 24));
  const id = head?.u32(head.u8(0) === 1 ? 20 : 12) ?? 0;
  const handler = media.find(({ type }) => type === 'hdlr');
  const kind = handler ? (await file.content(handler)).text() : '';
  const isRemoved =
    REMOVED_HANDLERS.includes(kind.slice(8, 12)) ||
    (SUBTITLES.includes(kind.slice(8, 12)) && TELLING_SUBTITLES.test(kind.slice(24)));
  if (isRemoved) return { id, isRemoved, edits: await removeTrack(file, track, tables) };
  const edits = new FileEdits();
  for (const box of [...boxes, ...media]) await stripPart(file, edits, box);
  if (kind.slice(8, 12) === 'vide') await blankCompressor(file, edits, tables);
  return { id, isRemoved, edits };
}

async function childrenOfFirst(file: IsoFile, boxes: readonly PlacedBox[], type: string): Promise<PlacedBox[]> {
  const box = boxes.find((one) => one.type === type);
  return box ? file.childrenOf(box) : [];
}

async function removeTrack(file: IsoFile, track: PlacedBox, tables: readonly PlacedBox[]): Promise<FileEdits | null> {
  const samples = await samplesOf(file, tables);
  if (samples === null) return null;
  const edits = new FileEdits();
  blank(edits, track);
  for (const { start, end } of samples) edits.zero(start, end);
  return edits;
}

async function stripPart(file: IsoFile, edits: FileEdits, box: PlacedBox): Promise<void> {
  if (box.type === 'tkhd' || box.type === 'mdhd') await stripTimes(file, edits, box);
  else if (box.type === 'hdlr') await blankName(file, edits, box);
  else if (box.type === 'udta') await stripUserData(file, edits, box);
  else if (box.type === 'meta') await stripMeta(file, edits, box);
  else if (box.type === 'uuid') await stripExtension(file, edits, box);
  else if (box.type === 'tref') await dropReferences(file, edits, box);
}

/** Removes the times at which a movie, track or its media was made and changed. @see ISO/IEC 14496-12 section 8.2.2 */
export async function stripTimes(file: IsoFile, edits: FileEdits, box: PlacedBox): Promise<void> {
  const content = await file.content(box, 20);
  const times = content.part(4, content.u8(0) === 1 ? 16 : 8).array;
  if (times.some((byte) => byte !== 0)) edits.zero(box.start + 4, box.start + 4 + times.length);
}

/** Removes the name of a track where it names a device, as "GoPro AVC" does. */
async function blankName(file: IsoFile, edits: FileEdits, handler: PlacedBox): Promise<void> {
  const name = (await file.content(handler)).text(24);
  if (namesDevice(name)) edits.zero(handler.start + 24, handler.start + 24 + name.length);
}

const COMPRESSOR = { start: 58, bytes: 32 };

/** Removes the name of what has coded the first kind of picture where it names a device. @see ISO/IEC 14496-12 section 12.1.3 */
async function blankCompressor(file: IsoFile, edits: FileEdits, tables: readonly PlacedBox[]): Promise<void> {
  const descriptions = tables.find(({ type }) => type === 'stsd');
  if (!descriptions) return;
  const name = (await file.content(descriptions)).part(COMPRESSOR.start, COMPRESSOR.bytes);
  const start = descriptions.start + COMPRESSOR.start;
  if (namesDevice(name.text())) edits.zero(start, start + name.length);
}

/** Removes references to tracks of time codes, which are removed. */
async function dropReferences(file: IsoFile, edits: FileEdits, references: PlacedBox): Promise<void> {
  for (const box of await file.childrenOf(references)) {
    if (box.type === 'tmcd') blank(edits, box);
  }
}
