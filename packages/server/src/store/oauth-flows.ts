import type { Insertable, Selectable, Updateable } from 'kysely';
import type { OauthFlowTable, Queryable } from './schema.ts';

export type OauthFlowRow = Selectable<OauthFlowTable>;

export async function insertFlow(db: Queryable, row: Insertable<OauthFlowTable>): Promise<void> {
  await db.insertInto('oauth_flow').values(row).execute();
}

export function findFlow(db: Queryable, id: string): Promise<OauthFlowRow | undefined> {
  return db.selectFrom('oauth_flow').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findFlowByConnectHash(db: Queryable, connectHash: string): Promise<OauthFlowRow | undefined> {
  return db.selectFrom('oauth_flow').selectAll().where('connect_hash', '=', connectHash).executeTakeFirst();
}

/** The latest flow of a profile that was begun with an attempt's text. */
export function findFlowByAttempt(
  db: Queryable,
  attemptHash: string,
  profileId: string,
): Promise<OauthFlowRow | undefined> {
  const query = db.selectFrom('oauth_flow').selectAll().where('attempt_hash', '=', attemptHash);
  return query.where('profile_id', '=', profileId).orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** Moves a flow from one stage to the next, once. False: it was not in that stage any more. */
export async function advanceFlow(
  db: Queryable,
  id: string,
  from: OauthFlowRow['stage'],
  change: Updateable<OauthFlowTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_flow')
    .set(change)
    .where('id', '=', id)
    .where('stage', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a flow that nobody has yet the user's. Returns whose it is then. */
export async function claimFlow(db: Queryable, { id }: OauthFlowRow, userId: string): Promise<string | null> {
  const unclaimed = db.updateTable('oauth_flow').set({ started_by: userId }).where('id', '=', id);
  await unclaimed.where('started_by', 'is', null).execute();
  return (await findFlow(db, id))?.started_by ?? null;
}

export async function deleteFlowsOfUser(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('oauth_flow').where('started_by', '=', userId).execute();
}

export async function deleteFlow(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('oauth_flow').where('id', '=', id).execute();
}

export async function deleteExpiredFlows(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('oauth_flow').where('expires_at', '<', now).execute();
}
