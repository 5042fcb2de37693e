import type { FeedItem } from '../reading/feed-item.ts';

/** Items of a feed, by what a run does with them. */
export interface Choice {
  /** Items that are new, the oldest first. */
  readonly wanted: readonly FeedItem[];
  /** Number of items that are left out because no date of theirs can be read. */
  readonly undated: number;
  /** Number of items whose date is still to come. */
  readonly ahead: number;
}

/** Time by which the clock of a feed's server may be ahead. */
const CLOCK_MS = 10 * 60_000;

/** Chooses the items of a run. @param since instant from which items are new; undefined for all of them */
export function chooseItems(items: readonly FeedItem[], now: Date, since: Date | undefined): Choice {
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  const isAhead = ({ at }: FeedItem) => at !== undefined && at.getTime() > now.getTime() + CLOCK_MS;
  const isNew = ({ at }: FeedItem) => since === undefined || (at !== undefined && at >= since);
  return {
    wanted: oldestFirst(distinct.filter((item) => !isAhead(item) && isNew(item))),
    undated: since === undefined ? 0 : distinct.filter(({ at }) => at === undefined).length,
    ahead: distinct.filter(isAhead).length,
  };
}

/** Sorts by date. Feeds list the newest item first, so items without a date are taken from the end. */
function oldestFirst(items: readonly FeedItem[]): FeedItem[] {
  return items.toReversed().toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}
