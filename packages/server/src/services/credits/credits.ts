import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findWorkspace, setPlan, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import { addToBalance, startPeriod } from '../../store/ledger.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { periodAt } from './credit-period.ts';
import { type CreditTransaction, listTransactions } from './credit-transactions.ts';
import type { PlanCatalogue } from './plans.ts';
import { createReservations } from './reservations.ts';

export type Credits = ReturnType<typeof createCredits>;

/**
 * Makes the service for the credits of workspaces: an append-only ledger whose sum is the balance, and reservations for operations
 * under way.
 */
export function createCredits({ db, clock, plans }: { db: Database; clock: Clock; plans: PlanCatalogue }) {
  const reservations = createReservations({ clock, plans });
  const { record } = reservations;

  /** Adds credits, or subtracts them when the amount is negative. Must run in a transaction. */
  async function grant(trx: Queryable, workspaceId: string, amount: number, action: string, metadata = {}) {
    const id = newId();
    await addToBalance(trx, workspaceId, amount);
    await record(trx, workspaceId, amount, { action, operationId: id, metadata }, id);
  }

  /** Moves a workspace whose period has ended into the current period: unused credits lapse, the allowance is granted. */
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
      // Reads the row again, which is locked only now: an upgrade may have changed plan and balance in between.
      const { balance, held, plan } = (await findWorkspace(trx, workspaceId)) ?? workspace;
      // Held credits belong to posts under way and do not lapse.
      const lapsing = balance - held;
      if (lapsing > 0) await grant(trx, workspaceId, -lapsing, 'credits.lapsed');
      const { monthlyCredits } = plans.get(plan);
      if (monthlyCredits > 0) await grant(trx, workspaceId, monthlyCredits, 'credits.granted', { plan });
    });
  }

  /** Renews the credits if the period has ended. @param periodEnd end of the period that the caller has read, ISO 8601 */
  async function renewIfDue(workspaceId: string, periodEnd: string): Promise<void> {
    if (Date.parse(periodEnd) <= clock.now()) await renew(workspaceId);
  }

  return {
    ...reservations,
    grant,
    renewIfDue,

    /** Changes the plan. An upgrade grants the difference of the allowances; a downgrade keeps the balance until the reset. */
    async changePlan(workspaceId: string, plan: string): Promise<void> {
      await inLockedWorkspace(db, workspaceId, async (trx) => {
        const workspace = await findWorkspace(trx, workspaceId);
        if (!workspace || workspace.plan === plan) return;
        const difference = plans.get(plan).monthlyCredits - plans.get(workspace.plan).monthlyCredits;
        await setPlan(trx, workspaceId, plan);
        if (difference > 0)
          await grant(trx, workspaceId, difference, 'plan.upgraded', { from: workspace.plan, to: plan });
      });
    },

    /** Renews the credits if due, then reads balance and newest transactions, of all profiles or only of these. @throws AppError not_found */
    async usage(
      workspaceId: string,
      profileIds: readonly string[] | null = null,
    ): Promise<{ workspace: WorkspaceRow; transactions: CreditTransaction[] }> {
      const before = await findWorkspace(db, workspaceId);
      if (before) await renewIfDue(workspaceId, before.period_end);
      const workspace = await findWorkspace(db, workspaceId);
      if (!workspace) throw new AppError('not_found', 'The workspace was deleted');
      return { workspace, transactions: await listTransactions(db, workspaceId, profileIds) };
    },
  };
}
