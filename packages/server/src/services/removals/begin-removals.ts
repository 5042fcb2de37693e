import { deletionCost } from '@social/rules';
import { type Clock, isoNow } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { isHeld } from '../../store/ledger.ts';
import { appendPostEvents } from '../../store/posts/post-events.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { beginRemoval, listRemovals, type RemovalRow } from '../../store/targets/removals.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Refusal } from '../connections/refusals.ts';
import type { Credits } from '../credits/credits.ts';
import { partOf } from '../targets/target-rows.ts';
import type { Worker } from '../workers/worker.ts';
import type { Removal } from './removal.ts';
import { noteRemoval } from './store-removal.ts';

/** Targets of one platform that are to be taken back, and the reason why they cannot be. */
export interface Asked {
  readonly targets: readonly TargetRow[];
  readonly refusal: Refusal | null;
}

/**
 * Stores removals with the credits that are held for them, before anything is sent, and notes those that are refused.
 * @returns the removals that this call makes; one that another call makes at the moment is not among them
 * @param limitedBy keys whose limits count the credits
 * @throws AppError insufficient_credits, credit_limit_reached; nothing is stored then
 */
export type BeginRemovals = (asked: readonly Asked[], limitedBy: readonly string[]) => Promise<Removal[]>;

/** Makes the function that stores removals. */
export function createBeginRemovals(deps: {
  db: Database;
  clock: Clock;
  credits: Credits;
  worker: Pick<Worker, 'id'>;
}): BeginRemovals {
  const { db, clock, credits, worker } = deps;

  async function begin(
    trx: Queryable,
    target: TargetRow,
    { earlier, operationId, at }: { earlier: RemovalRow | undefined; operationId: string; at: string },
  ): Promise<(Removal & { readonly isPaid: boolean }) | null> {
    // An unknown removal still has its credits, for a day.
    const isPaid = earlier?.state === 'unknown' && (await isHeld(trx, earlier.hold_id));
    const row: RemovalRow = {
      ...{ target_id: target.id, workspace_id: target.workspace_id, state: 'removing', operation_id: operationId },
      ...{ hold_id: isPaid ? earlier.hold_id : newId(), credits: 0, error: null, code: null },
      ...{ worker_id: worker.id, asked_at: at, due_at: null, updated_at: at },
    };
    if (!(await beginRemoval(trx, row, earlier))) return null;
    return { target, row, isRepeated: earlier?.state === 'unknown', isPaid };
  }

  return (asked, limitedBy) => {
    const at = isoNow(clock);
    const operationId = newId();
    const able = asked.flatMap(({ targets, refusal }) => (refusal ? [] : targets));
    // Calls at the same moment store their removals in one order, so that neither waits for the other.
    const ordered = [...able].sort((one, other) => (one.id < other.id ? -1 : 1));
    return db.transaction().execute(async (trx) => {
      const earlier = new Map(
        (
          await listRemovals(
            trx,
            ordered.map(({ id }) => id),
          )
        ).map((row) => [row.target_id, row] as const),
      );
      const begun: (Removal & { readonly isPaid: boolean })[] = [];
      for (const target of ordered) {
        const removal = await begin(trx, target, { earlier: earlier.get(target.id), operationId, at });
        if (removal) begun.push(removal);
      }
      // After the removals, which others lock before the workspace.
      const unpaid = begun.filter(({ isPaid }) => !isPaid);
      const holds = unpaid.map(({ target, row }) => ({ id: row.hold_id, amount: deletionCost(target.platform) ?? 0 }));
      const [first] = unpaid;
      if (first) await credits.reserve(trx, first.target.workspace_id, holds, limitedBy);
      await appendPostEvents(
        trx,
        begun.map(({ target: { workspace_id, post_id, platform, attempt, ...target } }) => ({
          ...{ workspace_id, post_id, platform, kind: 'removing' as const, attempt, at, details: partOf(target) },
        })),
      );
      for (const { targets, refusal } of asked) {
        const [last] = targets;
        if (!refusal || !last) continue;
        const failure = { error: refusal.message, code: refusal.code };
        await noteRemoval(trx, last, { kind: 'removal_failed', status: 'failed', at, credits: 0 }, failure);
      }
      return begun;
    });
  };
}
