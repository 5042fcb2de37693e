import { AppError } from '../../errors.ts';
import { findKeysOverLimit, spendOnKeys, unspendOnKeys } from '../../store/api-keys.ts';
import type { Queryable } from '../../store/schema.ts';
import { findWorkspace } from '../../store/workspaces.ts';

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

/**
 * Counts credits towards the limits of keys. The limit of a revoked key still counts. Must run in the transaction that holds the credits.
 * @throws AppError credit_limit_reached
 */
export async function spend(trx: Queryable, { keys, period }: Spending, credits: number): Promise<void> {
  await spendOnKeys(trx, keys, { credits, period });
  const [over] = await findKeysOverLimit(trx, keys);
  if (!over) return;
  const left = Math.max((over.credit_limit ?? 0) - (over.spent - credits), 0);
  const message = `This needs ${credits} credits and the API key ${over.preview} may spend ${left} more this month; nothing was sent. Wait for the next month, or use a key with a higher limit`;
  throw new AppError('credit_limit_reached', message, {
    details: { needed: credits, available: left, creditLimit: over.credit_limit },
  });
}

/** Takes credits that were not charged off the limits again. */
export async function unspend(trx: Queryable, { keys, period }: Spending, credits: number): Promise<void> {
  await unspendOnKeys(trx, keys, { credits, period });
}
