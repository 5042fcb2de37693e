import { setTimeout as delay } from 'node:timers/promises';
import { after } from '@social/platforms/guarded';
import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import type { DueWork } from '../services/publishing/due.ts';
import type { Channels, Lease } from '../services/workers/channels.ts';
import type { Channel } from '../store/targets/channels.ts';

const JOB = 'job:due-posts';
const POLL_INTERVAL_MS = 200;
/** Least time between two polls while leases end. */
const SHORTEST_INTERVAL_MS = 10;
/** Longest interval while the database fails; the interval doubles up to this. */
const LONGEST_INTERVAL_MS = 5_000;
/** Most leases at a time; those that fetch files do not count, since a slow host must not delay the posts of others. */
const MAX_LEASES = 50;
/** Most leases of one workspace at a time, with those that fetch files. */
const MAX_PER_WORKSPACE = 30;

/** Makes the loop that leases the channels in which something is due and continues it. Every process does so; none leads. */
export function createChannelLoop(deps: { logger: Logger; watch: LoopWatch; channels: Channels; dueWork: DueWork }) {
  const { logger, watch, channels, dueWork } = deps;
  let isStopping = false;
  const running = new Map<Promise<void>, Lease>();
  let wake = Promise.withResolvers<void>();

  function room(): number {
    return MAX_LEASES - [...running.values()].filter(({ isFetching }) => !isFetching).length;
  }

  /** Chooses the channels to continue: those of the workspaces with the fewest leases first. */
  function choose(due: readonly Channel[]): readonly Channel[] {
    const inHand = new Map<string, number>();
    for (const { channel } of running.values()) {
      inHand.set(channel.workspace_id, (inHand.get(channel.workspace_id) ?? 0) + 1);
    }
    const ranked = due.flatMap((channel) => {
      const place = (inHand.get(channel.workspace_id) ?? 0) + 1;
      inHand.set(channel.workspace_id, place);
      return place > MAX_PER_WORKSPACE ? [] : [{ channel, place }];
    });
    const fair = ranked.sort((one, other) => one.place - other.place);
    return fair.slice(0, room()).map(({ channel }) => channel);
  }

  /** Continues what is due in a channel, then ends the lease. Never rejects. @returns true when more may be due */
  async function run(lease: Lease): Promise<boolean> {
    try {
      return await watch.run(JOB, () => dueWork.continueChannel(lease));
    } catch (err) {
      logger.error({ err }, 'could not continue what is due in a channel yet');
      return false;
    } finally {
      await lease.end();
    }
  }

  async function poll(): Promise<void> {
    if (room() <= 0) return;
    for (const lease of await channels.leaseDue(MAX_PER_WORKSPACE, choose)) {
      const work = run(lease).then((isMoreDue) => {
        running.delete(work);
        if (isMoreDue) wake.resolve();
      });
      running.set(work, lease);
    }
  }

  async function loop(): Promise<void> {
    let waitMs = POLL_INTERVAL_MS;
    while (!isStopping) {
      wake = Promise.withResolvers();
      try {
        if (!(await channels.quiet.lasts())) await watch.run(JOB, poll);
        waitMs = POLL_INTERVAL_MS;
      } catch (error) {
        logger.error({ err: error }, 'could not read what is due');
        waitMs = Math.min(2 * waitMs, LONGEST_INTERVAL_MS);
      }
      const waiting = performance.now();
      const timer = after(waitMs, wake.resolve);
      await wake.promise;
      clearTimeout(timer);
      const waited = performance.now() - waiting;
      if (waited < SHORTEST_INTERVAL_MS) await delay(SHORTEST_INTERVAL_MS - waited);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    /** Takes no more leases. Resolves when the running work has ended. */
    async stop(): Promise<void> {
      isStopping = true;
      wake.resolve();
      await looping;
      await Promise.allSettled([...running.keys()]);
    },
  };
}
