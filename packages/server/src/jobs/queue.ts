import type { PostRow } from '../store/posts.ts';
import type { TargetRow } from '../store/targets.ts';

/** Handlers of due work. */
export interface DueWork {
  /** Claims a due post. @returns function that sends it, or null when there is nothing to send */
  claimPost(post: PostRow): Promise<(() => Promise<unknown>) | null>;
  /** Sends a postponed target again. */
  takeOverTarget(target: TargetRow): Promise<void>;
}

/**
 * Passes due work to its handlers: each item to one process, the posts of one account in the order of their times, with a
 * limit on concurrent sends. The items are the stored posts and targets, so an unfinished item is found again.
 */
export interface JobQueue {
  start(): void;
  /** Starts no new work. Resolves when the running work has ended. */
  stop(): Promise<void>;
}
