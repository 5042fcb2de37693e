import { type Clock, isoNow } from '../../clock.ts';
import type { MediaPolicy } from '../../media/fetch/media-url.ts';
import { saveCopies } from '../../store/posts/file-copies.ts';
import { findPostRow, type PostRow } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { type CopyColumns, planCopies, toCopyColumns } from '../contents/file-copies.ts';
import { contentsOf, type PlatformContent } from '../contents/publish-request.ts';
import { fromColumns, latestStart } from '../contents/stored-request.ts';

/** Keeps what is to be copied for a scheduled post in line with its time and its wishes. */
export interface FollowCopies {
  /** Returns the columns of a post that is about to be stored. */
  planNew(post: PostRow, contents: readonly PlatformContent[]): CopyColumns;
  /** Plans anew after a change. Must run in the transaction that has changed the post, after the change. */
  follow(trx: Queryable, before: PostRow): Promise<void>;
}

/** Makes the service that decides which files of scheduled posts are copied. */
export function createFollowCopies(deps: {
  clock: Clock;
  mediaPolicy: MediaPolicy;
  /** Longest delay after which a post is still sent, in milliseconds. */
  latenessWindowMs: number;
}): FollowCopies {
  const { clock, mediaPolicy } = deps;
  const isOwn = (url: string) => (mediaPolicy.ownFileOf?.(url) ?? null) !== null;

  function planNew(post: PostRow, contents: readonly PlatformContent[]): CopyColumns {
    const by = { latestStart: latestStart(post, deps.latenessWindowMs), now: isoNow(clock), isOwn };
    return toCopyColumns(planCopies(contents, post, by));
  }

  return {
    planNew,

    async follow(trx, before) {
      // Most posts have no files.
      if (contentsOf(fromColumns(before)).every(({ media }) => media.length === 0)) return;
      const post = await findPostRow(trx, before.id);
      if (!post) return;
      const planned = planNew(post, contentsOf(fromColumns(post)));
      const isSame = planned.copies === post.copies && planned.copies_due_at === post.copies_due_at;
      if (!isSame) await saveCopies(trx, post.id, { ...planned, updated_at: isoNow(clock) });
    },
  };
}
