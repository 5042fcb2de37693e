import type { Bytes } from '../bytes.ts';
import { type FileTells, type FileType, type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from '../file-look.ts';
import type { Box } from './boxes.ts';
import { createFragments, type Fragments } from './fragments.ts';
import { orientationOfMatrix } from './orientation.ts';

interface Track {
  id: number;
  handler: string;
  /** Name of how its first samples are coded. */
  coding: string;
  width: number;
  height: number;
  orientation: number;
  timescale: number;
  duration: number;
  samples: number;
}

interface Movie {
  readonly tracks: Track[];
  readonly fragments: Fragments;
  timescale: number;
  duration: number;
  tells: FileTells;
}

const IN_TRACK: Readonly<Record<string, (track: Track, content: Bytes) => void>> = {
  tkhd: readTrackHeader,
  mdhd(track, content) {
    Object.assign(track, readTimes(content));
  },
  hdlr(track, content) {
    track.handler = content.text(8, 4);
  },
  stsd: readSampleEntry,
  stsz(track, content) {
    track.samples = content.u32(8);
  },
};

/** What devices write into a movie, by the names of the boxes and keys. */
const TELLING: readonly (readonly [RegExp, keyof FileTells])[] = [
  [/\xa9xyz|loci|GPS |gps0|GPMF|location/, 'place'],
  [/\xa9day|date|creationdate/, 'time'],
  [/\xa9ma[kn]|\xa9mod|manu|modl|make|model|smta/, 'device'],
  [/thmb|covr|CNTH/, 'thumbnail'],
];

/** Tracks that tell something by time, by their handlers and codings. */
const TELLING_TRACKS: Readonly<Record<string, keyof FileTells>> = { camm: 'place', gpmd: 'place', tmcd: 'time' };

/** Makes what gathers the facts of a movie from its boxes. */
export function createMovie() {
  const movie: Movie = {
    tracks: [],
    fragments: createFragments(),
    timescale: 0,
    duration: 0,
    tells: TELLS_NOTHING,
  };
  return {
    reads: (type: string): boolean =>
      type in IN_TRACK || type === 'mvhd' || type === 'keys' || movie.fragments.reads(type),

    see(box: Box, content: Bytes): void {
      seeBox(movie, box, content);
    },

    /** Facts of an animated picture, which is a movie with a track of pictures; none without one. */
    pictureFacts(): FoundFacts {
      const track = movie.tracks.find(({ samples }) => samples > 1);
      if (!track) return {};
      const { width, height, orientation, samples: frames } = track;
      const size = seenSize(width, height, orientation);
      return { frames, isAnimated: true, duration: durationOf(movie), ...(size && { size, orientation }) };
    },

    /** @param isAll set when all boxes of the file were seen */
    facts: (type: FileType, isAll: boolean): FoundFacts => factsOf(movie, type, isAll),
  };
}

function seeBox(movie: Movie, { type, within }: Box, content: Bytes): void {
  const track = movie.tracks.at(-1);
  const isAside = within.includes('udta') || within.includes('meta');
  // QuickTime has a second handler, of the data, which stands deeper.
  const isInTrack = within.startsWith('moov/trak') && (type !== 'hdlr' || within.endsWith('mdia'));
  if (type === 'trak') movie.tracks.push(newTrack());
  else if (type === 'mvhd') readMovieHeader(movie, content);
  else if (isAside) movie.tells = joinTells(movie.tells, tellsOf(type, content));
  else if (track && isInTrack) IN_TRACK[type]?.(track, content);
  else movie.fragments.see(type, content);
}

function factsOf(movie: Movie, type: FileType, isAll: boolean): FoundFacts {
  const video = movie.tracks.find(({ handler }) => handler === 'vide');
  const hasSound = movie.tracks.some(({ handler }) => handler === 'soun');
  const isSound = type.kind === 'audio' || (hasSound && !video);
  const tells = joinTells(movie.tells, tellsOfTracks(movie.tracks));
  if (isSound)
    return { kind: 'audio', contentType: 'audio/mp4', duration: durationOf(movie, isAll), hasSound: true, tells };
  return {
    size: video ? seenSize(video.width, video.height, video.orientation) : null,
    orientation: video?.orientation ?? 1,
    duration: durationOf(movie, isAll),
    hasSound: movie.tracks.length > 0 ? hasSound : null,
    tells,
  };
}

/** @see ISO/IEC 14496-12 sections 8.2.2 and 8.8.2: a fragmented movie may say nothing in its header */
function durationOf(movie: Movie, isAll = true): number | null {
  const { timescale, duration, fragments, tracks } = movie;
  if (timescale > 0 && duration > 0) return duration / timescale;
  const timescaleOf = (id: number) => tracks.find((track) => track.id === id)?.timescale ?? 0;
  return fragments.duration({ timescale, timescaleOf, isAll });
}

const newTrack = (): Track => ({
  ...{ id: 0, handler: '', coding: '', width: 0, height: 0, orientation: 1, timescale: 0, duration: 0, samples: 0 },
});

function readMovieHeader(movie: Movie, content: Bytes): void {
  Object.assign(movie, readTimes(content));
  if (content.u32(4) > 0) movie.tells = { ...movie.tells, time: true };
}

/** Reads the scale and the length of a header. @returns length 0 where the header leaves it open */
function readTimes(content: Bytes): { timescale: number; duration: number } {
  const isLong = content.u8(0) === 1;
  const timescale = content.u32(isLong ? 20 : 12);
  const duration = isLong ? content.u64(24) : content.u32(16);
  const isOpen = isLong ? content.u32(24) === 0xffff_ffff : duration === 0xffff_ffff;
  return { timescale, duration: isOpen ? 0 : duration };
}

/** @see ISO/IEC 14496-12 section 8.3.2 */
function readTrackHeader(track: Track, content: Bytes): void {
  const shift = content.u8(0) === 1 ? 12 : 0;
  track.id = content.u32(12 + (shift === 0 ? 0 : 8));
  const at = 40 + shift;
  const matrix = [content.i32(at), content.i32(at + 4), content.i32(at + 12), content.i32(at + 16)] as const;
  track.orientation = orientationOfMatrix(matrix);
  track.width = Math.round(content.u32(at + 36) / 65_536);
  track.height = Math.round(content.u32(at + 40) / 65_536);
}

/** Takes the size of the coded pictures where the header of the track has none. */
function readSampleEntry(track: Track, content: Bytes): void {
  track.coding = content.text(12, 4);
  if (track.handler !== 'vide' || (track.width > 0 && track.height > 0)) return;
  track.width = content.u16(40);
  track.height = content.u16(42);
}

function tellsOfTracks(tracks: readonly Track[]): Partial<FileTells> {
  const told = tracks.flatMap(({ handler, coding }) => TELLING_TRACKS[handler] ?? TELLING_TRACKS[coding] ?? []);
  return Object.fromEntries(told.map((what) => [what, true]));
}

function tellsOf(type: string, content: Bytes): Partial<FileTells> {
  const text = type === 'keys' ? content.text() : type;
  return Object.fromEntries(TELLING.filter(([name]) => name.test(text)).map(([, what]) => [what, true]));
}
