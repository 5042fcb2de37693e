import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { columns, insertRows, prepare, prepareIn, prepareShapes } from '../database/prepared.ts';
import { atomically, changesRows, findsRow } from '../database/statements.ts';
import { appendPostEvents, type NewPostEvent, targetEvent } from '../posts/post-events.ts';
import type { PostTargetTable, Queryable } from '../schema.ts';
import { type DueChannel, markDue } from './channels.ts';

export type TargetRow = Selectable<PostTargetTable>;

const COLUMNS = columns(
  'id post_id workspace_id profile_id platform target account_name channel position part state connection_id account platform_post_id by_hand',
  'url error code retryable credits held spending note attempt sent_at worker_id not_before due_at progress checkpoint',
  'fitted removed_at updated_at',
);

/** New values of a target's columns, without the state; `updated_at` is the instant of the change. */
export type TargetChange = Omit<Updateable<PostTargetTable>, 'state'> & Pick<PostTargetTable, 'updated_at'>;

/** Columns of a target that is not sent yet. */
export const UNSENT_TARGET = {
  channel: null,
  account_name: null,
  connection_id: null,
  account: null,
  platform_post_id: null,
  by_hand: 0,
  url: null,
  error: null,
  code: null,
  retryable: 0,
  credits: 0,
  held: 0,
  spending: null,
  note: null,
  attempt: 1,
  sent_at: null,
  worker_id: null,
  not_before: null,
  due_at: null,
  progress: null,
  checkpoint: null,
  fitted: null,
  removed_at: null,
} as const satisfies Partial<TargetRow>;

// Repeats the condition of the partial index, without which a query would read the whole table.
const IS_OPEN = sql<boolean>`state in ('pending', 'sending', 'unknown')`;

/** Stores targets, and the first steps of each. @param begun steps of the post that come before */
export async function insertTargets(
  db: Queryable,
  rows: readonly TargetRow[],
  begun: readonly NewPostEvent[] = [],
): Promise<void> {
  await atomically(db, async (trx) => {
    const [first, ...others] = rows;
    if (first) await insertRows(trx, 'post_target', [first, ...others]);
    const steps = rows.flatMap((row) => {
      // The timeline has every state, also that of a target which is stored as `sending` with its post.
      const waited = row.state === 'sending' ? [targetEvent(row, { ...row, state: 'pending' as const })] : [];
      return [...waited, targetEvent(row, row)];
    });
    await appendPostEvents(trx, [...begun, ...steps]);
  });
}

/** Lists the targets of a post, in the order of the request. */
export const targetsOfPost = prepare<[postId: string], TargetRow>((db) =>
  db.selectFrom('post_target').select(COLUMNS).where('post_id', '=', '').orderBy('position'),
);

/** Lists the targets of posts, those of each post in the order of the request. */
export const listTargets = prepareIn<TargetRow>((db, postIds) =>
  db.selectFrom('post_target').select(COLUMNS).where('post_id', 'in', postIds).orderBy('post_id').orderBy('position'),
);

/** Finds another part of a target's thread. */
export function findPart(
  db: Queryable,
  { post_id, target }: Pick<TargetRow, 'post_id' | 'target'>,
  part: number,
): Promise<TargetRow | undefined> {
  const thread = db.selectFrom('post_target').selectAll().where('post_id', '=', post_id);
  return thread.where('target', '=', target).where('part', '=', part).executeTakeFirst();
}

type MovedRow = TargetRow & { readonly event_kinds: string | null };

const movedTargets = prepareShapes<MovedRow>();

function movingTarget(
  db: Queryable,
  set: Updateable<PostTargetTable>,
  has: Partial<Pick<TargetRow, 'id' | 'attempt' | 'worker_id'>>,
  states: readonly TargetRow['state'][],
) {
  let query = db.updateTable('post_target').set(set);
  for (const [column, value] of Object.entries(has)) {
    query = query.where(column as keyof TargetRow, column === 'worker_id' ? 'is not distinct from' : '=', value);
  }
  return query
    .where('state', 'in', [...states])
    .returning(COLUMNS)
    .returning(({ selectFrom }) => [
      selectFrom('workspace')
        .select('workspace.event_kinds')
        .whereRef('workspace.id', '=', 'post_target.workspace_id')
        .as('event_kinds'),
    ]);
}

/** A target that has just moved, with what decides whether an event is recorded. */
export interface MovedTarget {
  readonly target: TargetRow;
  /** Kinds of webhook events that its workspace records. */
  readonly eventKinds: string | null;
}

/**
 * Moves a target to another state and stores the step. It is due no more, unless the change says when.
 * @param target attempt, and optionally worker, that the target must still have
 * @param states states of which the target must still have one
 * @returns the target as it is then; undefined when it had changed before, and nothing changes
 */
export async function updateTargetIn(
  db: Queryable,
  target: { readonly id: string; readonly attempt: number; readonly workerId?: string | null },
  states: readonly TargetRow['state'][],
  change: TargetChange & Pick<TargetRow, 'state'>,
): Promise<MovedTarget | undefined> {
  const { id, attempt, workerId } = target;
  // Kysely leaves out what is undefined, and so must the parameters.
  const set = Object.fromEntries(
    Object.entries({ due_at: null, ...change }).filter(([, value]) => value !== undefined),
  );
  const has = { id, attempt, ...(workerId !== undefined && { worker_id: workerId }) };
  const shape = `${Object.keys(set).join()} ${Object.keys(has).join()} ${states.length}`;
  const parameters = [...Object.values(set), ...Object.values(has), ...states];
  return atomically(db, async (trx) => {
    const [found] = await movedTargets(trx, shape, parameters, (on) => movingTarget(on, set, has, states));
    if (!found) return undefined;
    const { event_kinds: eventKinds, ...moved } = found;
    await appendPostEvents(trx, [targetEvent({ ...moved, attempt: target.attempt }, change)]);
    return { target: moved, eventKinds };
  });
}

/** Gives a target that no living worker has to this worker. @returns the target as it is then; null when it has changed since it was read */
export async function adoptTarget(
  db: Queryable,
  target: TargetRow,
  adopted: Pick<TargetRow, 'worker_id'> & Partial<Pick<TargetRow, 'connection_id' | 'account' | 'channel' | 'sent_at'>>,
): Promise<TargetRow | null> {
  const change = { ...adopted, due_at: null };
  const query = db.updateTable('post_target').set(change).where('id', '=', target.id);
  const unmoved = query.where('attempt', '=', target.attempt).where('state', '=', target.state);
  const unadopted = unmoved.where('due_at', 'is not distinct from', target.due_at);
  const isAdopted = await changesRows(unadopted.where('worker_id', 'is not distinct from', target.worker_id));
  return isAdopted ? { ...target, ...change } : null;
}

/** Forgets how far the unknown targets were, so that none is resumed. Only for a database that no process serves. */
export async function dropCheckpoints(db: Queryable): Promise<void> {
  const unknown = db.updateTable('post_target').set({ checkpoint: null }).where('state', '=', 'unknown').where(IS_OPEN);
  await unknown.where('checkpoint', 'is not', null).execute();
}

/** Changes columns of a target that are shown, without moving it to another state. */
export async function annotateTarget(
  db: Queryable,
  id: string,
  change: Pick<Updateable<PostTargetTable>, 'credits' | 'error' | 'code' | 'retryable' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('post_target').set(change).where('id', '=', id).execute();
}

/** Stores the progress of an attempt. @returns false when the target is not being sent by this worker */
export function annotateSending(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt'> & { readonly workerId: string },
  change: Pick<Updateable<PostTargetTable>, 'checkpoint' | 'progress'>,
): Promise<boolean> {
  const query = db.updateTable('post_target').set(change).where('id', '=', target.id);
  const sending = query.where('attempt', '=', target.attempt).where('state', '=', 'sending');
  return changesRows(sending.where('worker_id', '=', target.workerId));
}

/** Selects a workspace's targets that keep their posts from being finished. */
export function unfinishedTargets(workspaceId: string): RawBuilder<unknown> {
  return sql`post_target where state in ('pending', 'sending') and ${IS_OPEN} and workspace_id = ${workspaceId}`;
}

/** Lists the targets in a state that is not final, oldest first. */
export function listOpenTargets(db: Queryable, state: 'pending' | 'sending' | 'unknown'): Promise<TargetRow[]> {
  return db.selectFrom('post_target').selectAll().where('state', '=', state).where(IS_OPEN).orderBy('id').execute();
}

/** Lists the targets of a workspace that are being sent and have stored progress. */
export function listSendingOf(
  db: Queryable,
  workspaceId: string,
): Promise<Pick<TargetRow, 'id' | 'post_id' | 'progress'>[]> {
  return db
    .selectFrom('post_target')
    .select(['id', 'post_id', 'progress'])
    .where('state', '=', 'sending')
    .where(IS_OPEN)
    .where('workspace_id', '=', workspaceId)
    .where('progress', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Lists the pending and sending targets that a worker has since before an instant, for example because it could not store an outcome. */
export function listOpenOfWorker(db: Queryable, workerId: string, before: string): Promise<TargetRow[]> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('state', 'in', ['pending', 'sending'])
    .where(IS_OPEN)
    .where('worker_id', '=', workerId)
    .where(({ eb, fn }) => eb(fn.coalesce('sent_at', 'updated_at'), '<=', before))
    .execute();
}

/**
 * Frees pending and sending targets that are not due, and has their channels continue them: those without a worker,
 * those whose worker is dead, and those in `left` that `left.workerId` has had since before an instant. Of a thread only the
 * first open part is due: the others follow it. @returns number of targets
 */
export function freeTargets(
  db: Queryable,
  at: string,
  left: { readonly ids: readonly string[]; readonly workerId: string; readonly before: string },
): Promise<number> {
  return atomically(db, async (trx) => {
    const freed = await trx
      .updateTable('post_target as target')
      // Due since they were sent or stored, so that what was sent first is looked at before anything newer that is due is sent.
      .set(({ fn, eb }) => ({
        worker_id: null,
        // The clock of the dead process may have been ahead.
        due_at: eb
          .case()
          .when(fn.coalesce('sent_at', 'updated_at'), '>', at)
          .then(at)
          .else(fn.coalesce('sent_at', 'updated_at'))
          .end(),
      }))
      .where('state', 'in', ['pending', 'sending'])
      .where(IS_OPEN)
      .where('due_at', 'is', null)
      .where(({ or, and, eb, fn, selectFrom }) =>
        or([
          eb('worker_id', 'is', null),
          eb('worker_id', 'not in', selectFrom('worker').select('id')),
          ...(left.ids.length > 0
            ? [
                and([
                  eb('id', 'in', [...left.ids]),
                  eb('worker_id', '=', left.workerId),
                  eb(fn.coalesce('sent_at', 'updated_at'), '<=', left.before),
                ]),
              ]
            : []),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('post_target as earlier')
              .select('earlier.id')
              .whereRef('earlier.post_id', '=', 'target.post_id')
              .whereRef('earlier.target', '=', 'target.target')
              .whereRef('earlier.part', '<', 'target.part')
              .where('earlier.state', 'in', ['pending', 'sending']),
          ),
        ),
      )
      // Without the alias, which SQLite does not know here.
      .returning(['workspace_id', 'channel'])
      .execute();
    await markDue(trx, dueOf(freed, at));
    return freed.length;
  });
}

function dueOf(rows: readonly Pick<TargetRow, 'workspace_id' | 'channel'>[], due_at: string): DueChannel[] {
  return rows.flatMap(({ channel: id, workspace_id }) => (id === null ? [] : [{ id, workspace_id, due_at }]));
}

/** Has the unknown targets that were sent after an instant looked at now. */
export function lookAtUnknown(db: Queryable, { after, at }: { after: string; at: string }): Promise<void> {
  return atomically(db, async (trx) => {
    const unknown = await trx
      .updateTable('post_target')
      .set({ due_at: at })
      .where('state', '=', 'unknown')
      .where(IS_OPEN)
      .where('sent_at', '>', after)
      .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '>', at)]))
      .returning(['workspace_id', 'channel'])
      .execute();
    await markDue(trx, dueOf(unknown, at));
  });
}

/** Sets when a target is continued that has not moved since it was read; null for never. The end of its channel's lease reads it. */
export async function setDue(
  db: Queryable,
  { id, state, attempt, due_at }: Pick<TargetRow, 'id' | 'state' | 'attempt' | 'due_at'>,
  dueAt: string | null,
): Promise<void> {
  const same = db.updateTable('post_target').set({ due_at: dueAt }).where('id', '=', id).where('state', '=', state);
  await same.where('attempt', '=', attempt).where('due_at', 'is not distinct from', due_at).execute();
}

/** Has a target continued in another channel, unless it has moved since it was read. */
export function moveToChannel(
  db: Queryable,
  { id, workspace_id, state, attempt, due_at }: Pick<TargetRow, 'id' | 'workspace_id' | 'state' | 'attempt' | 'due_at'>,
  channel: string,
): Promise<void> {
  return atomically(db, async (trx) => {
    const same = trx.updateTable('post_target').set({ channel }).where('id', '=', id).where('state', '=', state);
    const isMoved = await changesRows(
      same.where('attempt', '=', attempt).where('due_at', 'is not distinct from', due_at),
    );
    if (isMoved && due_at !== null) await markDue(trx, [{ id: channel, workspace_id, due_at }]);
  });
}

export function findTarget(db: Queryable, id: string): Promise<TargetRow | undefined> {
  return db.selectFrom('post_target').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns true when a target already has this post of the network as its result. */
export function isKnownPost(db: Queryable, platform: TargetRow['platform'], platformPostId: string): Promise<boolean> {
  const query = db.selectFrom('post_target').select('id').where('platform', '=', platform).limit(1);
  return findsRow(query.where('platform_post_id', '=', platformPostId));
}

/** Finds the target of a workspace that published a post of a network. */
export function findPublished(
  db: Queryable,
  {
    workspaceId,
    platform,
    platformPostId,
  }: { readonly workspaceId: string; readonly platform: TargetRow['platform']; readonly platformPostId: string },
): Promise<TargetRow | undefined> {
  const same = db.selectFrom('post_target').selectAll().where('platform_post_id', '=', platformPostId);
  const own = same.where('workspace_id', '=', workspaceId).where('platform', '=', platform);
  return own.where('state', '=', 'published').orderBy('id').executeTakeFirst();
}

/** Finds another target of a workspace that has a post of the same account as its result. */
export function findClaimant(
  db: Queryable,
  { id, workspace_id, platform, account, connection_id }: TargetRow,
  platformPostId: string,
): Promise<TargetRow | undefined> {
  const same = db.selectFrom('post_target').selectAll().where('platform_post_id', '=', platformPostId);
  const others = same.where('workspace_id', '=', workspace_id).where('platform', '=', platform).where('id', '!=', id);
  return (
    others
      // Chats and servers number their posts alike.
      .where(({ or, eb }) => or([eb('account', '=', account), eb('connection_id', '=', connection_id)]))
      .executeTakeFirst()
  );
}

/** Returns true when a target that may still be sent, or resumed, has a picture that was made to fit. */
export function isFittedInOpenTarget(
  db: Queryable,
  { workspaceId, sha256 }: { readonly workspaceId: string; readonly sha256: string },
): Promise<boolean> {
  const open = db.selectFrom('post_target').select('id').where(IS_OPEN).where('workspace_id', '=', workspaceId);
  const sendable = open.where(({ or, eb }) => or([eb('state', '!=', 'unknown'), eb('checkpoint', 'is not', null)]));
  return findsRow(sendable.where('fitted', 'like', `%${sha256}%`).limit(1));
}

/**
 * Notes that the network no longer has what targets published. Must run in a transaction.
 * @param found columns of the target, or of the post of the network that it published
 * @returns the targets that were not removed before
 */
export function markRemoved(
  trx: Queryable,
  found: Partial<TargetRow> & Pick<TargetRow, 'workspace_id'>,
  at: string,
): Promise<TargetRow[]> {
  let query = trx.updateTable('post_target').set({ removed_at: at, updated_at: at }).where('state', '=', 'published');
  for (const [column, value] of Object.entries(found)) query = query.where(column as keyof TargetRow, '=', value);
  return query.where('removed_at', 'is', null).returningAll().execute();
}

const unreservedTargets = prepare<[none: number, id: string, held: number], { id: string }>((db) =>
  db.updateTable('post_target').set({ held: 0 }).where('id', '=', '').where('held', '=', 0).returning('id'),
);

/** Ends the reservation of a target. @returns false when another number of credits is reserved, or none */
export async function endTargetReservation(
  db: Queryable,
  { id, held }: Pick<TargetRow, 'id' | 'held'>,
): Promise<boolean> {
  return (await unreservedTargets(db, 0, id, held)).length > 0;
}

/** Lists targets that are unknown since before an instant and still have reserved credits. */
export function listOldTargetReservations(
  db: Queryable,
  before: string,
): Promise<Pick<TargetRow, 'id' | 'workspace_id' | 'held' | 'spending'>[]> {
  return db
    .selectFrom('post_target')
    .select(['id', 'workspace_id', 'held', 'spending'])
    .where('state', '=', 'unknown')
    .where(IS_OPEN)
    .where('held', '>', 0)
    .where('updated_at', '<', before)
    .limit(500)
    .execute();
}
