import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import { listReadings } from '../../store/targets/counter-readings.ts';
import { mayUse, type Viewer } from '../access/rights.ts';
import { accountsMeant } from '../connections/account-names.ts';
import type { Connections } from '../connections/connections.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Plan } from '../credits/plans.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import { createAskNetwork } from './ask-network.ts';
import {
  type CountedPost,
  type CounterKind,
  type CounterTable,
  readCountedPosts,
  readCounterTable,
  type WantedMonth,
} from './counter-table.ts';
import { createDailyReadings } from './daily-readings.ts';
import { createFindCounter } from './find-counter.ts';
import { createReadTarget } from './read-target.ts';
import type { Reading } from './readings.ts';

/** Reads and lists the counters of posts. */
export interface Counters {
  /**
   * Reads a post on each platform on which it was published; of a thread its first part. Never throws for what a network does.
   * @param isByHand asks networks that charge for it too, and others again sooner
   */
  ofPost(post: PostWithTargets, viewer: Viewer & { readonly plan: Plan }, isByHand: boolean): Promise<Reading[]>;
  /** Reads the latest stored readings of a month, best first, without asking a network. */
  ofMonth(viewer: Viewer, wanted: WantedMonth & { readonly by: CounterKind }): Promise<CounterTable>;
  /** Reads all stored readings of a month page by page, earliest post first, without asking a network. */
  allOfMonth(viewer: Viewer, wanted: WantedMonth): AsyncIterable<readonly CountedPost[]>;
  /** The job of maintenance that reads posts daily. */
  readDaily(stopping: AbortSignal): Promise<void>;
}

/** Makes the service for counters. */
export function createCounters(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  connections: Connections;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
}): Counters {
  const { db } = deps;
  const readTarget = createReadTarget({
    ...deps,
    findCounter: createFindCounter(deps),
    askNetwork: createAskNetwork(deps),
  });
  return {
    readDaily: createDailyReadings({ ...deps, readTarget }),
    ofMonth: (viewer, wanted) => readCounterTable(db, viewer, wanted),
    allOfMonth: (viewer, wanted) => readCountedPosts(db, viewer, wanted),

    async ofPost({ post, targets }, { rights, plan }, isByHand) {
      const published = targets.filter(({ state, part }) => state === 'published' && part === 1);
      const ids = published.map(({ id }) => id);
      const stored = new Map((await listReadings(db, ids)).map((row) => [row.target_id, row] as const));
      const bound = new Map(published.map(({ target, channel }) => [target, channel]));
      const meant = rights.platforms === null ? [] : await accountsMeant(db, post.profile_id, bound);
      const forbidden = meant.filter((part) => !mayUse(rights, part)).map(({ target }) => target);
      return Promise.all(
        published.map((target) =>
          readTarget({
            ...{ target, profileId: post.profile_id, stored: stored.get(target.id), plan, isByHand },
            ...{ mayAsk: !forbidden.includes(target.target) },
          }),
        ),
      );
    },
  };
}
