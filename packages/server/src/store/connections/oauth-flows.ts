import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool, Updateable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { OauthFlowTable, Queryable, Tables } from '../schema.ts';

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

/** Ends flows at once. Those that have tokens of a network, or are about to get some, stay until these are revoked. */
export async function endFlows(
  db: Queryable,
  isMeant: (flow: ExpressionBuilder<Tables, 'oauth_flow'>) => Expression<SqlBool>,
): Promise<void> {
  const unused = db.deleteFrom('oauth_flow').where(isMeant).where('tokens', 'is', null);
  await unused.where('stage', '!=', 'exchanging').execute();
  const past = db.updateTable('oauth_flow').set(({ case: when, ref }) => ({
    stage: when()
      .when('tokens', 'is', null)
      .then(ref('stage'))
      .else('ended' as const)
      .end(),
    expires_at: ref('created_at'),
  }));
  await past.where(isMeant).execute();
}

export async function deleteFlow(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('oauth_flow').where('id', '=', id).execute();
}

/** Deletes the expired flows without tokens, and whatever began before an instant. */
export async function deleteExpiredFlows(db: Queryable, now: string, before: string): Promise<void> {
  const unused = db.deleteFrom('oauth_flow').where('expires_at', '<', now).where('tokens', 'is', null);
  await unused.where('stage', '!=', 'exchanging').execute();
  await db.deleteFrom('oauth_flow').where('expires_at', '<', now).where('created_at', '<', before).execute();
}

/** Deletes every flow, without a word to the networks. */
export async function deleteAllFlows(db: Queryable): Promise<void> {
  await db.deleteFrom('oauth_flow').execute();
}

/** Lists the expired flows whose tokens nobody has taken, those first that have waited longest. */
export function listAbandonedFlows(db: Queryable, now: string, limit: number): Promise<OauthFlowRow[]> {
  const query = db.selectFrom('oauth_flow').selectAll().where('expires_at', '<', now).where('tokens', 'is not', null);
  return query.orderBy('expires_at').limit(limit).execute();
}

/** Takes an abandoned flow: nobody can finish it now. @param until when another process may take it @returns false when one has */
export function takeAbandonedFlow(db: Queryable, flow: OauthFlowRow, until: string): Promise<boolean> {
  const taken = { stage: 'ended', attempt_hash: null, expires_at: until } as const;
  const query = db.updateTable('oauth_flow').set(taken).where('id', '=', flow.id).where('stage', '=', flow.stage);
  return changesRows(query.where('expires_at', '=', flow.expires_at));
}

/** Lists the unexpired flows at a server that have got tokens, or are about to. */
export function listLiveFlows(
  db: Queryable,
  { network, network_origin: origin }: OauthFlowRow,
  now: string,
): Promise<OauthFlowRow[]> {
  const query = db.selectFrom('oauth_flow').selectAll().where('expires_at', '>=', now);
  const here = query.where('network', '=', network).where('network_origin', '=', origin);
  return here.where('stage', 'in', ['exchanging', 'authorized']).execute();
}
