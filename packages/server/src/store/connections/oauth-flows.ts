import type { Insertable, Selectable, Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { OauthFlowTable, Queryable } from '../schema.ts';

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

/** Finds the latest flow of an attempt: one for the profile, or one that a member of the workspace began without a profile. */
export async function findFlowByAttempt(
  db: Queryable,
  attemptHash: string,
  profile: { readonly id: string; readonly workspace_id: string },
): Promise<OauthFlowRow | undefined> {
  const founder = db.selectFrom('workspace').select('owner_user_id').where('id', '=', profile.workspace_id);
  const members = db.selectFrom('member').select('user_id').where('workspace_id', '=', profile.workspace_id);
  const query = db.selectFrom('oauth_flow').selectAll().where('attempt_hash', '=', attemptHash);
  const own = query.where((flow) =>
    flow.or([
      flow('profile_id', '=', profile.id),
      flow.and([
        flow('profile_id', 'is', null),
        flow.or([flow('started_by', '=', founder), flow('started_by', 'in', members)]),
      ]),
    ]),
  );
  return own.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}

/** Moves a flow from one stage to the next, once. @returns false when the flow is no longer in that stage */
export function advanceFlow(
  db: Queryable,
  id: string,
  from: OauthFlowRow['stage'],
  change: Updateable<OauthFlowTable>,
): Promise<boolean> {
  return changesRows(db.updateTable('oauth_flow').set(change).where('id', '=', id).where('stage', '=', from));
}

/** Gives a flow without a user to this user. @returns id of the user who has the flow now */
export async function claimFlow(db: Queryable, { id }: OauthFlowRow, userId: string): Promise<string | null> {
  const unclaimed = db.updateTable('oauth_flow').set({ started_by: userId }).where('id', '=', id);
  await unclaimed.where('started_by', 'is', null).execute();
  return (await findFlow(db, id))?.started_by ?? null;
}

export function listFlows(db: Queryable): Promise<OauthFlowRow[]> {
  return db.selectFrom('oauth_flow').selectAll().execute();
}

/** Replaces sealed secrets with the same secrets under another key. @returns false when they have changed since they were read */
export function resealFlow(
  db: Queryable,
  read: Pick<OauthFlowRow, 'id' | 'code_verifier' | 'tokens'>,
  sealed: Pick<OauthFlowRow, 'code_verifier' | 'tokens'>,
): Promise<boolean> {
  const query = db.updateTable('oauth_flow').set(sealed).where('id', '=', read.id);
  const unchanged = query.where('code_verifier', '=', read.code_verifier);
  return changesRows(unchanged.where('tokens', 'is not distinct from', read.tokens));
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
