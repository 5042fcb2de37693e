import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { ClaimDuePost } from '../services/due-posts.ts';
import { listDuePosts, type PostRow } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';

const POLL_INTERVAL_MS = 250;
/** While more is due than may be sent at the same time. */
const BACKLOG_INTERVAL_MS = 50;
/** Posts that are sent at the same time, in all and of one profile: one that hangs must not hold the others. */
const MAX_SENDING = 50;
const MAX_SENDING_PER_PROFILE = 5;
/** How far a poll looks beyond posts whose profile has enough under way. */
const LOOK_AHEAD = 500;

/** Sends scheduled posts when they are due. Due-ness is read from the database again and again; no timer belongs to a post. */
export function createScheduler(deps: { db: Database; clock: Clock; logger: Logger; claimDuePost: ClaimDuePost }) {
  const { db, clock, logger } = deps;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, string>();

  function hasRoom(profileId: string): boolean {
    const ofProfile = [...running.values()].filter((id) => id === profileId).length;
    return running.size < MAX_SENDING && ofProfile < MAX_SENDING_PER_PROFILE;
  }

  async function begin(post: PostRow): Promise<void> {
    const failed = (error: unknown) =>
      logger.error({ err: error, postId: post.id }, 'a scheduled post could not be sent yet');
    const send = await deps.claimDuePost(post).catch(failed);
    if (!send) return;
    const sending = send()
      .catch(failed)
      .finally(() => running.delete(sending));
    running.set(sending, post.profile_id);
  }

  // Posts are claimed one after another, in the order they are due, so that the order per account stands; they are sent
  // side by side. True: some are due that had to wait for room.
  async function poll(): Promise<boolean> {
    if (running.size >= MAX_SENDING) return true;
    const busy = [...new Set(running.values())].filter((profileId) => !hasRoom(profileId));
    let isWaiting = busy.length > 0;
    for (const post of await listDuePosts(db, isoNow(clock), { limit: LOOK_AHEAD, without: busy })) {
      if (stopping.signal.aborted || running.size >= MAX_SENDING) return true;
      if (hasRoom(post.profile_id)) await begin(post);
      else isWaiting = true;
    }
    return isWaiting;
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasBacklog = await poll().catch((error: unknown) => {
        logger.error({ err: error }, 'the schedule could not be read');
        return false;
      });
      const waitMs = hasBacklog ? BACKLOG_INTERVAL_MS : POLL_INTERVAL_MS;
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    /** Starts nothing more and waits for what has started. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      await Promise.allSettled([...running.keys()]);
    },
  };
}
