import type { Entry, TimedEntry } from './entry.ts';

/** Actions that a view offers for its entries. The same object as long as the reader may do the same. */
export interface EntryActions {
  readonly isMovable: (entry: Entry) => boolean;
  /** Shows entries for which the view has no room. */
  readonly showAll: (entries: readonly TimedEntry[]) => void;
}
