import type { LeftOut } from '@social/post-input';
import { type Schema, SocialApiError, type SocialClient, type Target } from '@social/sdk';
import { isTarget } from '@social/types';
import type { Context } from '../context.ts';
import type { FailureReport } from '../errors.ts';
import { sendStep } from '../server/send.ts';
import { failedPlatforms, type Post, shortId, whatHappened } from './post.ts';

/** A post, perhaps of an earlier run, and the credits that this run spent on it. */
export interface Continued {
  readonly post: Post;
  readonly spent: number;
  /** Earlier posts of the same release. */
  readonly earlier?: readonly Post[];
  /** Platforms that this run asked for; the posts of a release may name others. */
  readonly wanted?: readonly Target[];
  /** Findings for platforms that this run asked for and did not send to, because of them. */
  readonly leftOut?: LeftOut;
  /** Error of a later step, after something was sent. */
  readonly failure?: FailureReport | undefined;
}

/**
 * Continues the post of an earlier run: reads it, because the stored answer is as old as that run, and sends again only to
 * platforms that definitely failed.
 * @param difference words for how this run's post differs
 */
export async function continuePost(
  context: Context,
  client: SocialClient,
  id: string,
  difference = '',
): Promise<Continued> {
  const post = await client.posts.getPost({ id }, { signal: context.io.signal });
  const failed = failedPlatforms(post);
  const done = `Already ${whatHappened(post)}${difference} (post ${shortId(id)})`;
  if (failed.length === 0) {
    const isUnknown = Object.values(post.platformResults).some(({ state }) => state === 'unknown');
    // A post with an unknown outcome must not be sent again before the user has looked.
    const more = isUnknown ? '' : '; --again publishes it again';
    await context.output.note(`${done}, nothing was sent again${more}`);
    return { post, spent: 0 };
  }
  await context.output.note(`${done}; sending again only what failed: ${failed.join(', ')}`);
  return await retryFailed(context, client, post);
}

/** A draft, perhaps of an earlier run. */
export interface Drafted {
  readonly draft: Schema<'Draft'>;
  readonly spent: 0;
}

/** The result of a run that publishes or checks: a post, or the findings of a dry run. */
export type PostResult = Continued | { readonly post: Schema<'PostPreview'>; readonly spent: 0 };

/** The result of a run. */
export type RunResult = PostResult | Drafted;

/**
 * Merges the posts of a release into one, limited to the platforms of `--to`. For each platform the best result counts; those that
 * were left out have failed.
 */
export async function asOnePost(end: PostResult): Promise<Post | Schema<'PostPreview'>> {
  const { leftOut = {}, wanted: asked, earlier = [], failure } = 'leftOut' in end || 'wanted' in end ? end : {};
  const left = Object.keys(leftOut).filter(isTarget);
  const { post } = end;
  if (post.id === null || (asked === undefined && left.length === 0)) return post;
  const { outcomeOf } = await import('@social/rules');
  const wanted = asked ?? [...post.platforms, ...left];
  const all = [...earlier, post].filter(({ platforms }) => platforms.some((id) => wanted.includes(id)));
  const platformResults = Object.fromEntries(
    wanted.flatMap((id) => {
      const results = all.flatMap((one) => one.platformResults[id] ?? []);
      const best = results.toSorted((one, other) => rankOf(one) - rankOf(other)).at(-1);
      const refused = leftOut[id] && { ...leftOut[id], state: 'failed' as const, credits: 0 };
      const result = best ?? refused;
      return result ? [[id, result]] : [];
    }),
  );
  const waiting = all.filter(({ status }) => status === 'scheduled');
  const status = waiting.length === all.length ? 'scheduled' : statusOf(platformResults);
  const outcome = outcomeOf({ status, platformResults });
  return {
    ...post,
    status,
    outcome: failure?.isUncertain ? 'unknown' : outcome === 'published' && waiting.length > 0 ? 'scheduled' : outcome,
    platforms: wanted.filter((id) => left.includes(id) || all.some(({ platforms }) => platforms.includes(id))),
    platformResults,
  };
}

function statusOf(results: Post['platformResults']): Post['status'] {
  return Object.values(results).some(({ state }) => state === 'sending') ? 'publishing' : 'published';
}

function rankOf({ ok, state }: Schema<'PlatformResult'>): number {
  if (ok) return 2;
  return state === 'unknown' || state === 'sending' ? 1 : 0;
}

/** Sends a post again to the platforms that failed. */
export async function retryFailed(context: Context, client: SocialClient, post: Post): Promise<Continued> {
  const id = String(post.id);
  const progress = `publishing to ${failedPlatforms(post).join(', ')} …`;
  try {
    const retried = await sendStep(context, progress, (call) => client.posts.retryPost({ id }, call));
    return { post: retried.data, spent: retried.data.credits - post.credits };
  } catch (error) {
    if (!(error instanceof SocialApiError) || error.code !== 'conflict') throw error;
    // Another run has retried the failed platforms meanwhile.
    return { post: await client.posts.getPost({ id }, { signal: context.io.signal }), spent: 0 };
  }
}
