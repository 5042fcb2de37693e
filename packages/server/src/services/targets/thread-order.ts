import type { ErrorCode } from '@social/types';
import type { Queryable } from '../../store/schema.ts';
import { findPart, type TargetRow } from '../../store/targets/targets.ts';

/** Answer to whether a part of a thread may be sent. */
export type ThreadGate =
  | {
      readonly kind: 'now';
      /** Network's id of the part before, to which this part replies; null for the first part. */
      readonly replyTo: string | null;
      /** Instant at which the part before was published; null for the first part. */
      readonly since: string | null;
    }
  /** The part before is still on its way. The worker that ends it sends this part. */
  | { readonly kind: 'later' }
  | { readonly kind: 'never'; readonly code: ErrorCode; readonly message: string };

/**
 * Decides whether a part of a thread may be sent: once the same account has published the part before. After a part that
 * failed or whose outcome is unknown, no part is sent: the thread would have a gap or reply to a missing post.
 */
export async function threadGate(db: Queryable, target: TargetRow): Promise<ThreadGate> {
  if (target.part === 1) return { kind: 'now', replyTo: null, since: null };
  const number = target.part - 1;
  const before = await findPart(db, target, number);
  if (!before) return never(`part ${number} of the thread is gone`);
  const { state, account, platform_post_id: replyTo } = before;
  if (state === 'pending' || state === 'sending') return { kind: 'later' };
  if (state === 'unknown') {
    return never(
      `it was not known whether part ${number} was published; resolve it with: social post resolve ${target.post_id}, then send the rest with: social post retry ${target.post_id}`,
    );
  }
  if (state !== 'published' || replyTo === null) return never(`part ${number} was not published`);
  if (before.removed_at !== null) return never(`part ${number} was taken back`);
  if (account !== target.account) {
    return never(`part ${number} was published as ${account}, and the profile is connected as ${target.account}`);
  }
  return { kind: 'now', replyTo, since: before.updated_at };
}

function never(why: string): ThreadGate {
  return { kind: 'never', code: 'earlier_part_missing', message: `${why}; this part was not sent` };
}
