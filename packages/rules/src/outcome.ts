import type { Schema } from '@social/types';

type PostOutcome = Schema<'PostOutcome'>;
type Result = Pick<Schema<'PlatformResult'>, 'state' | 'parts'>;

/** What became of a post as a whole, by what every platform made of it; of a thread every part counts. */
export function outcomeOf(post: {
  readonly status: Schema<'PostStatus'>;
  readonly platformResults: Readonly<Record<string, Result>>;
}): PostOutcome {
  if (post.status === 'publishing') return 'pending';
  if (post.status !== 'published') return post.status;
  const states = Object.values(post.platformResults).flatMap((result) =>
    (result.parts ?? [result]).map(({ state }) => state),
  );
  if (states.includes('unknown')) return 'unknown';
  if (states.every((state) => state === 'published')) return 'published';
  return states.includes('published') ? 'partial' : 'failed';
}

/** What a dry run came to: `ready` when every platform would be tried and the credits suffice. */
export function previewOutcomeOf(
  results: readonly Pick<Schema<'PlatformResult'>, 'ok'>[],
  credits: { readonly needed: number; readonly available: number },
): Schema<'PreviewOutcome'> {
  return results.every(({ ok }) => ok) && credits.needed <= credits.available ? 'ready' : 'problem';
}
