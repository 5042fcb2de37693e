import { AppError } from '../../errors.ts';
import { type LimitedKey, listLimitedKeys, spendOnKeys, unspendOnKeys } from '../../store/accounts/api-keys.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import type { Queryable } from '../../store/schema.ts';

/** API keys whose monthly limits count some credits, and the workspace's period in which they do. */
export interface Spending {
  readonly keys: readonly string[];
  /** Begin of the period, ISO 8601. */
  readonly period: string;
}

/** Reads which limits count what a caller, or the maker of a post, spends now. @returns null for none */
export async function spendingOf(
  trx: Queryable,
  workspaceId: string,
  limitedBy: readonly string[],
): Promise<Spending | null> {
  if (limitedBy.length === 0) return null;
  const workspace = await findWorkspace(trx, workspaceId);
  return workspace ? { keys: limitedBy, period: workspace.period_start } : null;
}

export function readSpending(text: string | null): Spending | null {
  return text === null ? null : (JSON.parse(text) as Spending);
}

/** Returns what the key may still spend in a period. */
function leftOf({ creditLimit, spent, spent_period }: LimitedKey, period: string): number {
  return creditLimit - (spent_period === period ? spent : 0);
}

/** Returns what the limits of keys leave to spend now; Infinity without a limit. */
export async function leftToSpend(db: Queryable, workspaceId: string, limitedBy: readonly string[]): Promise<number> {
  const spending = await spendingOf(db, workspaceId, limitedBy);
  if (spending === null) return Number.POSITIVE_INFINITY;
  const keys = await listLimitedKeys(db, spending.keys);
  return Math.max(0, Math.min(...keys.map((key) => leftOf(key, spending.period))));
}

/**
 * Counts credits towards the limits of keys, also above them: for what is done already. The limit of a revoked key still
 * counts. Must run in the transaction that holds the credits.
 */
export async function countSpent(trx: Queryable, { keys, period }: Spending, credits: number): Promise<void> {
  await spendOnKeys(trx, keys, { credits, period });
}

/** Counts credits as `countSpent` does. @throws AppError credit_limit_reached */
export async function spend(trx: Queryable, spending: Spending, credits: number): Promise<void> {
  await countSpent(trx, spending, credits);
  const limited = await listLimitedKeys(trx, spending.keys);
  const over = limited.find((key) => leftOf(key, spending.period) < 0);
  if (!over) return;
  const left = Math.max(leftOf(over, spending.period) + credits, 0);
  const message = `This needs ${credits} credits and the API key ${over.preview} may spend ${left} more this month; nothing was sent. Wait for the next month, or use a key with a higher limit`;
  throw new AppError('credit_limit_reached', message, {
    details: { needed: credits, available: left, creditLimit: over.creditLimit },
  });
}

/** Takes credits that were not charged off the limits again. Locks keys, so that the workspace has to be locked before. */
export async function unspend(trx: Queryable, { keys, period }: Spending, credits: number): Promise<void> {
  await unspendOnKeys(trx, keys, { credits, period });
}
