import type { PostRow } from '../store/posts.ts';
import type { TargetRow } from '../store/targets.ts';

/** What becomes due, and what is to be done with it then. */
export interface DueWork {
  /** Claims a scheduled post whose time has come. Returns its sending, or null when there is nothing to send. */
  claimPost(post: PostRow): Promise<(() => Promise<void>) | null>;
  /** Goes on with a target that was postponed. */
  resumeTarget(target: TargetRow): Promise<void>;
}

/**
 * Brings work to its handlers when it is due: each piece to one process, the posts of one account in the order they are
 * due, and not more at a time than the networks and this machine bear. What it queues is stored with the posts
 * themselves; a piece that is not finished comes back.
 */
export interface JobQueue {
  start(): void;
  /** Starts nothing more and resolves when what was started has ended. */
  stop(): Promise<void>;
}
