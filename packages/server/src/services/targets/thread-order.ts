import type { ErrorCode } from '@social/types';
import type { Queryable } from '../../store/schema.ts';
import { findPart, type TargetRow } from '../../store/targets.ts';

/** Whether a part of a thread may be sent now. */
export type Turn =
  | {
      readonly kind: 'now';
      /** The network's id of the post that it answers; null: it begins the thread. */
      readonly replyTo: string | null;
      /** When that was published; null: it begins the thread. */
      readonly since: string | null;
    }
  /** The part before is still on its way: who ends that one sends this one. */
  | { readonly kind: 'later' }
  | { readonly kind: 'never'; readonly code: ErrorCode; readonly message: string };

/**
 * A part is sent once the part before is published, by the same account. Where that one failed or nobody knows what became of
 * it, this one is not sent: readers would find the thread with a hole, or under a post that is not there.
 */
export async function turnOf(db: Queryable, target: TargetRow): Promise<Turn> {
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
  if (account !== target.account) {
    return never(`part ${number} was published as ${account}, and the profile is connected as ${target.account}`);
  }
  return { kind: 'now', replyTo, since: before.updated_at };
}

function never(why: string): Turn {
  return { kind: 'never', code: 'earlier_part_missing', message: `${why}; this part was not sent` };
}
