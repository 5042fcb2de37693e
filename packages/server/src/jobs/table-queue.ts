import { setTimeout as delay, setImmediate as letOthersRun } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Leadership } from '../services/workers/leadership.ts';
import { listDuePosts } from '../store/posts.ts';
import type { Database } from '../store/schema.ts';
import { listPostponedTargets } from '../store/targets.ts';
import type { DueWork, JobQueue } from './queue.ts';
import { createRests } from './rests.ts';

const POLL_INTERVAL_MS = 250;
/** While more is due than may be sent at the same time. */
const BACKLOG_INTERVAL_MS = 50;
/** While the database cannot be asked: each time twice as long as before, up to this. */
const LONGEST_INTERVAL_MS = 5_000;
/** Posts that are sent at the same time, in all and of one profile: one that hangs must not hold the others. */
const MAX_SENDING = 50;
const MAX_SENDING_PER_PROFILE = 5;
/** How far a poll looks beyond what belongs to a profile or an account that has enough under way. */
const LOOK_AHEAD = 500;

/**
 * The posts table is the queue: due-ness is read from its index again and again, and no timer belongs to a post. One process
 * leads at a time, so that the order per account holds across processes.
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
  const running = new Map<Promise<void>, string>();
  const rests = createRests();

  function hasRoom(key: string): boolean {
    const ofKey = [...running.values()].filter((other) => other === key).length;
    return running.size < MAX_SENDING && ofKey < MAX_SENDING_PER_PROFILE;
  }

  /** Keys that have enough under way. */
  function busyKeys(): string[] {
    return [...new Set(running.values())].filter((key) => !hasRoom(key));
  }

  /** Counts what was begun until it ends. */
  function track(key: string, id: string, sending: Promise<void>): void {
    const tracked = sending
      .catch((error: unknown) => {
        logger.error({ err: error, id }, 'what is due could not be sent yet');
        rests.rest(id);
      })
      .finally(() => running.delete(tracked));
    running.set(tracked, key);
  }

  // Posts are claimed one after another, in the order they are due, so that the order per account stands; they are sent
  // side by side. True: some are due that had to wait for room.
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
        logger.error({ err: error, postId: post.id }, 'a scheduled post could not be claimed yet');
        rests.rest(post.id);
        return null;
      });
      if (send) track(post.profile_id, post.id, send());
      // An embedded database answers without ever waiting: requests would get no turn before the last post is claimed.
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
      if (hasRoom(key)) track(key, target.id, work.resumeTarget(target));
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
        logger.error({ err: error }, 'the schedule could not be read');
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
      // Sending what is on its way may take long, and nobody else would begin what becomes due meanwhile.
      await deps.leadership.leave().catch((error: unknown) => {
        logger.warn({ err: error }, 'the lead of the schedule could not be given up; another process takes it later');
      });
      await Promise.allSettled([...running.keys()]);
    },
  };
}
