import { type RawBuilder, sql } from 'kysely';
import { endFlows } from '../connections/oauth-flows.ts';
import { dialectOf } from '../database/dialects.ts';
import { lockRows } from '../database/locks.ts';
import { IS_UNSENT } from '../posts/post-filters.ts';
import type { Queryable } from '../schema.ts';
import type { WorkspaceRow } from './workspaces.ts';

// Repeats the condition of the partial index, without which a query would read the whole table.
const IS_OPEN = sql<boolean>`state in ('pending', 'sending', 'unknown')`;

const NEVER = '9999-12-31T00:00:00.000Z';
const BATCH = 1_000;
/** Name, column by which it is gone through, and number of rows to delete at once. */
type LargeTable = readonly [table: string, column: string, size: number];
/** Tables that may have many rows of a workspace. */
const LARGE: readonly LargeTable[] = [
  // With a post its targets and steps are deleted.
  ['post', 'id', 200],
  ['webhook_delivery', 'id', BATCH],
  ['webhook_event', 'number', BATCH],
  ['activity_log', 'seq', BATCH],
  ['idempotency_key', 'key', BATCH],
  ['draft', 'id', 200],
];

/** Numbers of what the deletion of a workspace would cut off. */
export interface Unfinished {
  /** Number of posts that nobody sends yet: they wait for their time, or for another attempt. */
  readonly waiting: number;
  /** Number of targets that a server sends or is about to, of removals, and of actions under way. */
  readonly underWay: number;
}

/** Locks the scheduled posts and the open targets of a workspace. @returns their ids */
export async function lockUnfinished(trx: Queryable, workspaceId: string): Promise<ReadonlySet<string>> {
  const posts = await lockRows(trx, scheduledOf(trx, workspaceId).orderBy('id')).execute();
  const targets = await lockRows(trx, openTargetsOf(trx, workspaceId).orderBy('id')).execute();
  return new Set([...posts, ...targets].map(({ id }) => id));
}

/**
 * Counts what is unfinished in a workspace that is locked. Locks nothing: a transaction that has these rows may wait for the workspace.
 * @param locked ids of the rows that `lockUnfinished` has locked; another one counts as under way
 * @param since instant of the oldest action that may still run
 */
export async function countUnfinished(
  trx: Queryable,
  workspaceId: string,
  { locked, since }: { locked: ReadonlySet<string>; since: string },
): Promise<Unfinished> {
  const scheduled = await scheduledOf(trx, workspaceId).execute();
  const open = await openTargetsOf(trx, workspaceId).execute();
  const isSent = ({ state, worker_id }: (typeof open)[number]) =>
    state === 'sending' || (state === 'pending' && worker_id !== null);
  const postponed = open.filter((target) => target.state === 'pending' && !isSent(target));
  const others = [...scheduled, ...open.filter((target) => !isSent(target))].filter(({ id }) => !locked.has(id));
  const removals = await trx
    .selectFrom('removal')
    .select('target_id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'removing')
    .execute();
  const actions = await trx
    .selectFrom('credit_reservation')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'held')
    .where('created_at', '>', since)
    .execute();
  return {
    waiting: scheduled.length + new Set(postponed.map(({ post_id }) => post_id)).size,
    // A removal has a reservation too.
    underWay: open.filter(isSent).length + others.length + Math.max(removals.length, actions.length),
  };
}

function scheduledOf(db: Queryable, workspaceId: string) {
  const scheduled = db.selectFrom('post').select('id').where('status', '=', 'scheduled').where(IS_UNSENT);
  return scheduled.where('workspace_id', '=', workspaceId);
}

function openTargetsOf(db: Queryable, workspaceId: string) {
  const open = db.selectFrom('post_target').select(['id', 'post_id', 'state', 'worker_id']).where(IS_OPEN);
  return open.where('workspace_id', '=', workspaceId);
}

/** Ends what people and keys of a workspace have begun in a browser to connect. */
export async function endFlowsOfWorkspace(trx: Queryable, workspaceId: string): Promise<void> {
  const profiles = trx.selectFrom('profile').select('id').where('workspace_id', '=', workspaceId);
  const users = usersOf(trx, workspaceId).select('id');
  await endFlows(trx, (flow) => flow.or([flow('profile_id', 'in', profiles), flow('started_by', 'in', users)]));
}

/**
 * Closes a workspace for good: nobody can sign in or call, and nothing is sent, to networks, by mail or to webhooks. Erases keys,
 * tokens and sessions. Needs the locks of `lockUnfinished` and of the workspace.
 */
export async function closeWorkspace(trx: Queryable, { id, owner_user_id: founderId }: WorkspaceRow): Promise<void> {
  const users = await usersOf(trx, id).select('email').execute();
  // Mails for a forgotten password belong to an address, and to no workspace.
  const addresses = users.map(({ email }) => email);
  await trx.deleteFrom('mail').where('workspace_id', 'is', null).where('recipient', 'in', addresses).execute();
  const members = trx.selectFrom('member').select('user_id').where('workspace_id', '=', id);
  await trx.deleteFrom('user').where('id', 'in', members).execute();
  await trx.deleteFrom('account').where('userId', '=', founderId).execute();
  await trx.deleteFrom('session').where('userId', '=', founderId).execute();
  await trx.deleteFrom('password_reset').where('user_id', '=', founderId).execute();
  for (const table of [
    'invitation',
    'api_key',
    'command_grant',
    'connection',
    'mail',
    'mail_setting',
    'channel',
  ] as const) {
    await trx.deleteFrom(table).where('workspace_id', '=', id).execute();
  }
  await trx.deleteFrom('post_target').where(IS_OPEN).where('workspace_id', '=', id).execute();
  const unsent = trx.updateTable('post').set({ status: 'canceled', due_at: null, held_at: null, copies_due_at: null });
  await unsent.where('status', '=', 'scheduled').where(IS_UNSENT).where('workspace_id', '=', id).execute();
  const waiting = trx.updateTable('webhook_delivery').set({ state: 'canceled', due_at: null });
  await waiting.where('workspace_id', '=', id).where('state', 'in', ['pending', 'held']).execute();
  await trx.updateTable('webhook_endpoint').set({ status: 'disabled' }).where('workspace_id', '=', id).execute();
  // A call that was admitted before finds no credits for what it would send, and no month brings new ones.
  const closed = { balance: 0, held: 0, period_end: NEVER, event_kinds: null, listening_until: null };
  await trx.updateTable('workspace').set(closed).where('id', '=', id).execute();
}

/** Deletes the rows of a closed workspace in the large tables, in batches. @param pause runs after each batch */
export async function eraseRows(db: Queryable, workspaceId: string, pause: () => Promise<unknown>): Promise<void> {
  for (const table of LARGE) await eraseInBatches(db, workspaceId, table, pause);
}

/** Deletes the ledger of a workspace that is deleted, and channels that were leased meanwhile. */
export async function eraseLedger(db: Queryable, workspaceId: string, pause: () => Promise<unknown>): Promise<void> {
  await db.deleteFrom('channel').where('workspace_id', '=', workspaceId).execute();
  await eraseInBatches(db, workspaceId, ['ledger_entry', 'created_at', BATCH], pause);
}

/** Goes through the rows by their key: on Postgres each search would read the deleted ones again. */
async function eraseInBatches(
  db: Queryable,
  workspaceId: string,
  [table, column, size]: LargeTable,
  pause: () => Promise<unknown>,
): Promise<void> {
  const [name, key] = [sql.table(table), sql.ref(column)];
  let last: string | number | undefined;
  do {
    const rest = sql`workspace_id = ${workspaceId}${last === undefined ? sql`` : sql` and ${key} > ${last}`}`;
    const { rows } = await sql<{ last: string | number }>`
      select ${key} as last from ${name} where ${rest} order by ${key} limit 1 offset ${size - 1}`.execute(db);
    last = rows[0]?.last;
    const batch = sql`${rest}${last === undefined ? sql`` : sql` and ${key} <= ${last}`}`;
    if (table === 'post') await eraseLabels(db, batch);
    await sql`delete from ${name} where ${batch}`.execute(db);
    await pause();
  } while (last !== undefined);
}

/** Deletes the rows of the labels of posts, which no index has by their posts. */
async function eraseLabels(db: Queryable, batch: RawBuilder<unknown>): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite';
  const labels = isSqlite ? sql`json_each(post.labels)` : sql`jsonb_array_elements_text(post.labels::jsonb)`;
  await sql`delete from post_label where (workspace_id, label, post_id) in (
    select post.workspace_id, label.value, post.id
    from (select * from post where ${batch} and labels is not null) as post cross join ${labels} as label)`.execute(db);
}

/** Deletes a closed workspace and what is left in it, but for the ledger. The uploaded files themselves stay. */
export async function eraseWorkspace(trx: Queryable, { id, owner_user_id: founderId }: WorkspaceRow): Promise<void> {
  await endFlowsOfWorkspace(trx, id);
  // With the user its workspace is deleted, and with that all rows that refer to it.
  await trx.deleteFrom('user').where('id', '=', founderId).execute();
}

function usersOf(db: Queryable, workspaceId: string) {
  const founder = db.selectFrom('workspace').select('owner_user_id').where('id', '=', workspaceId);
  const members = db.selectFrom('member').select('user_id').where('workspace_id', '=', workspaceId);
  return db.selectFrom('user').where((user) => user.or([user('id', 'in', founder), user('id', 'in', members)]));
}
