import type { Queryable } from '../schema.ts';
import type { ConnectedAccountTable } from './connection-tables.ts';

/** Stores which account a connection is of. */
export async function noteAccount(
  db: Queryable,
  {
    id: connection_id,
    workspace_id,
    network_origin,
    account_id,
  }: Omit<ConnectedAccountTable, 'connection_id'> & { readonly id: string },
): Promise<void> {
  await db
    .insertInto('connected_account')
    .values({ connection_id, workspace_id, network_origin, account_id })
    .execute();
}

/** Lists the accounts of connections, also of those that are gone. */
export function listAccounts(db: Queryable, connectionIds: readonly string[]): Promise<ConnectedAccountTable[]> {
  if (connectionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('connected_account')
    .selectAll()
    .where('connection_id', 'in', [...connectionIds])
    .execute();
}
