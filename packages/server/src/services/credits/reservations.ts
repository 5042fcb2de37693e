import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Counted, countInWorkspace, findWorkspace, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { endReservation, insertLedgerEntry, insertReservation, reserveCredits } from '../../store/ledger.ts';
import type { Queryable } from '../../store/schema.ts';
import { endTargetReservation, type TargetRow } from '../../store/targets/targets.ts';
import { recordEvent, wantsKind } from '../../store/webhooks/webhook-events.ts';
import { countSpent, readSpending, type Spending, spend, spendingOf, unspend } from './key-limits.ts';
import { createPlanCatalogue, type PlanCatalogue } from './plans.ts';

/** Reason for a charge. Charges of one operation are shown as one transaction. */
export interface Charge {
  readonly action: string;
  readonly operationId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A target as it was read, with the credits that are reserved for it. */
type ReservedTarget = Pick<TargetRow, 'id' | 'workspace_id' | 'held' | 'spending'>;

/** Effect of the end of a reservation. */
export interface EndedReservation {
  /** Charged credits; 0 when the reservation was released, or had ended before. */
  readonly credits: number;
  /** Number of the log entry of the operation, where the end has counted it. */
  readonly logNumber?: number;
}

const NOTHING: EndedReservation = { credits: 0 };
/** Part of the month's credits below which few are left. */
const LOW = 0.1;

export type Reservations = ReturnType<typeof createReservations>;

/**
 * Makes the functions that reserve credits for operations under way, then charge or release them. Each must run in the
 * transaction of the operation that it pays for.
 * @param deps plans of the server; those of the contract when left out
 */
export function createReservations({ clock, plans = createPlanCatalogue() }: { clock: Clock; plans?: PlanCatalogue }) {
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

  /** Records that few credits are left, with the charge after which they are. */
  async function noteLow(trx: Queryable, workspaceId: string, charged: number, now: Counted): Promise<void> {
    if (!wantsKind(now.event_kinds, 'credits.low')) return;
    const low = plans.get(now.plan).monthlyCredits * LOW;
    if (now.balance >= low || now.balance + charged < low) return;
    await recordEvent(trx, { workspaceId, kind: 'credits.low', objectId: workspaceId, at: isoNow(clock) });
  }

  /**
   * Adds to the reserved credits of a workspace.
   * @param count counts them towards the limits of keys
   * @returns false when nothing is to be reserved
   * @throws AppError insufficient_credits, and what `count` throws
   */
  async function take(
    trx: Queryable,
    { workspaceId, amount, spending }: { workspaceId: string; amount: number; spending: Spending | null },
    count: typeof spend,
  ): Promise<boolean> {
    if (amount === 0) return false;
    if (!(await reserveCredits(trx, workspaceId, amount))) {
      throw insufficient(await findWorkspace(trx, workspaceId), amount);
    }
    if (spending) await count(trx, spending, amount);
    return true;
  }

  /**
   * Reserves credits for operations.
   * @param limitedBy keys whose limits count them
   * @throws AppError insufficient_credits, credit_limit_reached; nothing changes then
   */
  async function reserve(
    trx: Queryable,
    workspaceId: string,
    reservations: readonly { id: string; amount: number }[],
    limitedBy: readonly string[] = [],
  ): Promise<void> {
    const paid = reservations.filter(({ amount }) => amount > 0);
    const total = paid.reduce((sum, { amount }) => sum + amount, 0);
    const spending = await spendingOf(trx, workspaceId, limitedBy);
    if (!(await take(trx, { workspaceId, amount: total, spending }, spend))) return;
    for (const { id, amount } of paid) {
      await insertReservation(trx, {
        ...{ id, workspace_id: workspaceId, amount, spending: spending && JSON.stringify(spending) },
        ...{ state: 'held', created_at: isoNow(clock), resolved_at: null },
      });
    }
  }

  /** Ends the reservation of an operation, unless it has ended before. */
  async function end(
    trx: Queryable,
    reservationId: string,
    as: 'settled' | 'released',
  ): Promise<(EndedReservation & { readonly workspaceId: string }) | undefined> {
    const reservation = await endReservation(trx, reservationId, as, isoNow(clock));
    if (!reservation) return undefined;
    const { workspace_id: workspaceId, amount } = reservation;
    const credits = as === 'settled' ? amount : 0;
    const spending = readSpending(reservation.spending);
    const now = await countInWorkspace(trx, workspaceId, { unheld: amount, charged: credits, logged: 0 });
    if (spending && as === 'released') await unspend(trx, spending, amount);
    await noteLow(trx, workspaceId, credits, now);
    return { workspaceId, credits };
  }

  return {
    record,
    reserve,

    /** Charges the reservation of an operation, unless it was charged or released before. */
    async charge(trx: Queryable, reservationId: string, reason: Charge): Promise<EndedReservation> {
      const ended = await end(trx, reservationId, 'settled');
      if (ended) await record(trx, ended.workspaceId, -ended.credits, reason);
      return ended ?? NOTHING;
    },

    /** Releases the reservation of an operation, unless it was charged or released before. */
    async release(trx: Queryable, reservationId: string): Promise<EndedReservation> {
      return (await end(trx, reservationId, 'released')) ?? NOTHING;
    },

    /**
     * Reserves credits for targets, whose rows say how many are reserved for each, and for which limits they count.
     * @throws AppError insufficient_credits, credit_limit_reached; nothing changes then
     */
    async reserveForTargets(
      trx: Queryable,
      workspaceId: string,
      held: readonly number[],
      spending: Spending | null = null,
    ): Promise<void> {
      const total = held.reduce((sum, credits) => sum + credits, 0);
      await take(trx, { workspaceId, amount: total, spending }, spend);
    },

    /**
     * Charges a target: what is reserved for it, or its price when that was released meanwhile. A target is charged once, since it then
     * is published and stays so.
     * @param isLogged true to count the log entry of the result in the same statement
     * @throws AppError insufficient_credits
     */
    async chargeTarget(
      trx: Queryable,
      target: ReservedTarget & { readonly price: number },
      reason: Charge,
      isLogged: boolean,
    ): Promise<EndedReservation> {
      const { workspace_id: workspaceId, held, price } = target;
      const isHeld = held > 0 && (await endTargetReservation(trx, target));
      const credits = isHeld ? held : price;
      // The post is there: a limit that was used up since the credits were released refuses nothing.
      const late = { workspaceId, amount: price, spending: readSpending(target.spending) };
      if (!isHeld && !(await take(trx, late, countSpent))) return NOTHING;
      // Before the workspace is locked, for which others wait.
      await record(trx, workspaceId, -credits, reason);
      const now = await countInWorkspace(trx, workspaceId, {
        ...{ unheld: credits, charged: credits },
        logged: isLogged ? 1 : 0,
      });
      await noteLow(trx, workspaceId, credits, now);
      return { credits, ...(isLogged && { logNumber: now.log_count }) };
    },

    /** Releases what is reserved for a target, if anything is. @param isLogged as for `chargeTarget` */
    async releaseTarget(trx: Queryable, target: ReservedTarget, isLogged: boolean): Promise<EndedReservation> {
      const { workspace_id: workspaceId, held } = target;
      if (held === 0 || !(await endTargetReservation(trx, target))) return NOTHING;
      const counts = { unheld: held, charged: 0, logged: isLogged ? 1 : 0 };
      const { log_count: last } = await countInWorkspace(trx, workspaceId, counts);
      const spending = readSpending(target.spending);
      if (spending) await unspend(trx, spending, held);
      return { credits: 0, ...(isLogged && { logNumber: last }) };
    },
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
