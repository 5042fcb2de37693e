import type { Bytes } from '../../look/bytes.ts';
import type { FileEdits } from '../file-edits.ts';
import { blank, type IsoFile, type PlacedBox } from './iso-file.ts';
import { Spans } from './samples.ts';

/** Tracks that are removed, by their ids, with the size of their samples where a fragment does not say it. */
export type RemovedTracks = ReadonlyMap<number, number>;

/** A part of a movie that holds one piece of one track. */
interface TrackFragment {
  readonly box: PlacedBox;
  readonly boxes: readonly PlacedBox[];
  readonly header: Bytes;
  /** Is true when its samples follow those of the track fragment before it. */
  readonly isRelative: boolean;
}

const FLAG = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, baseIsMovie: 0x2_0000 };
const RUN_FLAG = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, time: 0x800 };

/**
 * Removes tracks from one fragment of a movie.
 * @returns false where their samples cannot be found
 * @see ISO/IEC 14496-12 section 8.8
 */
export async function stripFragment(
  file: IsoFile,
  edits: FileEdits,
  fragment: PlacedBox,
  removed: RemovedTracks,
): Promise<boolean> {
  const parts = await trackFragments(file, fragment);
  const ofRemoved = parts.filter(({ header }) => removed.has(header.u32(4)));
  if (ofRemoved.length === 0) return true;
  if (parts.some(({ isRelative }) => isRelative)) return false;
  for (const part of ofRemoved) {
    const spans = await samplesOfPart(file, fragment, part, removed.get(part.header.u32(4)) ?? 0);
    if (spans === null) return false;
    blank(edits, part.box);
    for (const { start, end } of spans) edits.zero(start, end);
  }
  return true;
}

async function trackFragments(file: IsoFile, fragment: PlacedBox): Promise<TrackFragment[]> {
  const parts: TrackFragment[] = [];
  for (const box of await file.childrenOf(fragment)) {
    if (box.type !== 'traf') continue;
    const boxes = await file.childrenOf(box);
    const headerBox = boxes.find(({ type }) => type === 'tfhd') ?? { ...box, end: box.start };
    const header = await file.content(headerBox, 64);
    const isRelative = parts.length > 0 && (header.u24(1) & (FLAG.base | FLAG.baseIsMovie)) === 0;
    parts.push({ box, boxes, header, isRelative });
  }
  return parts;
}

async function samplesOfPart(file: IsoFile, fragment: PlacedBox, { boxes, header }: TrackFragment, usualSize: number) {
  const flags = header.u24(1);
  const base = flags & FLAG.base ? header.u64(8) : fragment.at;
  const before = [FLAG.description, FLAG.duration].filter((flag) => flags & flag).length * 4;
  const sizeAt = 8 + (flags & FLAG.base ? 8 : 0) + before;
  const size = flags & FLAG.size ? header.u32(sizeAt) : usualSize;
  const spans = new Spans();
  let at = base;
  for (const box of boxes.filter(({ type }) => type === 'trun')) {
    const run = await file.content(box, box.end - box.start);
    const length = runLength(run, size);
    if (run.length < box.end - box.start || length === null) return null;
    if (run.u24(1) & RUN_FLAG.offset) at = base + run.i32(8);
    spans.add(at, at + length);
    at += length;
  }
  return spans.within(file);
}

/** Adds the sizes of the samples of a run. @returns null where it is cut off */
function runLength(run: Bytes, usualSize: number): number | null {
  const flags = run.u24(1);
  const count = run.u32(4);
  if ((flags & RUN_FLAG.size) === 0) return count * usualSize;
  const start = 8 + (flags & RUN_FLAG.offset ? 4 : 0) + (flags & RUN_FLAG.firstFlags ? 4 : 0);
  const { duration, size, flags: ofSample, time } = RUN_FLAG;
  const entryBytes = [duration, size, ofSample, time].filter((flag) => flags & flag).length * 4;
  if (start + count * entryBytes > run.length) return null;
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    length += run.u32(start + index * entryBytes + (flags & duration ? 4 : 0));
  }
  return length;
}

/** Removes boxes that describe removed tracks: `trex` and `tfra`, which name the track behind their version. */
export async function dropTrackBoxes(
  file: IsoFile,
  edits: FileEdits,
  around: PlacedBox,
  removed: { has(id: number): boolean },
): Promise<void> {
  for (const box of await file.childrenOf(around)) {
    const isOfTrack = box.type === 'trex' || box.type === 'tfra';
    if (isOfTrack && removed.has((await file.content(box, 8)).u32(4))) blank(edits, box);
  }
}
