import { minuteOf } from '../days/hours.ts';
import type { TimedEntry } from '../entries/entry.ts';
import type { FreeSlot } from '../slots/slot-times.ts';
import { hourKey } from './hour-cells.ts';

/** Minutes of the clock that an entry covers, because its words need the room; posts have no length of their own. */
const COVERED_MINUTES = 40;

/** A place in the cell of an hour. */
interface Place {
  /** Minute of the hour at which it begins. */
  readonly minute: number;
  /** `whole` covers the day's width; `first` and `second` share it; `wide` stands next to a number, which is `narrow`. */
  readonly width: 'whole' | 'first' | 'second' | 'wide' | 'narrow';
}

/** Entries at a place of the week: one, or several whose places overlap and which are shown as their number. */
export interface PlacedEntries extends Place {
  readonly entries: readonly [TimedEntry, ...TimedEntry[]];
}

/** Free slots of one time. */
export interface PlacedSlots extends Place {
  readonly slots: readonly FreeSlot[];
}

interface Group {
  readonly start: number;
  readonly entries: [TimedEntry, ...TimedEntry[]];
}

/**
 * Places the entries of a day, two side by side. Where three or more would overlap, the first is shown and the others are
 * counted. A free slot stands where there is room.
 * @param entries earliest first, as are `slots`
 * @returns places by the name of their hour
 */
export function placeDay(
  entries: readonly TimedEntry[],
  slots: readonly FreeSlot[],
): { entries: ReadonlyMap<string, PlacedEntries[]>; slots: ReadonlyMap<string, PlacedSlots[]> } {
  const { lane, beside } = groupsOf(entries);
  const free = [...Map.groupBy(slots, ({ at }) => minuteOf(at))]
    .map(([start, group]) => ({ start, slots: group }))
    .filter(({ start }) => !beside.some((group) => isNear(group, start)));
  const shared = [...beside.filter((group) => group.entries.length === 1), ...free];
  const placed = [
    ...lane.map((group) => ({ ...group, width: widthOf(group, shared, beside) })),
    ...beside.map((group) => ({ ...group, width: group.entries.length > 1 ? 'narrow' : 'second' }) as const),
  ].toSorted((a, b) => a.start - b.start);
  return {
    entries: Map.groupBy(
      placed.map(({ start, entries: of, width }) => ({ entries: of, minute: start % 60, width })),
      ({ entries: [{ at }] }) => hourKey(at, at.getHours()),
    ),
    slots: Map.groupBy(
      free.map(({ start, slots: of }): PlacedSlots => {
        const width = lane.some((group) => isNear(group, start)) ? 'second' : 'whole';
        return { slots: of, minute: start % 60, width };
      }),
      ({ slots: [first] }) => (first ? hourKey(first.at, first.at.getHours()) : ''),
    ),
  };
}

/** Divides entries into a lane of those that overlap none before them, and groups of the others beside it. */
function groupsOf(entries: readonly TimedEntry[]): { lane: Group[]; beside: Group[] } {
  const lane: Group[] = [];
  const beside: Group[] = [];
  // By what clocks show: a repeated hour shows its entries of both times.
  for (const entry of entries.toSorted((a, b) => minuteOf(a.at) - minuteOf(b.at))) {
    const start = minuteOf(entry.at);
    const [before, last] = [lane.at(-1), beside.at(-1)];
    if (!before || !isNear(before, start)) lane.push({ start, entries: [entry] });
    else if (last && isNear(last, start)) last.entries.push(entry);
    else beside.push({ start, entries: [entry] });
  }
  return { lane, beside };
}

function isNear(group: { readonly start: number }, start: number): boolean {
  return Math.abs(group.start - start) < COVERED_MINUTES;
}

function widthOf({ start }: Group, shared: readonly { start: number }[], beside: readonly Group[]): Place['width'] {
  if (shared.some((group) => isNear(group, start))) return 'first';
  return beside.some((group) => isNear(group, start)) ? 'wide' : 'whole';
}
