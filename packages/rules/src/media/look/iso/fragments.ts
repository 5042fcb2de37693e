import type { Bytes } from '../bytes.ts';

/** What gathers the length of a movie that comes in fragments. */
export type Fragments = ReturnType<typeof createFragments>;

/** Gathers the length of a fragmented movie. @see ISO/IEC 14496-12 sections 8.8 and 8.16.3 */
export function createFragments() {
  let announced = 0;
  let indexed = 0;
  const usualDurations = new Map<number, number>();
  /** Ends of the tracks, in their own time. */
  const ends = new Map<number, number>();
  let track = 0;
  let usual = 0;

  const readers: Readonly<Record<string, (content: Bytes) => void>> = {
    mehd(content) {
      announced = content.u8(0) === 1 ? content.u64(4) : content.u32(4);
    },
    trex(content) {
      usualDurations.set(content.u32(4), content.u32(12));
    },
    sidx(content) {
      indexed = Math.max(indexed, indexedSeconds(content));
    },
    tfhd(content) {
      track = content.u32(4);
      const flags = content.u24(1);
      const at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
      usual = flags & 0x8 ? content.u32(at) : (usualDurations.get(track) ?? 0);
    },
    tfdt(content) {
      ends.set(track, content.u8(0) === 1 ? content.u64(4) : content.u32(4));
    },
    trun(content) {
      ends.set(track, (ends.get(track) ?? 0) + runLength(content, usual));
    },
  };

  return {
    reads: (type: string): boolean => type in readers,

    see(type: string, content: Bytes): void {
      readers[type]?.(content);
    },

    /** Returns the length in seconds; null where the fragments do not tell. */
    duration(times: {
      readonly timescale: number;
      readonly timescaleOf: (track: number) => number;
      readonly isAll: boolean;
    }): number | null {
      if (announced > 0 && times.timescale > 0) return announced / times.timescale;
      if (indexed > 0) return indexed;
      if (!times.isAll) return null;
      const seconds = [...ends].map(([id, end]) => end / times.timescaleOf(id)).filter(Number.isFinite);
      const longest = Math.max(0, ...seconds);
      return longest > 0 ? longest : null;
    },
  };
}

function indexedSeconds(content: Bytes): number {
  const timescale = content.u32(8);
  const at = content.u8(0) === 0 ? 20 : 28;
  const count = Math.min(content.u16(at + 2), (content.length - at - 4) / 12);
  let length = 0;
  for (let index = 0; index < count; index += 1) length += content.u32(at + 8 + index * 12);
  return timescale > 0 ? length / timescale : 0;
}

/** Adds the times of the samples of a run; those that are not read count as usual. */
function runLength(content: Bytes, usual: number): number {
  const flags = content.u24(1);
  const count = content.u32(4);
  if ((flags & 0x100) === 0) return count * usual;
  const at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  const given = Math.min(count, Math.floor((content.length - at) / entryBytes));
  let length = 0;
  for (let index = 0; index < given; index += 1) length += content.u32(at + index * entryBytes);
  return length;
}
