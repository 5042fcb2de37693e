import { outcomeOf } from '@social/rules';
import type { PostRow } from '../../store/posts/posts.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { NewWebhookEvent } from '../../store/webhooks/webhook-events.ts';

/** The columns of a target that its post's outcome depends on. */
export type TargetInOutcome = Pick<TargetRow, 'state' | 'removed_at'>;

/**
 * Makes the event of a post whose outcome has changed.
 * @returns null while the post is under way, which is no event
 */
export function outcomeEvent(
  post: Pick<PostRow, 'id' | 'workspace_id' | 'status'>,
  targets: readonly TargetInOutcome[],
  at: string,
): NewWebhookEvent | null {
  const outcome = outcomeOfTargets(post.status, targets);
  if (outcome === 'pending') return null;
  return { workspaceId: post.workspace_id, kind: `post.${outcome}`, objectId: post.id, at };
}

/** Outcome of a post by its targets. */
export function outcomeOfTargets(status: PostRow['status'], targets: readonly TargetInOutcome[]) {
  const results = targets.map(({ state, removed_at: removedAt }) => ({
    state,
    ...(removedAt !== null && { removedAt }),
  }));
  const platformResults = Object.fromEntries(results.entries());
  return outcomeOf({ status, platformResults });
}
