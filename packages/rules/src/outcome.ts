import type { Schema } from '@social/types';

type PostOutcome = Schema<'PostOutcome'>;
/** State of a platform's result, and of its parts. */
export type Result = Pick<Schema<'PlatformResult'>, 'state' | 'parts' | 'comments' | 'removedAt'>;

/** Outcome of a post as a whole, from the results of all platforms; every part of a thread and every comment counts. */
export function outcomeOf(post: {
  readonly status: Schema<'PostStatus'>;
  readonly platformResults: Readonly<Record<string, Result>>;
}): PostOutcome {
  if (post.status === 'publishing') return 'pending';
  if (post.status !== 'published') return post.status;
  const results = Object.values(post.platformResults).flatMap((result): readonly Result[] => [
    ...(result.parts ?? [result]),
    ...(result.comments ?? []),
  ]);
  const states = results.map(({ state }) => state);
  if (states.includes('unknown')) return 'unknown';
  const published = results.filter(({ state }) => state === 'published');
  if (published.length > 0 && published.every(({ removedAt }) => removedAt !== undefined)) return 'unpublished';
  if (states.every((state) => state === 'published')) return 'published';
  return states.includes('published') ? 'partial' : 'failed';
}

/** Outcome of a dry run: `ready` when every platform would be tried and the credits suffice. */
export function previewOutcomeOf(
  results: readonly Pick<Schema<'PlatformResult'>, 'ok'>[],
  credits: { readonly needed: number; readonly available: number },
): Schema<'PreviewOutcome'> {
  return results.every(({ ok }) => ok) && credits.needed <= credits.available ? 'ready' : 'problem';
}
