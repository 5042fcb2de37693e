import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { HAS_FAULTS, isWithoutSafety } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import {
  addToBalance,
  endHold,
  holdCredits,
  insertHold,
  insertLedgerEntry,
  isCharged,
  renameHold,
} from '../../store/ledger.ts';
import type { Queryable } from '../../store/schema.ts';
import { countInWorkspace, findWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';

/** Reason for a charge. Charges of one operation are shown as one transaction. */
export interface Charge {
  readonly action: string;
  readonly operationId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Effect of the end of a hold. */
export interface EndedHold {
  /** Charged credits; 0 when the hold was released, or had ended before. */
  readonly credits: number;
  /** Number of the log entry of the operation, where the end has counted it. */
  readonly logNumber?: number;
}

const NOTHING: EndedHold = { credits: 0 };

export type Holds = ReturnType<typeof createHolds>;

/**
 * Makes the functions that hold credits for operations under way, then charge or release them. Each must run in the
 * transaction of the operation that it pays for.
 */
export function createHolds({ clock }: { clock: Clock }) {
  /** Adds an entry to the ledger. The caller changes the balance. */
  async function record(
    trx: Queryable,
    workspaceId: string,
    amount: number,
    { action, operationId, metadata }: Charge,
    id = newId(),
  ): Promise<void> {
    await insertLedgerEntry(trx, {
      ...{ id, workspace_id: workspaceId, amount, action, operation_id: operationId },
      metadata: JSON.stringify(metadata),
      created_at: isoNow(clock),
    });
  }

  /** Holds credits for operations. @throws AppError insufficient_credits; nothing changes then */
  async function reserve(
    trx: Queryable,
    workspaceId: string,
    holds: readonly { id: string; amount: number }[],
  ): Promise<void> {
    if (HAS_FAULTS && isWithoutSafety()) return;
    const paid = holds.filter(({ amount }) => amount > 0);
    const total = paid.reduce((sum, { amount }) => sum + amount, 0);
    if (total === 0) return;
    if (!(await holdCredits(trx, workspaceId, total))) {
      throw insufficient(await findWorkspace(trx, workspaceId), total);
    }
    for (const { id, amount } of paid) {
      await insertHold(trx, {
        id,
        workspace_id: workspaceId,
        amount,
        state: 'held',
        created_at: isoNow(clock),
        resolved_at: null,
      });
    }
  }

  /**
   * Ends a hold, unless it has ended before.
   * @param isLogged true to count the log entry of the operation in the same statement
   */
  async function end(
    trx: Queryable,
    holdId: string,
    { as, isLogged }: { as: 'settled' | 'released'; isLogged: boolean },
  ): Promise<(EndedHold & { readonly workspaceId: string }) | undefined> {
    const hold = await endHold(trx, holdId, as, isoNow(clock));
    if (!hold) return undefined;
    const { workspace_id: workspaceId, amount } = hold;
    const credits = as === 'settled' ? amount : 0;
    const logged = isLogged ? 1 : 0;
    const last = await countInWorkspace(trx, workspaceId, { unheld: amount, charged: credits, logged });
    return { workspaceId, credits, ...(isLogged && { logNumber: last }) };
  }

  /** Charges a hold, unless it was charged or released before. */
  async function charge(trx: Queryable, holdId: string, reason: Charge, isLogged = false): Promise<EndedHold> {
    const ended = await end(trx, holdId, { as: 'settled', isLogged });
    if (ended) await record(trx, ended.workspaceId, -ended.credits, reason);
    return ended ?? NOTHING;
  }

  return {
    record,
    reserve,
    charge,

    /**
     * Charges an operation whose hold may have been released meanwhile, unless the operation was charged before.
     * @throws AppError insufficient_credits
     */
    async chargeLate(
      trx: Queryable,
      hold: { id: string; workspaceId: string; amount: number },
      reason: Charge,
      isLogged = false,
    ): Promise<EndedHold> {
      if (HAS_FAULTS && isWithoutSafety()) {
        await addToBalance(trx, hold.workspaceId, -hold.amount);
        await record(trx, hold.workspaceId, -hold.amount, reason);
        return { credits: hold.amount };
      }
      const charged = await charge(trx, hold.id, reason, isLogged);
      if (charged.credits > 0 || hold.amount === 0) return charged;
      const late = `${hold.id}.late`;
      if (await isCharged(trx, [hold.id, late])) return NOTHING;
      await reserve(trx, hold.workspaceId, [{ id: late, amount: hold.amount }]);
      return charge(trx, late, reason, isLogged);
    },

    /** Releases a hold, unless it was charged or released before. */
    async release(trx: Queryable, holdId: string, isLogged = false): Promise<EndedHold> {
      return (await end(trx, holdId, { as: 'released', isLogged })) ?? NOTHING;
    },

    /** Keeps a hold for the next attempt of the same operation. */
    renameHold,
  };
}

function insufficient(workspace: WorkspaceRow | undefined, needed: number): AppError {
  const available = workspace ? workspace.balance - workspace.held : 0;
  return new AppError(
    'insufficient_credits',
    `This needs ${needed} credits and ${available} are available; nothing was sent. Credits are renewed on ${workspace?.period_end.slice(0, 10) ?? 'the next reset'}`,
    { details: { needed, available, resetAt: workspace?.period_end } },
  );
}
