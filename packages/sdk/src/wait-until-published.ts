import { checkedTimeout } from './checks.ts';
import { SocialApiError, SocialConnectionError } from './errors.ts';
import type { OperationMethods } from './generated/methods.ts';
import { wait } from './retry.ts';
import { isSettled, type Post } from './verify.ts';

const FIRST_POLL_MS = 250;
const SLOWEST_POLL_MS = 5_000;
/** A scheduled post is looked at now and then: it may be moved or canceled. */
const SCHEDULED_POLL_MS = 60_000;

/** How long to wait, and who is told about it. */
export interface WaitOptions {
  /** Stops waiting; the wait then rejects with the signal's reason. The server goes on. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait in all. Default 600 000, ten minutes. A scheduled post needs the time until then as well. More than
   * 2 147 483 647, some 24 days, count as that many.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with the post when it is first read and each time something of it has changed: a state, or how far an upload
   * is (`platformResults[platform].progress`). What it throws ends the wait.
   */
  readonly onProgress?: ((post: Post) => void) | undefined;
}

/** The post was not settled within `timeoutMs`. The server goes on: wait again, or look later. */
export class SocialWaitTimeoutError extends Error {
  override readonly name: string = 'SocialWaitTimeoutError';
  /** As it was last read; undefined when not even the first answer came in time. */
  readonly post: Post | undefined;
  readonly timeoutMs: number;

  constructor(post: Post | undefined, timeoutMs: number, cause: unknown) {
    const state = post ? `is still ${post.held ? 'held' : post.status}` : 'could not be read';
    super(`The post ${state} after ${timeoutMs / 1000} s; the server goes on with it`, { cause });
    this.post = post;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * Reads a post until nothing more happens to it by itself, and resolves with it. That is not yet success: every platform has
 * its result, which `assertAllPublished` and `failedTargets` read; one whose outcome is `unknown` counts as settled. A
 * canceled or missed post resolves too. Reads costs no credits. Between two reads it waits 0.25 s at first, 5 s at most,
 * and for a scheduled post until its time, a minute at most. Once the post was read, a server that is away for a while
 * is waited for, and Retry-After is honoured.
 * @param post its id, or the post that another call answered
 * @throws {SocialWaitTimeoutError} after `timeoutMs`, with the post as it was last read
 * @throws {SocialApiError} `not_found` for an id the workspace does not have, and what else does not go away by itself
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
    // Whatever was interrupted rejects with the reason of the signal that did it.
    if (error === deadline.reason) throw new SocialWaitTimeoutError(last, timeoutMs, failure ?? error);
    throw error;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof SocialConnectionError || (error instanceof SocialApiError && error.retryable);
}

/** A wait between two reads that grows, and begins anew when a scheduled post is due. */
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
