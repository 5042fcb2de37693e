import type { PlatformId, Schema, Target } from '@social/types';
import type { Output } from './method.ts';

/** A post as the API returns it. */
export type Post = Output<'getPost'>;
/** The answer to a dry run: a post without an id. */
export type PostPreview = Schema<'PostPreview'>;
/** The result of a post on one platform. */
export type PlatformResult = Schema<'PlatformResult'>;
/** The result of a platform where the post is published; `url` is missing when the network has no public address for it. */
export type PublishedResult = PlatformResult & {
  readonly ok: true;
  readonly state: 'published';
  readonly platformPostId: string;
};
/** A target of a post with its result. */
export type TargetResult<Result = PlatformResult> = { readonly target: Target; readonly platform: PlatformId } & Result;

/**
 * Returns true when the post is published on this platform; `ready` of a dry run is not.
 * @param result one entry of `post.platformResults`; may be undefined for a platform without a result
 */
export function isPublished(result: PlatformResult | undefined): result is PublishedResult {
  return result?.state === 'published';
}

/**
 * Returns true when the server does nothing more with the post. The post is then published, canceled or missed; a platform whose
 * outcome is `unknown` counts as settled, because the server never sends to it again. A dry run is settled at once.
 */
export function isSettled(post: Post | PostPreview): boolean {
  const isOpen = post.status === 'scheduled' || post.status === 'publishing';
  return !isOpen && targetsIn(post, 'pending', 'sending').length === 0;
}

/** The platforms where the post is published, in the requested order. */
export function publishedTargets(post: Post | PostPreview): TargetResult<PublishedResult>[] {
  return targetsIn(post, 'published').filter((target): target is TargetResult<PublishedResult> => isPublished(target));
}

/**
 * The platforms that the post certainly did not reach: refused (`failed`), too late (`missed`) or canceled (`canceled`); in a dry
 * run the ones with a `problem`. `error` and `code` say why. `posts.retryPost` sends again to platforms in state `failed`;
 * `retryable` says whether that may help. In a thread, the parts before the failed one are published; `parts` lists them.
 */
export function failedTargets(post: Post | PostPreview): TargetResult[] {
  return targetsIn(post, 'failed', 'missed', 'canceled', 'problem');
}

/**
 * The platforms whose answer was lost: the post may be published there. Look at the network, then call `posts.resolvePost`.
 * The server never sends to these platforms again, not even for `posts.retryPost`.
 */
export function unknownTargets(post: Post | PostPreview): TargetResult[] {
  return targetsIn(post, 'unknown');
}

function targetsIn(
  { platforms, platformResults }: Post | PostPreview,
  ...states: PlatformResult['state'][]
): TargetResult[] {
  return platforms.flatMap((target) => {
    const result = platformResults[target];
    const platform = target.split(':', 1)[0] as PlatformId;
    return result && states.includes(result.state) ? [{ target, platform, ...result }] : [];
  });
}

/** Thrown for a post that is not published on all of its platforms. The message names each missing platform with the reason. */
export class SocialPublishError extends Error {
  override readonly name: string = 'SocialPublishError';
  /** The post as it was checked. */
  readonly post: Post;
  /** The result of `failedTargets(post)`. */
  readonly failed: readonly TargetResult[];
  /** The result of `unknownTargets(post)`. */
  readonly unknown: readonly TargetResult[];
  /** Set when `posts.retryPost` may help later: something failed, and all failures are retryable. */
  readonly retryable: boolean;

  constructor(post: Post) {
    const missing = post.platforms.filter((target) => !isPublished(post.platformResults[target]));
    const reasons = missing.map((target) => {
      const { state, error } = post.platformResults[target] ?? {};
      const reason = state ?? (post.status === 'published' ? 'without a result' : post.status);
      return `${target} is ${reason}${error ? ` (${error})` : ''}`;
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
 * Returns when the post is published on all of its platforms. Throws for a post that is scheduled, still being sent or
 * canceled, and for a dry run.
 * @throws {SocialPublishError} with what failed and what is unknown
 */
export function assertAllPublished(post: Post): void {
  if (publishedTargets(post).length < post.platforms.length) throw new SocialPublishError(post);
}
