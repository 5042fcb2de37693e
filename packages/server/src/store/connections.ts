import type { PlatformId } from '@social/types';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { prepare } from './prepared.ts';
import type { ConnectionTable, Queryable } from './schema.ts';

export type ConnectionRow = Selectable<ConnectionTable>;

export const listConnections = prepare<[profileId: string], ConnectionRow>((db) =>
  db.selectFrom('connection').selectAll().where('profile_id', '=', ''),
);

export function findConnection(
  db: Queryable,
  profileId: string,
  platform: PlatformId,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connection')
    .selectAll()
    .where('profile_id', '=', profileId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

const connectionsById = prepare<[id: string], ConnectionRow>((db) =>
  db.selectFrom('connection').selectAll().where('id', '=', ''),
);

export async function findConnectionById(db: Queryable, id: string): Promise<ConnectionRow | undefined> {
  return (await connectionsById(db, id))[0];
}

/** Stores the connection of a profile to a platform, in place of an earlier one. */
export async function saveConnection(db: Queryable, row: Insertable<ConnectionTable>): Promise<void> {
  await db
    .deleteFrom('connection')
    .where('profile_id', '=', row.profile_id)
    .where('platform', '=', row.platform)
    .execute();
  await db.insertInto('connection').values(row).execute();
}

export async function deleteConnection(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('connection').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether anybody on this server still uses the same account of the same network. */
export async function isAccountInUse(
  db: Queryable,
  account: Pick<ConnectionRow, 'platform' | 'account_id' | 'network_origin'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('connection')
    .select('id')
    .where('platform', '=', account.platform)
    .where('account_id', '=', account.account_id)
    .where('network_origin', '=', account.network_origin)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a connection if its tokens are still the ones that were read. False: somebody replaced them meanwhile. */
export async function updateConnection(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'token_version'>,
  change: Updateable<ConnectionTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set(change)
    .where('id', '=', read.id)
    .where('token_version', '=', read.token_version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Working connections that end before an instant, and those whose user was warned of an end. */
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

/** Remembers a warning, once. False: another process gave it, or the tokens are others by now. */
export async function markWarned(db: Queryable, read: ConnectionRow, days: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set({ expiry_warned_days: days })
    .where('id', '=', read.id)
    .where('token_version', '=', read.token_version)
    .where('expiry_warned_days', 'is not distinct from', read.expiry_warned_days)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a connection that only its user can renew, once. False: it was marked before, or renewed since it was read. */
export async function turnToReconnect(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'token_version'>,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set({ state: 'needs_reconnect', updated_at: at })
    .where('id', '=', read.id)
    .where('token_version', '=', read.token_version)
    .where('state', '=', 'connected')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Addresses of the networks that connections of this database were made at. */
export async function listNetworkOrigins(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('connection').select('network_origin').distinct().execute();
  return rows.map((row) => row.network_origin);
}
