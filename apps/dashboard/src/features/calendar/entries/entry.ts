import type { Schema } from '@social/types';
import { type Draft, writeAddress } from '../../../shared/drafts/drafts.ts';
import {
  idOf,
  type Post,
  type Standing,
  standingInWords,
  standingOf,
  timeOfPost,
} from '../../../shared/posts/post-standing.ts';
import { dayKey } from '../days/days.ts';

/** A post or a draft in the calendar. */
export interface Entry {
  readonly id: string;
  readonly of: { readonly kind: 'post'; readonly post: Post } | { readonly kind: 'draft'; readonly draft: Draft };
  /** The time at which it goes out or went out; null for a draft without one. */
  readonly at: Date | null;
  readonly state: Standing | 'draft';
  readonly text: string;
  readonly profile: string;
  readonly platforms: Post['platforms'];
  readonly media: readonly Schema<'MediaItem'>[];
  /** Address of its own page. */
  readonly href: string;
}

/** An entry that has its place in the calendar. */
export type TimedEntry = Entry & { readonly at: Date };

const known = new WeakMap<Post | Draft, Entry>();

/** Returns a post's entry: the same one for the same object, so that what did not change is not drawn again. */
export function entryOfPost(post: Post): Entry {
  return remember(post, () => ({
    id: idOf(post),
    of: { kind: 'post', post },
    at: timeOfPost(post),
    state: standingOf(post),
    href: `/posts/${idOf(post)}`,
    ...contentOf(post),
  }));
}

/** Returns a draft's entry, as `entryOfPost` does. */
export function entryOfDraft(draft: Draft): Entry {
  return remember(draft, () => ({
    id: draft.id,
    of: { kind: 'draft', draft },
    at: draft.scheduledFor === undefined ? null : new Date(draft.scheduledFor),
    state: 'draft',
    href: writeAddress(draft.id),
    ...contentOf(draft),
  }));
}

function remember(source: Post | Draft, make: () => Entry): Entry {
  const entry = known.get(source) ?? make();
  known.set(source, entry);
  return entry;
}

function contentOf({ text, profile, platforms, media = [], mediaUrls = [] }: Post | Draft) {
  return { text, profile, platforms, media: [...media, ...mediaUrls.map((url) => ({ url }))] };
}

/** Returns the state of an entry in words. */
export function stateInWords({ state }: Entry): string {
  return state === 'draft' ? 'Draft' : standingInWords(state);
}

/** Returns true for a draft that takes the next free slot when it is approved. */
export function isWaitingForSlot({ of }: Entry): boolean {
  return of.kind === 'draft' && of.draft.slot !== undefined;
}

/** Returns true for an entry that has a time. */
export function isTimed(entry: Entry): entry is TimedEntry {
  return entry.at !== null;
}

/** Groups entries by day of the reader's zone, earliest first. */
export function byDay(entries: readonly TimedEntry[]): ReadonlyMap<string, readonly TimedEntry[]> {
  const earliestFirst = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return Map.groupBy(earliestFirst, ({ at }) => dayKey(at));
}
