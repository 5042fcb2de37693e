import type { ByteReader } from '../../look/byte-reader.ts';
import { FileEdits, MOST_EDITS } from '../file-edits.ts';
import type { FoundEdits } from '../strip-plan.ts';
import { stripExtension, stripMeta, stripUserData } from './described.ts';
import { blank, IsoFile, isSpace, type PlacedBox } from './iso-file.ts';
import { dropTrackBoxes, stripFragment } from './strip-fragments.ts';
import { type StrippedTrack, stripTimes, stripTrack } from './strip-track.ts';

/** Boxes of a file or movie that are small pictures, places, or what makers of cameras write. */
const TELLING = ['pnot', 'PICT', 'thmb', 'thum', 'gps ', 'sefd', 'inst'];

/** Boxes of a file that players need, or that are looked at one by one. Whatever else is there, also behind the movie, is removed. */
const PARTS = [
  ...['ftyp', 'styp', 'moov', 'moof', 'mfra', 'mdat', 'imdt', 'sidx', 'ssix', 'prft', 'pdin'],
  ...['udta', 'meta', 'uuid', 'free', 'skip', 'wide'],
];

/** What is removed from a movie. */
interface Removal {
  readonly edits: FileEdits;
  /** Edits of tracks that are removed: all of them, or none where the samples of one cannot be found. */
  readonly ofTracks: FileEdits;
  /** Sizes of the samples of removed tracks where a fragment does not say them, by their ids. */
  readonly removed: Map<number, number>;
  areSamplesFound: boolean;
}

/**
 * Empties the boxes of an MP4 or QuickTime file that tell its place, time and device, and the tracks that do so by time. Every
 * byte of the others stays at its place.
 * @see ISO/IEC 14496-12, QuickTime File Format
 */
export async function stripIso(reader: ByteReader): Promise<FoundEdits> {
  const file = new IsoFile(reader);
  const removal: Removal = {
    edits: new FileEdits(),
    ofTracks: new FileEdits(),
    removed: new Map(),
    areSamplesFound: true,
  };
  const { boxes, isWhole } = await file.boxesIn(0, reader.bytes ?? Number.POSITIVE_INFINITY);
  file.contents = boxes.filter(({ type }) => type === 'mdat');
  const movies = boxes.filter(({ type }) => type === 'moov');
  for (const box of movies) await stripMovie(file, removal, box);
  for (const box of boxes) {
    if (box.type === 'moof' || box.type === 'mfra') await stripFragments(file, removal, box);
    else if (PARTS.includes(box.type)) await stripAside(file, removal.edits, box);
    else blank(removal.edits, box);
  }
  const { edits, ofTracks, areSamplesFound } = removal;
  const isTooMuch = edits.count + ofTracks.count > MOST_EDITS;
  if (areSamplesFound && !isTooMuch) edits.add(ofTracks);
  // What is not made of boxes may still be samples: it stays.
  return { edits, isComplete: areSamplesFound && !isTooMuch && isWhole && movies.length > 0 && file.isFollowed };
}

async function stripMovie(file: IsoFile, removal: Removal, movie: PlacedBox): Promise<void> {
  const boxes = await file.childrenOf(movie);
  for (const box of boxes) {
    if (box.type === 'mvhd') await stripTimes(file, removal.edits, box);
    else if (box.type === 'trak') addTrack(removal, await stripTrack(file, box));
    else await stripAside(file, removal.edits, box);
  }
  const defaults = boxes.find(({ type }) => type === 'mvex');
  if (!defaults || removal.removed.size === 0) return;
  for (const box of await file.childrenOf(defaults)) {
    const content = await file.content(box, 24);
    const id = content.u32(4);
    if (box.type === 'trex' && removal.removed.has(id)) removal.removed.set(id, content.u32(16));
  }
  await dropTrackBoxes(file, removal.ofTracks, defaults, removal.removed);
}

function addTrack(removal: Removal, { id, isRemoved, edits }: StrippedTrack): void {
  if (isRemoved) removal.removed.set(id, 0);
  if (edits === null) removal.areSamplesFound = false;
  else (isRemoved ? removal.ofTracks : removal.edits).add(edits);
}

async function stripFragments(file: IsoFile, removal: Removal, box: PlacedBox): Promise<void> {
  if (removal.removed.size === 0) return;
  if (box.type === 'mfra') await dropTrackBoxes(file, removal.ofTracks, box, removal.removed);
  else removal.areSamplesFound &&= await stripFragment(file, removal.ofTracks, box, removal.removed);
}

/** Removes boxes beside the tracks. What programs left in empty space goes, too. */
async function stripAside(file: IsoFile, edits: FileEdits, box: PlacedBox): Promise<void> {
  if (box.type === 'udta') await stripUserData(file, edits, box);
  else if (box.type === 'meta') await stripMeta(file, edits, box);
  else if (box.type === 'uuid') await stripExtension(file, edits, box);
  else if (TELLING.includes(box.type)) blank(edits, box);
  else if (isSpace(box) && (await file.content(box, 16)).array.some((byte) => byte !== 0))
    edits.zero(box.start, box.end);
}
