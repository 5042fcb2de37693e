import { setTimeout as delay, setImmediate as letOthersRun } from 'node:timers/promises';
import { type Clock, isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Leadership } from '../services/workers/leadership.ts';
import { listDuePosts } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import { listPostponedTargets } from '../store/targets.ts';
import type { DueWork, JobQueue } from './queue.ts';
import { createRests } from './rests.ts';

const POLL_INTERVAL_MS = 250;
/** Interval while more is due than may be sent at the same time. */
const BACKLOG_INTERVAL_MS = 50;
/** Longest interval while the database fails; the interval doubles up to this. */
const LONGEST_INTERVAL_MS = 5_000;
/** Limits on concurrent sends, in total and per profile, so that a hanging send does not block the others. */
const MAX_SENDING = 50;
const MAX_SENDING_PER_PROFILE = 5;
/** Number of due items that a poll reads, some of which may belong to busy profiles or accounts. */
const LOOK_AHEAD = 500;

/**
 * Makes a queue that polls the table of posts; no post has a timer. One process at a time leads, so that the order per
 * account holds across processes.
 */
export function createTableQueue(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  leadership: Leadership;
  work: DueWork;
}): JobQueue {
  const { db, clock, logger, work } = deps;
  const stopping = new AbortController();
  const running = new Map<Promise<unknown>, string>();
  const rests = createRests();

  function hasRoom(key: string): boolean {
    const ofKey = [...running.values()].filter((other) => other === key).length;
    return running.size < MAX_SENDING && ofKey < MAX_SENDING_PER_PROFILE;
  }

  /** Lists the keys without room for another send. */
  function busyKeys(): string[] {
    return [...new Set(running.values())].filter((key) => !hasRoom(key));
  }

  /** Counts a send until it ends. */
  function track(key: string, id: string, sending: Promise<unknown>): void {
    const tracked: Promise<unknown> = sending
      .catch((error: unknown) => {
        logger.error({ err: error, id }, 'could not send a due post or target yet');
        rests.rest(id);
      })
      .finally(() => running.delete(tracked));
    running.set(tracked, key);
  }

  /**
   * Claims due posts one after another, which keeps the order per account, and sends them concurrently.
   * @returns true when due posts had to wait for room
   */
  async function pollPosts(): Promise<boolean> {
    if (running.size >= MAX_SENDING) return true;
    const busy = busyKeys();
    let isWaiting = busy.length > 0;
    const without = { profiles: busy, posts: rests.resting() };
    for (const post of await listDuePosts(db, isoNow(clock), { limit: LOOK_AHEAD, without })) {
      if (stopping.signal.aborted || running.size >= MAX_SENDING || !deps.leadership.isHeld()) return true;
      if (!hasRoom(post.profile_id)) {
        isWaiting = true;
        continue;
      }
      const send = await work.claimPost(post).catch((error: unknown) => {
        logger.error({ err: error, postId: post.id }, 'could not claim a scheduled post yet');
        rests.rest(post.id);
        return null;
      });
      if (send) track(post.profile_id, post.id, send());
      // SQLite answers synchronously, so without this pause requests would wait until the last post is claimed.
      await letOthersRun();
    }
    return isWaiting;
  }

  async function pollPostponed(): Promise<void> {
    if (running.size >= MAX_SENDING) return;
    const without = { connections: busyKeys(), targets: rests.resting() };
    for (const target of await listPostponedTargets(db, isoNow(clock), { limit: LOOK_AHEAD, without })) {
      if (stopping.signal.aborted || running.size >= MAX_SENDING || !deps.leadership.isHeld()) return;
      const key = target.connection_id ?? target.id;
      if (hasRoom(key)) track(key, target.id, work.takeOverTarget(target));
      await letOthersRun();
    }
  }

  async function poll(): Promise<boolean> {
    if (!(await deps.leadership.take())) return false;
    await pollPostponed();
    return pollPosts();
  }

  async function loop(): Promise<void> {
    let waitMs = POLL_INTERVAL_MS;
    while (!stopping.signal.aborted) {
      try {
        waitMs = (await poll()) ? BACKLOG_INTERVAL_MS : POLL_INTERVAL_MS;
      } catch (error) {
        logger.error({ err: error }, 'could not read the schedule');
        waitMs = Math.min(2 * Math.max(waitMs, POLL_INTERVAL_MS), LONGEST_INTERVAL_MS);
      }
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      // Gives up the lead first: the running sends may take long, and another process must send what becomes due meanwhile.
      await deps.leadership.leave().catch((error: unknown) => {
        logger.warn({ err: error }, 'could not release the scheduler lease; another process takes it later');
      });
      await Promise.allSettled([...running.keys()]);
    },
  };
}
