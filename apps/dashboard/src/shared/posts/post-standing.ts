import { outcomeOf } from '@social/rules';
import type { Schema, Target } from '@social/types';

/** A post as the API presents it. */
export type Post = Schema<'Post'>;

/** Returns a post's id. Only dry runs, which no list contains, have no id. */
export function idOf({ id }: Post): string {
  return id ?? '';
}

/** State of a post as a whole: its outcome, or `held` when a restored backup holds it back. */
export type Standing = Schema<'PostOutcome'> | 'held';

const OUTCOME_WORDS: Record<Schema<'PostOutcome'>, string> = {
  scheduled: 'Scheduled',
  pending: 'Publishing',
  published: 'Published',
  partial: 'Partly published',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  missed: 'Missed',
  canceled: 'Canceled',
  unpublished: 'Taken back',
};

/** Every outcome of the contract, in the order in which readers choose from them. */
export const OUTCOMES = Object.keys(OUTCOME_WORDS) as Schema<'PostOutcome'>[];

/** Returns a post's state in words. */
export function standingInWords(standing: Standing): string {
  return standing === 'held' ? 'Held back' : OUTCOME_WORDS[standing];
}

/** Returns the state of a post. */
export function standingOf(post: Post): Standing {
  return post.status === 'scheduled' && post.held ? 'held' : outcomeOf(post);
}

/** Returns the time of a post: the time it is scheduled for, or else the time it was created. */
export function timeOfPost(post: Post): Date {
  return new Date(post.scheduledFor ?? post.createdAt);
}

const RESULT_WORDS: Record<Schema<'TargetState'>, { words: string; standing: Standing }> = {
  published: { words: 'published', standing: 'published' },
  failed: { words: 'failed', standing: 'failed' },
  unknown: { words: 'outcome unknown', standing: 'unknown' },
  sending: { words: 'being sent', standing: 'pending' },
  pending: { words: 'waits for its turn', standing: 'scheduled' },
  missed: { words: 'missed', standing: 'missed' },
  canceled: { words: 'canceled', standing: 'canceled' },
  ready: { words: 'ready', standing: 'published' },
  problem: { words: 'has a problem', standing: 'failed' },
};

/** Returns the state of a post at one target, in words and as a mark. */
export function resultInWords(post: Post, target: Target): { words: string; standing: Standing } {
  const result = post.platformResults[target];
  if (!result) return { words: standingInWords(standingOf(post)).toLowerCase(), standing: standingOf(post) };
  if (result.removedAt) return { words: 'taken back', standing: 'unpublished' };
  if (result.nextAttemptAt) return { words: 'is retried automatically', standing: 'pending' };
  return RESULT_WORDS[result.state];
}
