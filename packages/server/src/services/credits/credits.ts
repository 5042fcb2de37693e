import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { HAS_FAULTS, isWithoutSafety } from '../../fault-points.ts';
import { newId } from '../../ids.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import {
  addToBalance,
  endHold,
  holdCredits,
  insertHold,
  insertLedgerEntry,
  isCharged,
  renameHold,
  startPeriod,
  unhold,
} from '../../store/ledger.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { findWorkspace, setPlan, type WorkspaceRow } from '../../store/workspaces.ts';
import { periodAt } from './credit-period.ts';
import { type CreditTransaction, listTransactions } from './credit-transactions.ts';
import type { PlanCatalogue } from './plans.ts';

/** What a charge is for. Charges of one operation are shown as one transaction. */
export interface Charge {
  readonly action: string;
  readonly operationId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type Credits = ReturnType<typeof createCredits>;

/**
 * Credits of a workspace: an append-only ledger whose sum is the balance, and holds for what is under way.
 * `reserve`, `settle` and `release` belong in the transaction of what they pay for.
 */
export function createCredits({
  db,
  dialect,
  clock,
  plans,
}: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  plans: PlanCatalogue;
}) {
  /** Adds credits, or takes them when the amount is negative. Belongs in a transaction. */
  async function grant(trx: Queryable, workspaceId: string, amount: number, action: string, metadata = {}) {
    const operation = newId();
    await addToBalance(trx, workspaceId, amount);
    await insertLedgerEntry(trx, {
      id: operation,
      workspace_id: workspaceId,
      amount,
      action,
      operation_id: operation,
      metadata: JSON.stringify(metadata),
      created_at: isoNow(clock),
    });
  }

  /** Brings a workspace whose period has ended into the one that holds now: the rest lapses, the allowance is granted. */
  async function renew(workspaceId: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const workspace = await findWorkspace(trx, workspaceId);
      if (!workspace || Date.parse(workspace.period_end) > clock.now()) return;
      const period = periodAt(Date.parse(workspace.anchor_at), clock.now());
      const first = await startPeriod(trx, workspaceId, {
        previousEnd: workspace.period_end,
        start: new Date(period.start).toISOString(),
        end: new Date(period.end).toISOString(),
      });
      if (!first) return;
      // Its row is ours only now: an upgrade that came in between has changed the plan with the balance.
      const { balance, held, plan } = (await findWorkspace(trx, workspaceId)) ?? workspace;
      // What is held belongs to posts under way: it lapses only in so far as it is not needed for them.
      const lapsing = balance - held;
      if (lapsing > 0) await grant(trx, workspaceId, -lapsing, 'credits.lapsed');
      const { monthlyCredits } = plans.get(plan);
      if (monthlyCredits > 0) await grant(trx, workspaceId, monthlyCredits, 'credits.granted', { plan });
    });
  }

  /** Holds credits for an operation. @throws AppError insufficient_credits; nothing changed then. */
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

  /** Charges a hold. Returns the credits charged: 0 when it was settled or released before. */
  async function settle(trx: Queryable, holdId: string, charge: Charge): Promise<number> {
    const hold = await endHold(trx, holdId, 'settled', isoNow(clock));
    if (!hold) return 0;
    await unhold(trx, hold.workspace_id, hold.amount, true);
    await insertLedgerEntry(trx, {
      id: newId(),
      workspace_id: hold.workspace_id,
      amount: -hold.amount,
      action: charge.action,
      operation_id: charge.operationId,
      metadata: JSON.stringify(charge.metadata),
      created_at: isoNow(clock),
    });
    return hold.amount;
  }

  /** Renews the credits if the period that the caller read has ended. */
  async function renewIfDue(workspaceId: string, periodEnd: string): Promise<void> {
    if (Date.parse(periodEnd) <= clock.now()) await renew(workspaceId);
  }

  return {
    grant,
    reserve,
    settle,
    renewIfDue,

    /**
     * Charges an operation whose hold may have been released meanwhile. Returns the credits charged: 0 when it was charged
     * before. @throws AppError insufficient_credits
     */
    async chargeLate(
      trx: Queryable,
      hold: { id: string; workspaceId: string; amount: number },
      charge: Charge,
    ): Promise<number> {
      if (HAS_FAULTS && isWithoutSafety()) {
        await grant(trx, hold.workspaceId, -hold.amount, charge.action, charge.metadata);
        return hold.amount;
      }
      const charged = await settle(trx, hold.id, charge);
      if (charged > 0 || hold.amount === 0) return charged;
      const late = `${hold.id}.late`;
      if (await isCharged(trx, [hold.id, late])) return 0;
      await reserve(trx, hold.workspaceId, [{ id: late, amount: hold.amount }]);
      return settle(trx, late, charge);
    },

    /** Gives a hold back. Nothing happens when it was settled or released before. */
    async release(trx: Queryable, holdId: string): Promise<void> {
      const hold = await endHold(trx, holdId, 'released', isoNow(clock));
      if (hold) await unhold(trx, hold.workspace_id, hold.amount, false);
    },

    /** Keeps what is held for the next attempt of the same operation. */
    renameHold: (trx: Queryable, holdId: string, nextId: string): Promise<void> => renameHold(trx, holdId, nextId),

    /** An upgrade grants the difference of the allowances at once; a downgrade keeps the balance until the reset. */
    async changePlan(workspaceId: string, plan: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockWorkspace(dialect, trx, workspaceId);
        const workspace = await findWorkspace(trx, workspaceId);
        if (!workspace || workspace.plan === plan) return;
        const difference = plans.get(plan).monthlyCredits - plans.get(workspace.plan).monthlyCredits;
        await setPlan(trx, workspaceId, plan);
        if (difference > 0)
          await grant(trx, workspaceId, difference, 'plan.upgraded', { from: workspace.plan, to: plan });
      });
    },

    /** Balance and the newest transactions, after a renewal that is due. */
    async usage(workspaceId: string): Promise<{ workspace: WorkspaceRow; transactions: CreditTransaction[] }> {
      const before = await findWorkspace(db, workspaceId);
      if (before) await renewIfDue(workspaceId, before.period_end);
      const workspace = await findWorkspace(db, workspaceId);
      if (!workspace) throw new AppError('not_found', 'The workspace does not exist any more');
      return { workspace, transactions: await listTransactions(db, workspaceId) };
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
