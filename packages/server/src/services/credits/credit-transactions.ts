import { type LedgerRow, listLedger } from '../../store/ledger.ts';
import type { Queryable } from '../../store/schema.ts';

/** A charge or grant as a user sees it: one entry per operation, whatever its number of platforms. */
export interface CreditTransaction {
  readonly amount: number;
  readonly action: string;
  readonly metadata: Record<string, unknown>;
  readonly createdAt: string;
}

const LISTED = 20;

/** Lists the newest charges and grants. A late charge of a retry may be listed without the older charges of its post. */
export async function listTransactions(
  db: Queryable,
  workspaceId: string,
  profileIds: readonly string[] | null,
): Promise<CreditTransaction[]> {
  // Most posts have a charge per platform; a thread has one per part.
  for (let limit = LISTED * 7; ; limit *= 2) {
    const rows = await listLedger(db, workspaceId, limit, profileIds);
    const transactions = toTransactions(rows);
    if (rows.length < limit || transactions.length > LISTED) return transactions.slice(0, LISTED);
  }
}

/** Merges the charges of each operation into one transaction, with the cost per platform. */
function toTransactions(rows: readonly LedgerRow[]): CreditTransaction[] {
  return [...Map.groupBy(rows, (row) => row.operation_id).values()].map((group) => {
    const oldest = group.at(-1);
    const parts = group.map((row) => ({
      amount: row.amount,
      metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    }));
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    const priced = parts.filter((part) => typeof part.metadata['platform'] === 'string');
    const breakdown = costPerPlatform(priced.toReversed());
    const whole = { ...ofWhole(priced[0]?.metadata ?? {}), platforms: Object.keys(breakdown), breakdown };
    const metadata = priced.length > 0 ? whole : (parts[0]?.metadata ?? {});
    return { amount, action: oldest?.action ?? '', metadata, createdAt: group[0]?.created_at ?? '' };
  });
}

function costPerPlatform(charges: readonly { amount: number; metadata: Record<string, unknown> }[]) {
  const costs: Record<string, number> = {};
  for (const { amount, metadata } of charges) {
    const platform = String(metadata['platform']);
    costs[platform] = (costs[platform] ?? 0) - amount;
  }
  return costs;
}

function ofWhole({ platform: _, part: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
