import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { firstIdAt } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { listWorkspaces } from '../../store/accounts/workspaces.ts';
import { type ConnectionRow, listConnectionsOf } from '../../store/connections/connections.ts';
import { listStepsAfter } from '../../store/posts/post-events.ts';
import type { Database } from '../../store/schema.ts';
import {
  type CounterReadingRow,
  listUnreadTargets,
  planReadings,
  type UnreadTarget,
} from '../../store/targets/counter-readings.ts';
import type { Platforms } from '../networks/platforms.ts';
import { DAILY_AGE_MS, nextReading } from './reading-days.ts';
import { publishedAt } from './readings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longest time for a step of a post to be stored after its id was made, with the clocks of other servers. */
const MARGIN_MS = HOUR_MS;
const PAGE = 500;

/**
 * Makes the function that plans the daily readings of posts that were published, where the network does not charge for them. It looks
 * for such posts once an hour. The first look and one each day go back a week: they find the posts of accounts that were connected
 * later, and those of servers whose clocks are far apart. The others go back to the last look.
 */
export function createPlanDailyReadings(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
}): (stopping: AbortSignal) => Promise<void> {
  const { db, clock, logger, platforms } = deps;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedFarAt = Number.NEGATIVE_INFINITY;
  /** Time of the machine at the last look. The ids of steps are made by that time. */
  let lookedUntil = 0;

  /** Finds the connections of a workspace whose networks tell counters for nothing. */
  async function countable(workspaceId: string): Promise<Map<string, ConnectionRow>> {
    const connections = await listConnectionsOf(db, workspaceId);
    const free = connections.filter((connection) => {
      const counters = platforms.of(connection)?.driver.counters;
      return counters && !('none' in counters) && !counters.isCharged;
    });
    return new Map(free.map((connection) => [keyOf(connection), connection]));
  }

  function planOf(target: UnreadTarget, workspaceId: string, connection: ConnectionRow): CounterReadingRow {
    const published = publishedAt(target);
    return {
      ...{ target_id: target.id, workspace_id: workspaceId, profile_id: connection.profile_id },
      ...{
        network: connection.network,
        published_at: published,
        due_at: nextReading(target.id, published, clock.now()),
      },
      ...{ counters: null, read_at: null, asked_at: null, problem: null },
    };
  }

  /** Plans the readings of posts of a workspace that have changed since an id, page by page. */
  async function planSince(since: string, workspaceId: string, stopping: AbortSignal): Promise<void> {
    const connections = await countable(workspaceId);
    const wanted = [...new Set([...connections.values()].map(({ platform }) => platform))];
    if (wanted.length === 0) return;
    let after = since;
    for (;;) {
      const steps = await listStepsAfter(db, workspaceId, after, PAGE);
      const postIds = [...new Set(steps.map(({ post_id: id }) => id))];
      const unread = postIds.length > 0 ? await listUnreadTargets(db, postIds, wanted) : [];
      const plans = unread.flatMap((target) => {
        const connection = connections.get(keyOf(target));
        return connection ? [planOf(target, workspaceId, connection)] : [];
      });
      await planReadings(
        db,
        plans.filter(({ due_at: due }) => due !== null),
      );
      if (steps.length < PAGE || stopping.aborted) return;
      after = steps.at(-1)?.id ?? after;
      await letOthersRun();
    }
  }

  return async (stopping) => {
    const now = clock.now();
    if (now - lookedAt < HOUR_MS) return;
    const isFar = now - lookedFarAt >= DAY_MS;
    const machineNow = Date.now();
    // The clock of the machine may have been ahead at the last look.
    const from = isFar ? machineNow - DAILY_AGE_MS : Math.min(lookedUntil, machineNow) - MARGIN_MS;
    let isWhole = true;
    for (const { id } of await listWorkspaces(db)) {
      await planSince(firstIdAt(from), id, stopping).catch((err: unknown) => {
        isWhole = false;
        logger.error({ err, workspaceId: id }, 'could not plan the readings of the posts of a workspace');
      });
      if (stopping.aborted) return;
    }
    lookedAt = now;
    lookedUntil = machineNow;
    if (!isWhole) lookedFarAt = Number.NEGATIVE_INFINITY;
    else if (isFar) lookedFarAt = now;
  };
}

function keyOf({ profile_id: profile, platform }: { profile_id: string | null; platform: PlatformId }): string {
  return `${profile} ${platform}`;
}
