import type { Draft } from '@social/post-input';
import type { Target } from '@social/types';
import { findByKeys, type Run } from '../../../lib/post/batch/check-many.ts';
import type { Post } from '../../../lib/post/post.ts';
import type { ChosenItem } from '../choice/choose-items.ts';
import type { FeedItem } from '../reading/feed-item.ts';
import { type FeedOfProfile, type Identity, identityOf, keyOf, ownIdentityOf, sourceOf } from './item-keys.ts';

/** The posts that earlier runs made of an item; none of a new one. */
export interface Earlier {
  /** The oldest first. */
  readonly posts: readonly Post[];
  /** A draft that waits. */
  readonly draft: Draft | undefined;
  /** Idempotency key of the next post. */
  readonly key: string;
  /** Key that the next post takes instead while no other item has it. */
  readonly sharedKey?: string;
  /** Reason for which the item counts as published though its link is another. */
  readonly doubt?: string;
}

/** The post or the draft under a key. */
interface Found {
  readonly post?: Post | undefined;
  readonly draft?: Draft | undefined;
}

/** What is under the key of an id that one or several items have. */
interface UnderId {
  readonly found: Found;
  /** The item that went out under the id. */
  readonly holder: FeedItem | undefined;
  /** The item that is taken for the holder where none is certain to be: its link may have been edited since. */
  readonly presumed: FeedItem | undefined;
}

/** Finds the posts of the items of one feed. */
export interface EarlierFinder {
  /**
   * @param platforms posts are read until they cover these
   * @param isForNextRun set where a new item is only counted
   */
  find(
    chosen: ChosenItem,
    how: { readonly platforms: readonly Target[]; readonly isForNextRun: boolean },
  ): Promise<Earlier>;
}

/** Reads what is under the keys that items may have, and finds their posts. @param items every item that may be asked for */
export async function openEarlierFinder(
  run: Run,
  feed: FeedOfProfile,
  items: readonly ChosenItem[],
): Promise<EarlierFinder> {
  const underIds = new Map<string, Promise<UnderId>>();
  const read = await readKeys(run, feed, items);
  const look = async (identity: Identity, number = 0): Promise<Found> => {
    const key = keyOf(identity, number);
    return read.get(key) ?? (await findByKeys(run, [key])).get(key) ?? {};
  };
  const lookUnderId = async (identity: Identity, namesakes: readonly FeedItem[]): Promise<UnderId> => {
    const found = await look(identity);
    return { found, ...holderOf(found, namesakes) };
  };
  const readAll = async (identity: Identity, first: Found, platforms: readonly Target[]): Promise<Earlier> => {
    const posts: Post[] = [];
    let found = first;
    // A number is taken only after the post before it was sent, so there are no gaps.
    while (found.post && posts.push(found.post) && !covers(posts, platforms)) {
      found = await look(identity, posts.length);
    }
    return { posts, draft: found.draft, key: keyOf(identity, posts.length) };
  };
  return {
    async find({ item, namesakes }, { platforms, isForNextRun }) {
      const shared = identityOf(feed, item.id);
      const underId = underIds.get(item.id) ?? lookUnderId(shared, namesakes);
      underIds.set(item.id, underId);
      const { found, holder, presumed } = await underId;
      const isShared = namesakes.length > 1;
      if (holder === item || (!isShared && isDoneByEarlierVersion(found, platforms))) {
        return await readAll(shared, found, platforms);
      }
      if (isFree(found) && isForNextRun && !isShared) return newItem(shared);
      const own = furtherIdentityOf(feed, item);
      const mine = await look(own);
      if (!isFree(mine)) return await readAll(own, mine, platforms);
      if (isFree(found)) return newItem(shared, isShared ? own : undefined);
      const isKnown = holder !== undefined || (presumed !== undefined && presumed !== item);
      return isKnown ? newItem(own) : { ...(await readAll(shared, found, platforms)), doubt: doubtAbout(found) };
    },
  };
}

/** Reads what is under the keys that items may have: their ids, and where that does not settle it, their links too. */
async function readKeys(
  run: Run,
  feed: FeedOfProfile,
  items: readonly ChosenItem[],
): Promise<ReadonlyMap<string, Found>> {
  const sharedKey = ({ item }: ChosenItem) => keyOf(identityOf(feed, item.id));
  const shared = new Set(items.map(sharedKey));
  const found = await findByKeys(run, [...shared]);
  const open = items.filter((one) => one.namesakes.length > 1 || !found.has(sharedKey(one)));
  const own = new Set(open.map(({ item }) => keyOf(furtherIdentityOf(feed, item))));
  const more = await findByKeys(run, [...own]);
  return new Map([...shared, ...own].map((key) => [key, found.get(key) ?? more.get(key) ?? {}]));
}

/** What an item is known by beside its id. */
function furtherIdentityOf(feed: FeedOfProfile, item: FeedItem): Identity {
  return item.formerId === undefined ? ownIdentityOf(feed, item) : identityOf(feed, item.formerId);
}

const isFree = ({ post, draft }: Found): boolean => post === undefined && draft === undefined;

/** @param own identity of an item whose id others share: it is used when one of them is faster */
function newItem(identity: Identity, own?: Identity): Earlier {
  const none = { posts: [], draft: undefined };
  return own === undefined
    ? { ...none, key: keyOf(identity) }
    : { ...none, key: keyOf(own), sharedKey: keyOf(identity) };
}

function covers(posts: readonly Post[], platforms: readonly Target[]): boolean {
  return platforms.every((id) => posts.some((post) => post.platforms.includes(id)));
}

function isDoneByEarlierVersion({ post }: Found, platforms: readonly Target[]): boolean {
  return post !== undefined && post.source === undefined && covers([post], platforms);
}

/**
 * Finds the item that went out under an id: its post names it as its source. A post of an earlier version names none: its text
 * has the link or the title.
 */
function holderOf({ post, draft }: Found, namesakes: readonly FeedItem[]): Omit<UnderId, 'found'> {
  const { source, text } = post ?? draft ?? {};
  if (text === undefined) return { holder: undefined, presumed: undefined };
  if (source === undefined) return { holder: shownIn(text, namesakes), presumed: undefined };
  const holder = namesakes.find((item) => sourceOf(item) === source);
  return { holder, presumed: holder ? undefined : (shownIn(text, namesakes) ?? namesakes[0]) };
}

/** Finds the only item whose link or title a text has. */
function shownIn(text: string, items: readonly FeedItem[]): FeedItem | undefined {
  const words = new Set(text.split(/\s+/));
  const lines = new Set(text.split('\n'));
  const [shown, ...others] = items.filter(({ link, title }) => words.has(link) || (title !== '' && lines.has(title)));
  return others.length === 0 ? shown : undefined;
}

function doubtAbout({ post, draft }: Found): string {
  const { source } = post ?? draft ?? {};
  return source === undefined
    ? 'an earlier version has published an item with its id, and which one is not known'
    : `its id went out before, for ${source}`;
}
