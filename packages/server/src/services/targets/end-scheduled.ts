import { type Clock, isoNow } from '../../clock.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { deleteKeyOfPost } from '../../store/idempotency-keys.ts';
import { type PostRow, updatePostIn } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { insertTargets } from '../../store/targets/targets.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import { loggedProfile } from './dispatch.ts';
import { contentsOf } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';
import { unsentTarget } from './target-rows.ts';

/** Ends a scheduled post without sending it. @returns false when the post was sent, ended or rescheduled since it was read */
export type EndScheduled = (
  trx: Queryable,
  post: PostRow,
  end: { readonly status: 'canceled' | 'missed'; readonly why: string },
) => Promise<boolean>;

/**
 * Makes the function that stores and logs every platform of a scheduled post as canceled or missed, and deletes the post's
 * idempotency key. A quarantined post keeps its key: it may have been published after its backup was made.
 */
export function createEndScheduled({ clock }: { clock: Clock }): EndScheduled {
  return async (trx, post, { status, why }) => {
    const at = isoNow(clock);
    const isQuarantined = post.held_at !== null;
    const request = fromColumns(post);
    const change = { status, due_at: null, copies_due_at: null, held_at: null, updated_at: at };
    if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return false;
    if (!isQuarantined) await deleteKeyOfPost(trx, post);
    const targets = contentsOf(request).map((content, position) => ({
      ...unsentTarget(post, content, { state: status, position, at }),
      error: isQuarantined
        ? `nothing was sent since a backup was restored: ${why}. It may have been published before; look at ${content.platform}`
        : `nothing was sent: ${why}`,
    }));
    await insertTargets(trx, targets);
    const profile = await loggedProfile(trx, post);
    for (const platform of request.platforms) {
      await appendActivity(trx, {
        workspace_id: post.workspace_id,
        action: 'post.published',
        platform,
        profile_id: profile.id,
        profile_name: profile.name,
        status,
        metadata: { postId: post.id, text: post.text, credits: 0, dueAt: post.due_at, code: status },
        created_at: at,
      });
    }
    await recordEvent(trx, { workspaceId: post.workspace_id, kind: `post.${status}`, objectId: post.id, at });
    return true;
  };
}
