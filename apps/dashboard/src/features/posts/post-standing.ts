import { outcomeOf } from '@social/rules';
import type { PlatformId, Schema } from '@social/types';

/** A post as the API presents it. */
export type Post = Schema<'Post'>;

/** How a post stands as a whole: its outcome, and whether a restored backup holds it back. */
export type Standing = Schema<'PostOutcome'> | 'held';

const WORDS: Record<Standing, string> = {
  published: 'Published',
  partial: 'Partly published',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  pending: 'Publishing',
  scheduled: 'Scheduled',
  held: 'Held back',
  canceled: 'Canceled',
  missed: 'Missed',
};

/** A standing as a reader knows it. */
export function standingInWords(standing: Standing): string {
  return WORDS[standing];
}

/** How a post stands. */
export function standingOf(post: Post): Standing {
  return post.status === 'scheduled' && post.held ? 'held' : outcomeOf(post);
}

/** The instant a post belongs to: when it is to be sent, or else when it was made. */
export function timeOf(post: Post): Date {
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

/** How a post stands on one platform, in words and as the mark that goes with them. */
export function resultInWords(post: Post, platform: PlatformId): { words: string; standing: Standing } {
  const result = post.platformResults[platform];
  if (!result) return { words: WORDS[standingOf(post)].toLowerCase(), standing: standingOf(post) };
  if (result.nextAttemptAt) return { words: 'is tried again by itself', standing: 'pending' };
  return RESULT_WORDS[result.state];
}
