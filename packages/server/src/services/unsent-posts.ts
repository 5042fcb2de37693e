import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { newId } from '../ids.ts';
import { freeKeysOfPost } from '../store/idempotency-keys.ts';
import { insertTargets, type PostRow, updatePostIn } from '../store/posts.ts';
import type { Queryable } from '../store/schema.ts';
import { fromColumns } from './stored-request.ts';

/** Ends a scheduled post that is not sent. False: it is not scheduled any more, or not for the same time. */
export type EndUnsent = (
  trx: Queryable,
  post: PostRow,
  end: { readonly status: 'canceled' | 'missed'; readonly why: string },
) => Promise<boolean>;

/** Stores every platform of the post as canceled or missed, and gives the post's Idempotency-Key free. */
export function createUnsentPosts({ clock }: { clock: Clock }): EndUnsent {
  return async (trx, post, { status, why }) => {
    const at = isoNow(clock);
    const change = { status, due_at: null, held_at: null, updated_at: at };
    if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return false;
    await freeKeysOfPost(trx, post.id);
    const targets = fromColumns(post).platforms.map((platform, position) => ({
      id: newId(),
      post_id: post.id,
      workspace_id: post.workspace_id,
      platform,
      position,
      state: status,
      connection_id: null,
      account: null,
      platform_post_id: null,
      url: null,
      error: `nothing was sent: ${why}`,
      code: null,
      retryable: 0,
      credits: 0,
      note: null,
      attempt: 1,
      sent_at: null,
      worker_id: null,
      not_before: null,
      updated_at: at,
    }));
    await insertTargets(trx, targets);
    return true;
  };
}
