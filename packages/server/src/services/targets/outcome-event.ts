import { outcomeOf } from '@social/rules';
import type { PostRow } from '../../store/posts.ts';
import type { TargetState } from '../../store/schema.ts';
import type { NewWebhookEvent } from '../../store/webhook-events.ts';

/**
 * Makes the event of a post whose outcome has changed.
 * @param states states of its targets
 * @returns null while the post is under way, which is no event
 */
export function outcomeEvent(
  post: Pick<PostRow, 'id' | 'workspace_id' | 'status'>,
  states: readonly TargetState[],
  at: string,
): NewWebhookEvent | null {
  const outcome = outcomeOfStates(post.status, states);
  if (outcome === 'pending') return null;
  return { workspaceId: post.workspace_id, kind: `post.${outcome}`, objectId: post.id, at };
}

/** Outcome of a post by the states of its targets. */
export function outcomeOfStates(status: PostRow['status'], states: readonly TargetState[]) {
  const platformResults = Object.fromEntries(states.map((state, index) => [index, { state }]));
  return outcomeOf({ status, platformResults });
}
