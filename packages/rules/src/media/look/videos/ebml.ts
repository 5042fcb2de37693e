import { type ByteReader, MAX_PART } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FileTells, type FileType, type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from '../file-look.ts';
import { orientationOfDegrees } from '../iso/orientation.ts';

const MOST_ELEMENTS = 4_000;
const ID = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timescale: 0x2ad7b1,
  duration: 0x4489,
  date: 0x4461,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  shownWidth: 0x54b0,
  shownHeight: 0x54ba,
  shownUnit: 0x54b2,
  alpha: 0x53c0,
  projection: 0x7670,
  roll: 0x7675,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
};
const ENTERED: ReadonlySet<number> = new Set([
  ID.segment,
  ID.seekHead,
  ID.seek,
  ID.info,
  ID.tracks,
  ID.track,
  ID.video,
  ID.projection,
]);
const TRACK = { video: 1, sound: 2 };
const NANOSECONDS = 1e9;

export interface Element {
  readonly id: number;
  readonly start: number;
  /** Infinity for an element that goes on until another begins. */
  readonly length: number;
}

/** A track: numbers by the ids of its elements. */
type Track = Map<number, number>;

interface Segment {
  start: number;
  timescale: number;
  duration: number;
  soughtId: number;
  /** Where elements stand that come after the pictures. */
  readonly places: Map<number, number>;
  readonly tracks: Track[];
  tells: FileTells;
  /** Is true where an element goes on behind the end of the file. */
  isCutOff: boolean;
}

/** Reads the headers of a WebM or Matroska file. @see RFC 8794, RFC 9559 */
export async function lookAtEbml(reader: ByteReader, type: FileType): Promise<FoundFacts> {
  const segment: Segment = {
    start: 0,
    timescale: 1e6,
    duration: 0,
    soughtId: 0,
    places: new Map(),
    tracks: [],
    tells: TELLS_NOTHING,
    isCutOff: false,
  };
  await walk(reader, segment, 0);
  for (const id of [ID.info, ID.tracks]) {
    const at = segment.places.get(id);
    const isKnown = id === ID.info ? segment.duration > 0 : segment.tracks.length > 0;
    if (at !== undefined && !isKnown) await walk(reader, segment, at);
  }
  const tagsAt = segment.places.get(ID.tags);
  if (tagsAt !== undefined) segment.tells = joinTells(segment.tells, tellsOfTags(await reader.part(tagsAt, MAX_PART)));
  // Of a file whose size is not written, as of live video, only reading all of it would tell.
  return { ...factsOf(segment, type), isWhole: segment.isCutOff ? false : null };
}

async function walk(reader: ByteReader, segment: Segment, from: number): Promise<void> {
  let at = from;
  for (let count = 0; count < MOST_ELEMENTS; count += 1) {
    const element = await readElement(reader, at);
    if (element === null) return;
    const end = Number.isFinite(element.length) ? element.start + element.length : 0;
    // What stands at another place may be no element.
    segment.isCutOff ||= from === 0 && reader.bytes !== null && end > reader.bytes;
    if (element.id === ID.cluster) return;
    const isEntered = ENTERED.has(element.id);
    see(segment, element, isEntered ? null : await reader.upTo(element.start, Math.min(element.length, 8)));
    at = element.start + (isEntered ? 0 : element.length);
  }
}

/** Reads the header of an element. @returns null where none can stand */
export async function readElement(reader: ByteReader, at: number, ahead?: number): Promise<Element | null> {
  const header = await reader.upTo(at, 12, ahead);
  const idBytes = Math.clz32(header.u8(0)) - 23;
  const lengthBytes = Math.clz32(header.u8(idBytes)) - 23;
  if (header.length < 2 || idBytes > 4 || lengthBytes > 8) return null;
  let id = 0;
  for (let index = 0; index < idBytes; index += 1) id = id * 256 + header.u8(index);
  let length = header.u8(idBytes) & (0xff >> lengthBytes);
  let isOpen = length === 0xff >> lengthBytes;
  for (let index = 1; index < lengthBytes; index += 1) {
    const byte = header.u8(idBytes + index);
    isOpen &&= byte === 0xff;
    length = length * 256 + byte;
  }
  return { id, start: at + idBytes + lengthBytes, length: isOpen ? Number.POSITIVE_INFINITY : length };
}

/** @param content up to eight bytes; null for an element that holds others */
function see(segment: Segment, { id, start, length }: Element, content: Bytes | null): void {
  if (id === ID.segment) segment.start = start;
  if (id === ID.track) segment.tracks.push(new Map());
  if (content === null) return;
  const value = length === 8 ? content.u64(0) : numberOf(content, length);
  const float = length === 8 ? content.f64(0) : content.f32(0);
  if (id === ID.seekId) segment.soughtId = value;
  else if (id === ID.seekPosition) segment.places.set(segment.soughtId, segment.start + value);
  else if (id === ID.timescale) segment.timescale = value;
  else if (id === ID.duration) segment.duration = float;
  else if (id === ID.date) segment.tells = { ...segment.tells, time: true };
  else segment.tracks.at(-1)?.set(id, id === ID.roll ? float : value);
}

function numberOf(content: Bytes, length: number): number {
  let value = 0;
  for (let index = 0; index < Math.min(length, content.length); index += 1) value = value * 256 + content.u8(index);
  return value;
}

function factsOf({ tracks, duration, timescale, tells }: Segment, type: FileType): FoundFacts {
  const hasSound = tracks.some((track) => track.get(ID.trackType) === TRACK.sound);
  const video = tracks.find((track) => track.get(ID.trackType) === TRACK.video);
  const seconds = (duration * timescale) / NANOSECONDS;
  const facts = { duration: seconds > 0 && Number.isFinite(seconds) ? seconds : null, tells };
  if (!video && hasSound) {
    const contentType = type.contentType.replace('video/', 'audio/');
    return { ...facts, kind: 'audio', contentType, hasSound: true };
  }
  if (!video) return facts;
  // Turns are counterclockwise.
  const orientation = orientationOfDegrees(-(video.get(ID.roll) ?? 0));
  const size = seenSize(...shownSides(video), orientation);
  return { ...facts, size, orientation, hasSound, hasTransparency: video.get(ID.alpha) === 1 };
}

const UNIT = { pixels: 0, unknown: 4 };

/** Sides before a turn. In other units than pixels, the sides that are shown give the shape alone. */
function shownSides(video: Track): [width: number, height: number] {
  const [width, height] = [video.get(ID.width) ?? 0, video.get(ID.height) ?? 0];
  const [shownWidth, shownHeight] = [video.get(ID.shownWidth) ?? 0, video.get(ID.shownHeight) ?? 0];
  const unit = video.get(ID.shownUnit) ?? UNIT.pixels;
  if (shownWidth === 0 || shownHeight === 0 || unit >= UNIT.unknown) return [width, height];
  return unit === UNIT.pixels ? [shownWidth, shownHeight] : [Math.round((height * shownWidth) / shownHeight), height];
}

function tellsOfTags(content: Bytes): Partial<FileTells> {
  const text = content.text();
  return {
    place: /LOCATION|location|ISO6709/.test(text),
    time: /DATE|creationdate/.test(text),
    device: /MAKE|MODEL|\.make|\.model/.test(text),
  };
}
