import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { firstIdAt, newId, timeOfId } from '../../ids.ts';
import { listWorkspaces } from '../../store/accounts/workspaces.ts';
import { type ConnectionRow, listConnectionsOf } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import {
  type CounterReadingRow,
  listDueReadings,
  listStepsAfter,
  listUnreadTargets,
  moveDueReading,
  noteLook,
  planReadings,
  readLook,
  type UnreadTarget,
} from '../../store/targets/counter-readings.ts';
import { findTarget } from '../../store/targets/targets.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { ReadTarget } from './read-target.ts';
import { DAILY_AGE_MS, nextReading } from './reading-days.ts';
import { publishedAt } from './readings.ts';

const HOUR_MS = 3_600_000;
/** Longest time for a step of a post to be stored after its id was made, with the clocks of other servers. */
const MARGIN_MS = HOUR_MS;
const PAGE = 500;
/** Most readings of one run, and the longest time that they take. */
const BATCH = 20;
const RUN_MS = 20_000;

/**
 * Makes the job that reads posts once a day for a week, where the network does not charge for it. It takes no channel's turn, and has
 * a breaker of its own, so that publishing never waits for it. A reading that two processes find is made by one.
 */
export function createDailyReadings(deps: {
  db: Database;
  clock: Clock;
  platforms: Platforms;
  readTarget: ReadTarget;
}): (stopping: AbortSignal) => Promise<void> {
  const { db, clock, platforms, readTarget } = deps;
  let plannedAt = Number.NEGATIVE_INFINITY;

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
  async function plan(workspaceId: string, since: string, stopping: AbortSignal): Promise<void> {
    const connections = await countable(workspaceId);
    const wanted = [...new Set([...connections.values()].map(({ platform }) => platform))];
    if (wanted.length === 0) return;
    // The posts of an account that was not connected at the last look were left out then.
    const isNew = [...connections.values()].some(({ id }) => id > since);
    let after = isNew ? firstIdAt(Date.now() - DAILY_AGE_MS) : since;
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

  /** Plans the readings of posts that were published since the last look of any server. The ids of steps have the time of the machine. */
  async function planAll(stopping: AbortSignal): Promise<void> {
    const begun = newId();
    const last = await readLook(db);
    // The clock of the machine may have been ahead.
    const before = Math.min(last === undefined ? 0 : timeOfId(last), Date.now()) - MARGIN_MS;
    const since = firstIdAt(Math.max(before, Date.now() - DAILY_AGE_MS));
    for (const { id } of await listWorkspaces(db)) {
      await plan(id, since, stopping);
      if (stopping.aborted) return;
    }
    await noteLook(db, begun);
  }

  async function readDue(row: CounterReadingRow, stopping: AbortSignal): Promise<void> {
    const next = nextReading(row.target_id, row.published_at, clock.now());
    if (!(await moveDueReading(db, row, next))) return;
    const target = await findTarget(db, row.target_id);
    if (target?.state !== 'published' || target.removed_at !== null) return;
    await readTarget({ target, profileId: row.profile_id, stored: row, plan: null, isByHand: false, stopping });
    // A reading that the end of the server has cut off is made after the next start.
    if (stopping.aborted) await moveDueReading(db, { target_id: row.target_id, due_at: next }, row.due_at);
  }

  return async (stopping) => {
    if (clock.now() - plannedAt >= HOUR_MS) {
      plannedAt = clock.now();
      await planAll(stopping);
      if (stopping.aborted) return;
    }
    const until = performance.now() + RUN_MS;
    for (const row of await listDueReadings(db, new Date(clock.now()).toISOString(), BATCH)) {
      if (stopping.aborted || performance.now() > until) return;
      await readDue(row, stopping);
    }
  };
}

function keyOf({ profile_id: profile, platform }: { profile_id: string | null; platform: PlatformId }): string {
  return `${profile} ${platform}`;
}
