import { type Output, type PlatformId, type Schema, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import type { FailureReport } from '../../errors.ts';
import { sendStep } from '../../server/send.ts';
import { localTime } from '../../text/time.ts';
import { shortId } from '../report/result.ts';

type Post = Output<'getPost'>;

/** A post that an earlier run has made, and what this one has spent on it. */
export interface Continued {
  readonly post: Post;
  readonly spent: number;
  /** Of a release that several posts are about: the others, which were made before. */
  readonly earlier?: readonly Post[];
  /** The platforms that this run is about, where its posts may name others. */
  readonly wanted?: readonly PlatformId[];
  /** The error of a later step, after something was sent. */
  readonly failure?: FailureReport | undefined;
}

/**
 * The stored answer of an earlier run is as old as that run: what the post looks like now decides, and only what
 * definitely failed is sent once more.
 * @param difference what is other now
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
    // What may be out must not be sent once more before somebody has looked.
    const more = isUnknown ? '' : '; --again publishes it once more';
    await context.output.note(`${done}, nothing was sent again${more}`);
    return { post, spent: 0 };
  }
  await context.output.note(`${done}; sending again only what failed: ${failed.join(', ')}`);
  return await retryFailed(context, client, post);
}

/** What a run came to: a post, or what a dry run found. */
export type RunResult = Continued | { readonly post: Schema<'PostPreview'>; readonly spent: 0 };

/** Merges the release's posts into one, limited to the platforms of `--to`. Of two results for a platform the better one wins. */
export async function asOnePost(end: RunResult): Promise<Post | Schema<'PostPreview'>> {
  if (!('wanted' in end) || end.wanted === undefined) return end.post;
  const { outcomeOf } = await import('@social/rules');
  const { post, earlier = [], wanted, failure } = end;
  const all = [...earlier, post].filter(({ platforms }) => platforms.some((id) => wanted.includes(id)));
  const platformResults = Object.fromEntries(
    wanted.flatMap((id) => {
      const results = all.flatMap((one) => one.platformResults[id] ?? []);
      const best = results.toSorted((one, other) => rankOf(one) - rankOf(other)).at(-1);
      return best ? [[id, best]] : [];
    }),
  );
  const waiting = all.filter(({ status }) => status === 'scheduled');
  const status = waiting.length === all.length ? 'scheduled' : statusOf(platformResults);
  const outcome = outcomeOf({ status, platformResults });
  return {
    ...post,
    status,
    outcome: failure?.isUncertain ? 'unknown' : outcome === 'published' && waiting.length > 0 ? 'scheduled' : outcome,
    platforms: wanted.filter((id) => all.some(({ platforms }) => platforms.includes(id))),
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

/** The id of the post that was made with the same key and another body. */
export function postBehind(error: unknown): string | undefined {
  if (!(error instanceof SocialApiError) || error.code !== 'idempotency_key_reused') return undefined;
  const id = error.details?.['postId'];
  return typeof id === 'string' ? id : undefined;
}

/** The platforms of a post that definitely did not take it, or not all parts of it. */
export function failedPlatforms({ platforms, platformResults }: Post): Post['platforms'] {
  return platforms.filter((platform) => platformResults[platform]?.state === 'failed');
}

/** Sends what failed of a post once more. */
export async function retryFailed(context: Context, client: SocialClient, post: Post): Promise<Continued> {
  const id = String(post.id);
  const progress = `publishing to ${failedPlatforms(post).join(', ')} …`;
  try {
    const retried = await sendStep(context, progress, (call) => client.posts.retryPost({ id }, call));
    return { post: retried.data, spent: retried.data.credits - post.credits };
  } catch (error) {
    if (!(error instanceof SocialApiError) || error.code !== 'conflict') throw error;
    // Another run has taken the failed platforms up in between.
    return { post: await client.posts.getPost({ id }, { signal: context.io.signal }), spent: 0 };
  }
}

/** `published 20 Nov 2026 14:02`, `tried …` where every platform failed, `scheduled for …`. */
export function whatHappened({ status, scheduledFor, createdAt, platformResults }: Post): string {
  if (status === 'scheduled') return `scheduled for ${localTime(scheduledFor ?? '')}`;
  const results = Object.values(platformResults);
  const word = results.every(({ ok }) => ok)
    ? 'published'
    : results.every(({ state }) => state === 'failed')
      ? 'tried'
      : 'sent';
  return `${word} ${localTime(createdAt)}`;
}
