import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import { columns, prepare } from './database/prepared.ts';
import { changesRows } from './database/statements.ts';
import type { IdempotencyKeyTable, PostTable, Queryable, Tables } from './schema.ts';
import { countStored } from './stored-bytes.ts';

export type IdempotencyRow = Selectable<IdempotencyKeyTable>;

/** Columns of a new key; the others are empty. */
type NewKey = Pick<
  Insertable<IdempotencyKeyTable>,
  'workspace_id' | 'key' | 'fingerprint' | 'owner' | 'caller' | 'locked_until' | 'post_id' | 'created_at'
>;

const insertedKeys = prepare<(string | null)[], { key: string }>((db) => {
  const row: NewKey = {
    ...{
      workspace_id: '',
      key: '',
      fingerprint: '',
      owner: '',
      caller: '',
      locked_until: '',
      post_id: '',
      created_at: '',
    },
  };
  const insert = db.insertInto('idempotency_key').values(row);
  return insert.onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doNothing()).returning('key');
});

/** Stores a key. @returns false when the workspace already has it */
export async function insertIdempotencyKey(db: Queryable, row: NewKey): Promise<boolean> {
  const { workspace_id, key, fingerprint, owner, caller = null, locked_until, post_id = null, created_at } = row;
  const values = [workspace_id, key, fingerprint, owner, caller, locked_until, post_id, created_at];
  const inserted = await insertedKeys(db, ...values);
  return inserted.length > 0;
}

const COLUMNS = columns(
  'workspace_id key fingerprint owner caller locked_until post_id draft_id status body created_at expires_at',
);

const keysByName = prepare<[workspaceId: string, key: string], IdempotencyRow>((db) =>
  db.selectFrom('idempotency_key').select(COLUMNS).where('workspace_id', '=', '').where('key', '=', ''),
);

export async function findIdempotencyKey(
  db: Queryable,
  workspaceId: string,
  key: string,
): Promise<IdempotencyRow | undefined> {
  const [row] = await keysByName(db, workspaceId, key);
  return row && { ...row, body: row.body && unpacked(row.body) };
}

/** Bytes from which an answer is compressed. The answer of a usual publish has fewer. */
const PACKED_FROM = 4_000;
/** What the row of a key has beside its answer. */
const ROW_BYTES = 500;
/** Begins a compressed answer; any other one is JSON. */
const PACKED = 'deflate:';

function packed(body: string): string {
  if (body.length < PACKED_FROM) return body;
  return PACKED + deflateRawSync(body, { level: 1 }).toString('base64');
}

function unpacked(body: string): string {
  if (!body.startsWith(PACKED)) return body;
  return inflateRawSync(Buffer.from(body.slice(PACKED.length), 'base64')).toString();
}

/** Takes over a lock that has expired, or whose worker has ended. @returns false when another call was faster */
export function takeOverLock(
  db: Queryable,
  row: IdempotencyRow,
  lock: { owner: string; lockedUntil: string },
): Promise<boolean> {
  return changesRows(
    db
      .updateTable('idempotency_key')
      .set({ owner: lock.owner, locked_until: lock.lockedUntil })
      .where(isOf({ ...row, workspaceId: row.workspace_id }))
      .where('locked_until', '=', row.locked_until)
      .where('status', 'is', null),
  );
}

/** Name of a call that claims keys. The name starts with the id of the worker that runs the call. */
export function ownerOf(workerId: string, callId: string): string {
  return `${workerId}.${callId}`;
}

/** Id of the worker that runs the call which has claimed a key. */
export function workerOf({ owner }: Pick<IdempotencyRow, 'owner'>): string {
  return owner.split('.', 1)[0] ?? owner;
}

/** A key that one call has claimed. Another call that takes the key over has another owner. */
export interface ClaimedKey {
  readonly key: string;
  readonly owner: string;
}

type OwnClaimedKey = ClaimedKey & { readonly workspaceId: string };

/** Condition that the call still has its claim on the key. */
function isOf({ workspaceId, key, owner }: OwnClaimedKey) {
  return (eb: ExpressionBuilder<Tables, 'idempotency_key'>) => eb.and({ workspace_id: workspaceId, key, owner });
}

/**
 * Stores the answer of a call: until `expiresAt`, or as long as the post or draft that the call has created. Without a post, it
 * counts as stored.
 * @returns false when another call has taken the key over
 */
export async function storeAnswer(
  db: Queryable,
  claimed: OwnClaimedKey,
  answer: { status: number; body: string; expiresAt: string },
): Promise<boolean> {
  const body = packed(answer.body);
  const query = db.updateTable('idempotency_key').set((eb) => ({
    status: answer.status,
    body,
    expires_at: eb
      .case()
      .when(eb.and([eb('post_id', 'is', null), eb('draft_id', 'is', null)]))
      .then(answer.expiresAt)
      .else(null)
      .end(),
  }));
  const stored = await query.where(isOf(claimed)).returning('post_id').executeTakeFirst();
  // On its own: others lock the workspace before the key. What is not counted is found when the workspace is measured.
  if (stored?.post_id === null) {
    await countStored(db, claimed.workspaceId, ROW_BYTES + body.length).catch(() => undefined);
  }
  return stored !== undefined;
}

const firstAnswers = prepare<
  [status: number, body: string, expiresAt: null, workspaceId: string, key: string, owner: string],
  { key: string }
>((db) =>
  db
    .updateTable('idempotency_key')
    .set({ status: 0, body: '', expires_at: '' })
    .where(isOf({ workspaceId: '', key: '', owner: '' }))
    .where('status', 'is', null)
    .returning('key'),
);

/** Stores the answer of a call that has created a post. @returns false when the key has an answer, or another call took it over */
export async function storeFirstAnswer(
  db: Queryable,
  { workspaceId, key, owner }: OwnClaimedKey,
  { status, body }: { status: number; body: string },
): Promise<boolean> {
  return (await firstAnswers(db, status, packed(body), null, workspaceId, key, owner)).length > 0;
}

/**
 * Links a key to the post that its call has created, in the transaction that creates the post.
 * @returns false when another call has taken the key over
 */
export function linkPost(db: Queryable, claimed: OwnClaimedKey, postId: string): Promise<boolean> {
  return changesRows(db.updateTable('idempotency_key').set({ post_id: postId }).where(isOf(claimed)));
}

/** Links a key to the draft that its call has created, like `linkPost`. */
export function linkDraft(db: Queryable, claimed: OwnClaimedKey, draftId: string): Promise<boolean> {
  return changesRows(db.updateTable('idempotency_key').set({ draft_id: draftId }).where(isOf(claimed)));
}

/** Owner of a key that an approval has given to a post, before a call with the key was answered. */
export const NO_CALL = '';

/**
 * Makes the key of a draft that of the post which the draft became, in the transaction that creates the post. The next call
 * with the key is answered with the post.
 */
export async function giveKeyToPost(
  db: Queryable,
  draft: { readonly id: string; readonly workspaceId: string; readonly key: string },
  post: { readonly id: string; readonly at: string },
): Promise<void> {
  const unanswered = { status: null, body: null, owner: NO_CALL, locked_until: post.at, expires_at: null };
  const query = db
    .updateTable('idempotency_key')
    .set({ post_id: post.id, draft_id: null, ...unanswered })
    .where('workspace_id', '=', draft.workspaceId);
  await query.where('key', '=', draft.key).where('draft_id', '=', draft.id).execute();
}

/** Sets the end of a call's lock. */
export async function setLock(db: Queryable, claimed: OwnClaimedKey, lockedUntil: string): Promise<void> {
  const query = db.updateTable('idempotency_key').set({ locked_until: lockedUntil }).where(isOf(claimed));
  await query.where('status', 'is', null).execute();
}

/** Deletes the key of a call that did nothing; the key of a created post or draft is kept. */
export async function forgetKey(db: Queryable, claimed: OwnClaimedKey): Promise<void> {
  const unlinked = db.deleteFrom('idempotency_key').where(isOf(claimed)).where('post_id', 'is', null);
  await unlinked.where('draft_id', 'is', null).execute();
}

/** Deletes a key whose answer has expired. */
export async function forgetExpiredKey(db: Queryable, workspaceId: string, key: string, now: string): Promise<void> {
  const query = db.deleteFrom('idempotency_key').where('workspace_id', '=', workspaceId).where('key', '=', key);
  await query.where('expires_at', '<=', now).execute();
}

/** Deletes the key of a scheduled post that will never be sent, so that the key can be used again. */
export async function deleteKeyOfPost(
  db: Queryable,
  post: Pick<PostTable, 'id' | 'workspace_id' | 'idempotency_key'>,
): Promise<void> {
  if (post.idempotency_key === null) return;
  const named = db.deleteFrom('idempotency_key').where('key', '=', post.idempotency_key);
  await named.where('workspace_id', '=', post.workspace_id).where('post_id', '=', post.id).execute();
}

/** Deletes expired keys, at most `batch`. @returns number of deleted keys */
export async function deleteExpiredKeys(db: Queryable, now: string, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where((eb) =>
      eb(
        eb.refTuple('workspace_id', 'key'),
        'in',
        eb
          .selectFrom('idempotency_key')
          .select(['workspace_id', 'key'])
          .where('expires_at', '<', now)
          .limit(batch)
          .$asTuple('workspace_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
