import { checkedTimeout } from './checks.ts';
import { SocialApiError, SocialConnectionError } from './errors.ts';
import type { OperationMethods } from './generated/methods.ts';
import { wait } from './retry.ts';
import { isSettled, type Post } from './verify.ts';

const FIRST_POLL_MS = 250;
const SLOWEST_POLL_MS = 5_000;
/** A scheduled post is polled too, because it may be moved or canceled. */
const SCHEDULED_POLL_MS = 60_000;

/** Options of a wait. */
export interface WaitOptions {
  /** Stops waiting; the wait then rejects with the signal's reason. The server continues. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait in all. Default 600 000 (ten minutes). Includes the time until a scheduled post is due. At most
   * 2 147 483 647 (24 days).
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with the post after the first read, and after each change of a state or of the progress of an upload
   * (`platformResults[platform].progress`). An error that it throws ends the wait.
   */
  readonly onProgress?: ((post: Post) => void) | undefined;
}

/** The post was not settled within `timeoutMs`. The server continues: wait again, or look later. */
export class SocialWaitTimeoutError extends Error {
  override readonly name: string = 'SocialWaitTimeoutError';
  /** The post as last read; undefined when even the first answer was late. */
  readonly post: Post | undefined;
  readonly timeoutMs: number;

  constructor(post: Post | undefined, timeoutMs: number, cause: unknown) {
    const state = post ? `is still ${post.held ? 'held' : post.status}` : 'could not be read';
    super(`The post ${state} after ${timeoutMs / 1000} s; the server continues`, { cause });
    this.post = post;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Polls a post until it is settled, and resolves with it. Settled does not mean successful: check the results with
 * `assertAllPublished` or `failedTargets`. A platform whose outcome is `unknown` counts as settled; a canceled or missed post
 * resolves too. Reading costs no credits. Polls every 0.25 s at first, later every 5 s, and a scheduled post at least every
 * minute. After the first read, waits for a server that is away for a while, and honors Retry-After.
 * @param post id of the post, or the post from another call
 * @throws {SocialWaitTimeoutError} after `timeoutMs`, with the post as it was last read
 * @throws {SocialApiError} `not_found` for an id that the workspace does not have, and other errors that are not retryable
 * @throws {SocialConnectionError} when the server cannot be reached for the first read
 * @throws {TypeError} for a dry run, which has no id
 */
export async function waitUntilPublished(
  client: Pick<OperationMethods, 'posts'>,
  post: string | Post,
  { signal, timeoutMs: askedMs = 600_000, onProgress }: WaitOptions = {},
): Promise<Post> {
  const timeoutMs = checkedTimeout(askedMs);
  const id = typeof post === 'string' ? post : post.id;
  if (id === null) throw new TypeError('A dry run publishes nothing: there is no post to wait for');
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const pause = createPause(either);
  let last = typeof post === 'string' ? undefined : post;
  let failure: unknown;
  let told = '';
  try {
    for (;;) {
      const text = JSON.stringify(last);
      if (last && text !== told) onProgress?.(last);
      told = text;
      if (last && isSettled(last)) return last;
      if (last) await pause(last, failure);
      try {
        last = await client.posts.getPost({ id }, { signal: either });
        failure = undefined;
      } catch (error) {
        if (!last || !mayPass(error)) throw error;
        failure = error;
      }
    }
  } catch (error) {
    // An interrupted step rejects with the reason of its signal.
    if (error === deadline.reason) throw new SocialWaitTimeoutError(last, timeoutMs, failure ?? error);
    throw error;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof SocialConnectionError || (error instanceof SocialApiError && error.retryable);
}

/** Waits between two reads. The delay grows, and starts again when a scheduled post is due. */
function createPause(signal: AbortSignal): (post: Post, failure: unknown) => Promise<void> {
  let pollMs = FIRST_POLL_MS;
  return (post, failure) => {
    const dueMs = post.status === 'scheduled' ? Date.parse(post.scheduledFor ?? '') - Date.now() : 0;
    if (dueMs > 0) pollMs = FIRST_POLL_MS;
    const askedMs = failure instanceof SocialApiError ? (failure.retryAfterMs ?? 0) : 0;
    const delayMs = Math.max(pollMs, askedMs, Math.min(dueMs || 0, SCHEDULED_POLL_MS));
    pollMs = Math.min(pollMs * 1.5, SLOWEST_POLL_MS);
    return wait(delayMs, signal);
  };
}
