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

/** Lists the ids of an account's connections that are gone, the earliest first. */
export async function listGoneConnections(
  db: Queryable,
  { workspace_id, account_id }: Pick<ConnectedAccountTable, 'workspace_id' | 'account_id'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('connected_account')
    .leftJoin('connection', 'connection.id', 'connected_account.connection_id')
    .select('connected_account.connection_id as id')
    .where('connected_account.workspace_id', '=', workspace_id)
    .where('connected_account.account_id', '=', account_id)
    .where('connection.id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists those of the connections that targets of posts name. */
export async function listNamedConnections(
  db: Queryable,
  postIds: readonly string[],
  connectionIds: readonly string[],
): Promise<(string | null)[]> {
  const targets = db.selectFrom('post_target').select('connection_id').distinct();
  const ofPosts = targets.where('post_id', 'in', [...postIds]);
  const rows = await ofPosts.where('connection_id', 'in', [...connectionIds]).execute();
  return rows.map(({ connection_id }) => connection_id);
}

/** Deletes the accounts of connections. */
export async function deleteAccounts(db: Queryable, connectionIds: readonly string[]): Promise<void> {
  if (connectionIds.length === 0) return;
  await db
    .deleteFrom('connected_account')
    .where('connection_id', 'in', [...connectionIds])
    .execute();
}
