import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { columns, prepare } from '../database/prepared.ts';
import { changesRows } from '../database/statements.ts';
import type { ConnectionTable, Queryable } from '../schema.ts';
import { noteAccount } from './connected-accounts.ts';

export type ConnectionRow = Selectable<ConnectionTable>;

const COLUMNS = columns(
  'id workspace_id profile_id platform network network_origin account_id account_urn account_type username display_name',
  'picture access_token refresh_token access_expires_at refresh_expires_at missing_scopes scopes state token_version',
  'expiry_warned_days limits limits_read_at picture_version picture_due_at name is_default is_network_default connected_at updated_at',
);

export const listConnections = prepare<[profileId: string], ConnectionRow>((db) =>
  db.selectFrom('connection').select(COLUMNS).where('profile_id', '=', ''),
);

const connectionsById = prepare<[id: string], ConnectionRow>((db) =>
  db.selectFrom('connection').select(COLUMNS).where('id', '=', ''),
);

export async function findConnectionById(db: Queryable, id: string): Promise<ConnectionRow | undefined> {
  return (await connectionsById(db, id))[0];
}

/** Lists the connections of every workspace that use one of the accounts at an address of a network, or any account there. */
export async function listConnectionsAt(
  db: Queryable,
  {
    platform,
    network_origin,
    accountIds,
  }: Pick<ConnectionRow, 'platform' | 'network_origin'> & { readonly accountIds?: readonly string[] },
): Promise<ConnectionRow[]> {
  if (accountIds?.length === 0) return [];
  const query = db.selectFrom('connection').select(COLUMNS).where('platform', '=', platform);
  const here = query.where('network_origin', '=', network_origin);
  return (accountIds ? here.where('account_id', 'in', accountIds) : here).execute();
}

/** Stores the connection of an account. @param replaced connections that it replaces */
export async function saveConnection(
  db: Queryable,
  row: Insertable<ConnectionTable>,
  replaced: readonly Pick<ConnectionRow, 'id'>[],
): Promise<void> {
  for (const { id } of replaced) await deleteConnection(db, id);
  await db.insertInto('connection').values(row).execute();
  await noteAccount(db, row);
}

/** Gives the connection of an account another short name. */
export async function renameConnection(db: Queryable, { id }: Pick<ConnectionRow, 'id'>, name: string): Promise<void> {
  await db.updateTable('connection').set({ name }).where('id', '=', id).execute();
}

/** Makes an account the default of its platform and its network, in place of another one. */
export async function makeDefault(
  db: Queryable,
  { id, profile_id, platform, network }: Pick<ConnectionRow, 'id' | 'profile_id' | 'platform' | 'network'>,
): Promise<void> {
  const others = db.updateTable('connection').where('profile_id', '=', profile_id).where('platform', '=', platform);
  await others.set({ is_default: 0 }).execute();
  await db.updateTable('connection').set({ is_default: 1 }).where('id', '=', id).execute();
  await makeNetworkDefault(db, { id, profile_id, network });
}

/** Makes an account the default of its network, in place of another one. */
export async function makeNetworkDefault(
  db: Queryable,
  { id, profile_id, network }: Pick<ConnectionRow, 'id' | 'profile_id' | 'network'>,
): Promise<void> {
  const others = db.updateTable('connection').where('profile_id', '=', profile_id).where('network', '=', network);
  await others.set({ is_network_default: 0 }).execute();
  await db.updateTable('connection').set({ is_network_default: 1 }).where('id', '=', id).execute();
}

export function deleteConnection(db: Queryable, id: string): Promise<boolean> {
  return changesRows(db.deleteFrom('connection').where('id', '=', id));
}

/** An update of a connection that applies only while its tokens are the ones that were read. */
function updateUnrenewed(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'token_version'>,
  change: Updateable<ConnectionTable>,
) {
  const query = db.updateTable('connection').set(change).where('id', '=', read.id);
  return query.where('token_version', '=', read.token_version);
}

/** Changes a connection. @returns false when its tokens were replaced since it was read */
export function updateConnection(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'token_version'>,
  change: Updateable<ConnectionTable>,
): Promise<boolean> {
  return changesRows(updateUnrenewed(db, read, change));
}

/** Lists working connections that end before an instant, and those whose user was warned of an end. */
export function listEnding(db: Queryable, before: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('state', '=', 'connected')
    .where((eb) =>
      eb.or([
        eb('expiry_warned_days', 'is not', null),
        eb.and([eb('refresh_token', 'is', null), eb('access_expires_at', '<=', before)]),
        eb.and([eb('refresh_token', 'is not', null), eb('refresh_expires_at', '<=', before)]),
      ]),
    )
    .execute();
}

/** Records a warning, once. @returns false when another process recorded it, or the tokens were replaced */
export function markWarned(db: Queryable, read: ConnectionRow, days: number | null): Promise<boolean> {
  const query = updateUnrenewed(db, read, { expiry_warned_days: days });
  return changesRows(query.where('expiry_warned_days', 'is not distinct from', read.expiry_warned_days));
}

/** Sets the state `needs_reconnect`, once. @returns false when it was set before, or the tokens were replaced */
export function setNeedsReconnect(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'token_version'>,
  at: string,
): Promise<boolean> {
  const query = updateUnrenewed(db, read, { state: 'needs_reconnect', updated_at: at });
  return changesRows(query.where('state', '=', 'connected'));
}

/** Lists the connections of all profiles of a workspace. */
export function listConnectionsOf(db: Queryable, workspaceId: string): Promise<ConnectionRow[]> {
  return db.selectFrom('connection').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();
}

/** Lists the connections after an id, in the order of ids. */
export function listConnectionsAfter(db: Queryable, id: string, limit: number): Promise<ConnectionRow[]> {
  return db.selectFrom('connection').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** Replaces sealed tokens with the same tokens under another key. @returns false when they have changed since they were read */
export function resealConnection(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'access_token' | 'refresh_token'>,
  sealed: Pick<ConnectionRow, 'access_token' | 'refresh_token'>,
): Promise<boolean> {
  const query = db.updateTable('connection').set(sealed).where('id', '=', read.id);
  const unchanged = query.where('access_token', '=', read.access_token);
  return changesRows(unchanged.where('refresh_token', 'is not distinct from', read.refresh_token));
}

/**
 * Counts connections with a token that was sealed with another key than the given ones.
 * @param prefixes texts, all of one length, that values sealed with these keys begin with
 */
export async function countForeignSeals(db: Queryable, prefixes: readonly string[]): Promise<number> {
  const length = prefixes[0]?.length ?? 0;
  const isForeign = (column: 'access_token' | 'refresh_token') =>
    sql<boolean>`${sql.ref(column)} like 'v1.%' and substr(${sql.ref(column)}, 1, ${sql.lit(length)}) not in (${sql.join(prefixes)})`;
  const { count } = await db
    .selectFrom('connection')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([isForeign('access_token'), isForeign('refresh_token')]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists working connections whose server's limits were read before an instant. */
export function listWithOldLimits(db: Queryable, before: string, limit: number): Promise<ConnectionRow[]> {
  const query = db.selectFrom('connection').selectAll().where('state', '=', 'connected');
  return query.where('limits_read_at', '<', before).orderBy('limits_read_at').limit(limit).execute();
}

/** Stores the limits of a connection's server, or only that they were asked for. */
export async function storeLimits(
  db: Queryable,
  { id }: Pick<ConnectionRow, 'id'>,
  { at, limits }: { at: string; limits?: string },
): Promise<void> {
  const change = { limits_read_at: at, ...(limits !== undefined && { limits }) };
  await db.updateTable('connection').set(change).where('id', '=', id).execute();
}

/** Lists the network addresses of all connections. */
export async function listNetworkOrigins(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('connection').select('network_origin').distinct().execute();
  return rows.map((row) => row.network_origin);
}
