import { sql } from 'kysely';
import type { ConnectionRow } from './connections.ts';
import type { OauthFlowRow } from './oauth-flows.ts';
import type { Queryable } from './schema.ts';

/** Connections after the one named, by id. */
export function listConnectionsAfter(db: Queryable, id: string, limit: number): Promise<ConnectionRow[]> {
  return db.selectFrom('connection').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

export function listFlows(db: Queryable): Promise<OauthFlowRow[]> {
  return db.selectFrom('oauth_flow').selectAll().execute();
}

/** Replaces the tokens of a connection, unless somebody has replaced them since they were read. */
export async function resealConnection(
  db: Queryable,
  read: Pick<ConnectionRow, 'id' | 'access_token' | 'refresh_token'>,
  sealed: Pick<ConnectionRow, 'access_token' | 'refresh_token'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection')
    .set(sealed)
    .where('id', '=', read.id)
    .where('access_token', '=', read.access_token)
    .where('refresh_token', 'is not distinct from', read.refresh_token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the secrets of a flow, unless it has gone on since they were read. */
export async function resealFlow(
  db: Queryable,
  read: Pick<OauthFlowRow, 'id' | 'code_verifier' | 'tokens'>,
  sealed: Pick<OauthFlowRow, 'code_verifier' | 'tokens'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_flow')
    .set(sealed)
    .where('id', '=', read.id)
    .where('code_verifier', '=', read.code_verifier)
    .where('tokens', 'is not distinct from', read.tokens)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Connections with a token that none of the keys has sealed. @param prefixes what their values begin with, of one length */
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
