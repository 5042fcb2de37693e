import { quote } from '../../../lib/text/terminal-text.ts';
import { addressOrText, type FeedItem } from '../reading/feed-item.ts';

/** An item and the others of the feed that have its id. */
export interface ChosenItem {
  readonly item: FeedItem;
  /** All items with this id, itself among them, the oldest first. */
  readonly namesakes: readonly FeedItem[];
}

/** An item that a run leaves out. */
export interface LeftOut {
  readonly item: FeedItem;
  readonly reason: string;
}

/** Items of a feed, by what a run does with them. */
export interface Choice {
  /** Items that are new, the oldest first. */
  readonly wanted: readonly ChosenItem[];
  /** Items that are older than the span of `--since`. */
  readonly old: readonly LeftOut[];
  /** Items that are left out because no date of theirs can be read. */
  readonly undated: readonly LeftOut[];
  /** Items whose date is still to come. */
  readonly ahead: readonly LeftOut[];
  /** Items that the feed lists again, and new ones beyond what a run looks at. */
  readonly others: readonly LeftOut[];
}

/** Time by which the clock of a feed's server may be ahead. */
const CLOCK_MS = 10 * 60_000;
/** New items that a run looks at, the newest ones: each takes a request. As many as `--max` allows. */
const MAX_LOOKED_AT = 1_000;

/** Chooses the items of a run. @param since instant from which items are new; undefined for all of them */
export function chooseItems(items: readonly FeedItem[], now: Date, since: Date | undefined): Choice {
  const last = new Map(items.map((item) => [JSON.stringify([item.id, addressOrText(item)]), item]));
  const distinct = new Set(last.values());
  const namesakes = Map.groupBy(oldestFirst([...distinct]), ({ id }) => id);
  const found = { wanted: [] as FeedItem[], old: [] as LeftOut[], undated: [] as LeftOut[], ahead: [] as LeftOut[] };
  for (const item of distinct) {
    const { at, date } = item;
    const written = date === '' ? 'it has no date' : `its date ${quote(date)} cannot be read`;
    if (at !== undefined && at.getTime() > now.getTime() + CLOCK_MS) {
      found.ahead.push({ item, reason: `its date ${quote(date)} is still to come` });
    } else if (since === undefined) found.wanted.push(item);
    else if (at === undefined) found.undated.push({ item, reason: written });
    else if (at < since) found.old.push({ item, reason: 'it is older than --since' });
    else found.wanted.push(item);
  }
  const wanted = oldestFirst(found.wanted);
  const again = items.filter((item) => !distinct.has(item));
  return {
    ...found,
    wanted: wanted.slice(-MAX_LOOKED_AT).map((item) => ({ item, namesakes: namesakes.get(item.id) ?? [item] })),
    others: [
      ...again.map((item) => ({ item, reason: 'the feed has another item with its id and link' })),
      ...wanted.slice(0, -MAX_LOOKED_AT).map((item) => ({
        ...{ item, reason: `a run looks at the ${MAX_LOOKED_AT} newest items only` },
      })),
    ],
  };
}

/** Sorts by date. Feeds list the newest item first, so items without a date are taken from the end. */
function oldestFirst(items: readonly FeedItem[]): FeedItem[] {
  return items.toReversed().toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}
