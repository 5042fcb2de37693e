import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { freeKeysOfPost } from '../../store/idempotency-keys.ts';
import { type PostRow, updatePostIn } from '../../store/posts.ts';
import { findProfile } from '../../store/profiles.ts';
import type { Queryable } from '../../store/schema.ts';
import { insertTargets } from '../../store/targets.ts';
import { contentsOf } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';

/** Ends a scheduled post that is not sent. False: it is not scheduled any more, or not for the same time. */
export type EndUnsent = (
  trx: Queryable,
  post: PostRow,
  end: { readonly status: 'canceled' | 'missed'; readonly why: string },
) => Promise<boolean>;

/**
 * Stores and logs every platform of the post as canceled or missed, and gives the post's Idempotency-Key free. A post that a restored
 * backup holds keeps its key: it may have been published after the backup was made, and nothing here knows.
 */
export function createUnsentPosts({ clock }: { clock: Clock }): EndUnsent {
  return async (trx, post, { status, why }) => {
    const at = isoNow(clock);
    const isHeld = post.held_at !== null;
    const request = fromColumns(post);
    const change = { status, due_at: null, held_at: null, updated_at: at };
    if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return false;
    if (!isHeld) await freeKeysOfPost(trx, post.id);
    const targets = contentsOf(request).map(({ platform, part }, position) => ({
      id: newId(),
      post_id: post.id,
      workspace_id: post.workspace_id,
      platform,
      position,
      part,
      state: status,
      connection_id: null,
      account: null,
      platform_post_id: null,
      url: null,
      error: isHeld
        ? `nothing was sent since a backup was restored: ${why}. It may be out since before; look at ${platform}`
        : `nothing was sent: ${why}`,
      code: null,
      retryable: 0,
      credits: 0,
      note: null,
      attempt: 1,
      sent_at: null,
      worker_id: null,
      not_before: null,
      progress: null,
      checkpoint: null,
      updated_at: at,
    }));
    await insertTargets(trx, targets);
    const profile = await findProfile(trx, post.workspace_id, post.profile_id);
    for (const platform of request.platforms) {
      await appendActivity(trx, {
        workspace_id: post.workspace_id,
        action: 'post.published',
        platform,
        profile_name: profile?.name ?? post.profile_slug,
        status,
        metadata: { postId: post.id, text: post.text, credits: 0, dueAt: post.due_at, code: status },
        created_at: at,
      });
    }
    return true;
  };
}
