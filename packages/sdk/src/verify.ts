import type { PlatformId, Schema } from '@social/types';
import type { Output } from './method.ts';

/** A post as the API answers it. */
export type Post = Output<'getPost'>;
/** What a dry run answers: as a post, without an id. */
export type PostPreview = Schema<'PostPreview'>;
/** What became of a post on one platform. */
export type PlatformResult = Schema<'PlatformResult'>;
/** The result of a platform on which the post is out; `url` is left out where the network has no public address for it. */
export type PublishedResult = PlatformResult & {
  readonly ok: true;
  readonly state: 'published';
  readonly platformPostId: string;
};
/** A platform of a post with its result. */
export type Target<Result = PlatformResult> = { readonly platform: PlatformId } & Result;

/**
 * Whether the post is out on this platform. A dry run's `ready` is not.
 * @param result one entry of `post.platformResults`; undefined, as for a platform that has none yet, is false
 */
export function isPublished(result: PlatformResult | undefined): result is PublishedResult {
  return result?.state === 'published';
}

/**
 * Whether nothing more happens to the post by itself. It is then published, canceled or missed; a platform whose outcome
 * is `unknown` counts as settled, because the server never sends it again. A dry run is settled at once.
 */
export function isSettled(post: Post | PostPreview): boolean {
  const isOpen = post.status === 'scheduled' || post.status === 'publishing';
  return !isOpen && targetsIn(post, 'pending', 'sending').length === 0;
}

/** The platforms the post is out on, in the order in which they were asked for. */
export function publishedTargets(post: Post | PostPreview): Target<PublishedResult>[] {
  return targetsIn(post, 'published').filter((target): target is Target<PublishedResult> => isPublished(target));
}

/**
 * The platforms the post certainly did not reach and will not reach by itself: refused (`failed`), too late (`missed`) or
 * taken back (`canceled`); in a dry run those with a `problem`. Each says why in `error` and `code`. Those in state
 * `failed` are what `posts.retryPost` sends again; `retryable` tells whether that may help. Of a thread the parts before the
 * one that failed are out: `parts` has each.
 */
export function failedTargets(post: Post | PostPreview): Target[] {
  return targetsIn(post, 'failed', 'missed', 'canceled', 'problem');
}

/**
 * The platforms that were sent the post and whose answer was lost: it may be out or not. Look at the network, then call
 * `posts.resolvePost`. They are never sent again by themselves, and not by `posts.retryPost`.
 */
export function unknownTargets(post: Post | PostPreview): Target[] {
  return targetsIn(post, 'unknown');
}

function targetsIn({ platforms, platformResults }: Post | PostPreview, ...states: PlatformResult['state'][]): Target[] {
  return platforms.flatMap((platform) => {
    const result = platformResults[platform];
    return result && states.includes(result.state) ? [{ platform, ...result }] : [];
  });
}

/** A post is not out on every platform it was meant for. The message names each of those platforms with its reason. */
export class SocialPublishError extends Error {
  override readonly name: string = 'SocialPublishError';
  /** The post as it was checked. */
  readonly post: Post;
  /** As `failedTargets(post)`. */
  readonly failed: readonly Target[];
  /** As `unknownTargets(post)`. */
  readonly unknown: readonly Target[];
  /** Whether `posts.retryPost` may help, once each network's reason is gone: something failed, and all of it is retryable. */
  readonly retryable: boolean;

  constructor(post: Post) {
    const missing = post.platforms.filter((platform) => !isPublished(post.platformResults[platform]));
    const reasons = missing.map((platform) => {
      const { state, error } = post.platformResults[platform] ?? {};
      const reason = state ?? (post.status === 'published' ? 'without a result' : post.status);
      return `${platform} is ${reason}${error ? ` (${error})` : ''}`;
    });
    super(`Not published everywhere: ${reasons.join('; ')}`);
    this.post = post;
    this.failed = failedTargets(post);
    this.unknown = unknownTargets(post);
    this.retryable =
      this.failed.length > 0 && this.failed.every(({ state, retryable }) => state === 'failed' && retryable);
  }
}

/**
 * Returns when the post is out on every platform it was meant for, with no exception: a post that is scheduled, still
 * being sent, canceled or a dry run is not.
 * @throws {SocialPublishError} with what failed and what is unknown
 */
export function assertAllPublished(post: Post): void {
  if (publishedTargets(post).length < post.platforms.length) throw new SocialPublishError(post);
}
