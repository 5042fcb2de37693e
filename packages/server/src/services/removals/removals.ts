import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformId, Schema } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../logger.ts';
import { findPost, type PostWithTargets } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import {
  adoptRemoval,
  listDueRemovals,
  listRemovals,
  lookUpRemovals,
  type RemovalRow,
} from '../../store/targets/removals.ts';
import { findTarget, type TargetRow } from '../../store/targets/targets.ts';
import { type Rights, requirePlatforms } from '../access/rights.ts';
import type { Connections } from '../connections/connections.ts';
import type { Refusal } from '../connections/refusals.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Credits } from '../credits/credits.ts';
import type { Plan } from '../credits/plans.ts';
import type { Platforms } from '../networks/platforms.ts';
import { readTargetInLog } from '../targets/dispatch.ts';
import type { Turns } from '../workers/turns.ts';
import type { Worker } from '../workers/worker.ts';
import { createBeginRemovals } from './begin-removals.ts';
import { chosenPlatforms } from './chosen-platforms.ts';
import { createDeleteParts } from './delete-parts.ts';
import { createFindDeleter, type Deleter } from './find-deleter.ts';
import type { Removal } from './removal.ts';
import { type Ending, removalResult } from './removal-results.ts';
import { createStoreRemoval } from './store-removal.ts';

/** Age of the unknown removals that a start looks up. */
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;
/** Age at which this process takes up its own removals whose end it could not store. */
const OWN_LEFTOVER_MS = 60_000;
const POLL_MS = 100;

/** A post as it is after it was taken back, with a result for each platform. */
export interface TakenBack extends PostWithTargets {
  readonly results: Readonly<Record<string, Schema<'RemovalResult'>>>;
}

/** A post's part on one platform, and the account that could delete it. */
interface Standing {
  readonly platform: PlatformId;
  /** Published targets, in the order of the thread. */
  readonly published: readonly TargetRow[];
  readonly deleter: Deleter | null;
  readonly refusal: Ending['refusal'];
}

export type Removals = ReturnType<typeof createRemovals>;

/** Makes the service that takes posts back: it deletes at the networks what they published. */
export function createRemovals(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  credits: Credits;
  connections: Connections;
  platforms: Platforms;
  tokens: Tokens;
  turns: Turns;
  worker: Worker;
  upstreamTimeoutMs: number;
  /** Longest wait of a call for the networks. */
  publishTimeoutMs: number;
}) {
  const { db, clock, logger, worker } = deps;
  const underWay = new Map<string, Promise<void>>();
  let isStopping = false;
  const findDeleter = createFindDeleter(deps);
  const beginRemovals = createBeginRemovals(deps);
  const storeRemoval = createStoreRemoval(deps);
  const deleteParts = createDeleteParts({ ...deps, storeRemoval, isStopping: () => isStopping });

  /** Finds what a post has on a platform. */
  async function standingOn({ post, targets }: PostWithTargets, platform: PlatformId, plan: Plan): Promise<Standing> {
    const own = targets.filter((target) => target.platform === platform);
    const published = own.filter(({ state }) => state === 'published');
    const left = published.filter(({ removed_at }) => removed_at === null);
    const stand = (deleter: Deleter | null, refusal: Ending['refusal']) => ({ platform, published, deleter, refusal });
    if (own.some(({ state }) => state === 'pending' || state === 'sending')) {
      const message = `${platform} is still being sent; take it back when that has ended`;
      return stand(null, { code: 'still_sending', message });
    }
    if (own.some(({ state }) => state === 'unknown')) {
      const message = `it is not known whether ${platform} has all of it: look there, resolve it with: social post resolve ${post.id}, then take it back`;
      return stand(null, { code: 'outcome_unknown', message, isUnknown: true });
    }
    if (published.length === 0) {
      return stand(null, {
        code: 'conflict',
        message: `it was not published on ${platform}; there is nothing to take back`,
      });
    }
    const [first, ...others] = left;
    if (!first) return stand(null, null);
    const deleter = await findDeleter(post.profile_id, [first, ...others], plan);
    return stand(deleter, deleter.refusal);
  }

  /** Deletes in the background. Recovery finds what could not be stored. */
  function start(removals: readonly Removal[], deleter: Extract<Deleter, { refusal: null }>): void {
    const done = deleteParts(removals, deleter)
      .catch((err: unknown) => logger.error({ err }, 'a removal could not be finished; it is looked up again'))
      .finally(() => {
        for (const { target } of removals) underWay.delete(target.id);
      });
    for (const { target } of removals) underWay.set(target.id, done);
  }

  /** Waits until none of the targets is being removed, by this process or another, up to the limit of a call. */
  async function awaitEnds(ids: readonly string[]): Promise<readonly RemovalRow[]> {
    const deadline = performance.now() + deps.publishTimeoutMs;
    for (;;) {
      const rows = await listRemovals(db, ids);
      if (performance.now() >= deadline || !rows.some(({ state }) => state === 'removing')) return rows;
      await delay(POLL_MS);
    }
  }

  /** Continues removals of one platform of a post that were interrupted, or whose answer was lost. */
  async function resumeParts(rows: readonly RemovalRow[]): Promise<void> {
    const removals: Removal[] = [];
    for (const row of rows) {
      const target = await findTarget(db, row.target_id);
      const at = isoNow(clock);
      if (!target || !(await adoptRemoval(db, row, worker.id, at))) continue;
      const adopted = { ...row, state: 'removing', worker_id: worker.id, due_at: null, updated_at: at } as const;
      removals.push({ target, row: adopted, isRepeated: true });
    }
    const [first, ...others] = removals;
    const read = first && (await readTargetInLog(db, first.target));
    if (!read) return;
    const targets = [first.target, ...others.map(({ target }) => target)] as const;
    const deleter = await findDeleter(read.post.profile_id, targets, null);
    if (deleter.refusal === null) return start(removals, deleter);
    for (const removal of removals) await storeRemoval.store(removal, stillLost(deleter.refusal));
  }

  return {
    noteDeleted: storeRemoval.noteDeleted,

    /**
     * Deletes what a post has published.
     * @param asked platforms; undefined for all on which something was published
     * @throws AppError invalid_request, forbidden, conflict, paid_plan_required, insufficient_credits, credit_limit_reached; nothing is
     * deleted then
     */
    async takeBack(
      found: PostWithTargets,
      asked: readonly PlatformId[] | undefined,
      { plan, rights }: { readonly plan: Plan; readonly rights: Rights },
    ): Promise<TakenBack> {
      const platforms = chosenPlatforms(found, asked);
      requirePlatforms(rights, platforms);
      requireReceipts(found, platforms, rights);
      const standings = await Promise.all(platforms.map((platform) => standingOn(found, platform, plan)));
      refuseUnpaid(standings);
      const leftOf = ({ published }: Standing) => published.filter(({ removed_at }) => removed_at === null).reverse();
      const begun = await beginRemovals(
        standings
          .filter(({ deleter }) => deleter !== null)
          .map((standing) => ({ targets: leftOf(standing), refusal: standing.refusal })),
        rights.limitedBy,
      );
      faultPoint('after-reserve');
      for (const { platform, deleter } of standings) {
        const own = begun.filter(({ target }) => target.platform === platform);
        if (deleter?.refusal === null && own.length > 0) start(own, deleter);
      }
      const published = standings.flatMap((standing) => standing.published);
      const rows = await awaitEnds(published.map(({ id }) => id));
      const { id, workspace_id: workspaceId } = found.post;
      const after = (await findPost(db, workspaceId, id)) ?? found;
      const before = new Set(published.filter(({ removed_at }) => removed_at !== null).map((target) => target.id));
      const removals = new Map(rows.map((row) => [row.target_id, row]));
      const own = new Set(begun.map(({ target }) => target.id));
      const results = standings.map(({ platform, refusal, published: were }) => {
        const targets = after.targets.filter((target) => were.some((one) => one.id === target.id));
        return [platform, removalResult({ platform, targets, before, removals, own, refusal })] as const;
      });
      return { ...after, results: Object.fromEntries(results) };
    },

    /** Continues the removals that dead processes left, and looks up unknown ones. Does not wait for the networks. */
    async resume(): Promise<void> {
      if (isStopping) return;
      const before = new Date(clock.now() - OWN_LEFTOVER_MS).toISOString();
      const due = await listDueRemovals(db, { now: isoNow(clock), workerId: worker.id, before });
      const left = due.filter((row) => !underWay.has(row.target_id));
      const places = new Map<string, RemovalRow[]>();
      for (const row of left) {
        const target = await findTarget(db, row.target_id);
        const place = `${target?.post_id} ${target?.platform}`;
        places.set(place, [...(places.get(place) ?? []), row]);
      }
      for (const rows of places.values()) await resumeParts(rows);
    },

    /** Has the unknown removals of the last day looked up. */
    lookUp: (): Promise<void> =>
      lookUpRemovals(db, {
        askedAfter: new Date(clock.now() - LOOK_BACK_AT_START_MS).toISOString(),
        at: isoNow(clock),
      }),

    /** Starts no more. Resolves when no deletion is under way. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

function stillLost({ message }: Refusal) {
  const text = `it is not known whether the post was deleted, and it cannot be looked up: ${message}`;
  return { state: 'unknown', code: 'outcome_unknown', message: text } as const;
}

/**
 * A post that a person named, and that nobody has read, may be any post of the account: deleting it is an action.
 * @throws AppError scope_missing
 */
function requireReceipts({ targets }: PostWithTargets, platforms: readonly PlatformId[], { scopes }: Rights): void {
  if (scopes.includes('actions')) return;
  const unread = targets.filter(({ by_hand, removed_at }) => by_hand === 1 && removed_at === null);
  const platform = platforms.find((one) => unread.some((target) => target.platform === one));
  if (platform === undefined) return;
  const what = `The post of ${platform} was named by hand and could not be checked there, so taking it back also needs the scope actions`;
  throw new AppError(
    'scope_missing',
    `${what}; nothing was deleted. Use a key that has it, or delete the post at the network`,
    {
      details: { scope: 'actions', scopes, operation: 'unpublishPost', platform },
    },
  );
}

/** @throws AppError paid_plan_required when the plan has none of the platforms from which something can be taken back */
function refuseUnpaid(standings: readonly Standing[]): void {
  const asked = standings.flatMap(({ deleter }) => (deleter ? [deleter.refusal] : []));
  const [first] = asked;
  if (first && asked.every((refusal) => refusal?.code === 'paid_plan_required')) {
    throw new AppError(first.code, `${first.message}. Nothing was deleted`);
  }
}
