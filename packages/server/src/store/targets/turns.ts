import type { ExpressionBuilder, Selectable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { Database, Queryable, Tables, TurnTable } from '../schema.ts';

type TurnRow = Selectable<TurnTable>;

/** A platform of a profile. At most one account is connected to it at a time, and what it publishes is sent in order. */
export type Channel = Pick<TurnRow, 'profile_id' | 'platform' | 'workspace_id'>;

/** A channel in which something is due at an instant. */
export type DueChannel = Channel & { readonly due_at: string };

/** Has each channel looked at from its instant on, or earlier where it is looked at earlier anyway. */
export async function markDue(db: Queryable, channels: readonly DueChannel[]): Promise<void> {
  // Transactions that lock several turns lock them in one order.
  const rows = channels
    .map(({ profile_id, platform, workspace_id, due_at }) => ({ profile_id, platform, workspace_id, next_due: due_at }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  for (const row of rows) {
    await db
      .insertInto('turn')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['profile_id', 'platform'])
          .doUpdateSet({ next_due: row.next_due })
          .where(({ or, eb }) => or([eb('turn.next_due', 'is', null), eb('turn.next_due', '>', row.next_due)])),
      )
      .execute();
  }
}

/** Name of a channel. */
export function keyOf({ profile_id, platform }: Pick<Channel, 'profile_id' | 'platform'>): string {
  return `${profile_id} ${platform}`;
}

/**
 * Lists due turns that no worker has: of each workspace at most `perWorkspace`, and in the order of the places that they have
 * in their workspaces, so that a workspace with many does not come before the others.
 */
export function listDueTurns(
  db: Queryable,
  now: string,
  { limit, perWorkspace }: { limit: number; perWorkspace: number },
): Promise<Channel[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('turn')
        .select(['profile_id', 'platform', 'workspace_id', 'next_due'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('workspace_id').orderBy('next_due').orderBy('profile_id'))
            .as('place'),
        )
        .where('next_due', 'is not', null)
        .where('next_due', '<=', now)
        .where('worker_id', 'is', null)
        .as('due'),
    )
    .select(['profile_id', 'platform', 'workspace_id'])
    .where('place', '<=', perWorkspace)
    .orderBy('place')
    .orderBy('next_due')
    .limit(limit)
    .execute();
}

/** Takes due turns that no worker has, on Postgres. Leaves those that another process takes at the same moment. */
export async function claimTurns(
  db: Database,
  channels: readonly Channel[],
  { workerId, now }: { workerId: string; now: string },
): Promise<Channel[]> {
  if (channels.length === 0) return [];
  return db
    .updateTable('turn')
    .set({ worker_id: workerId })
    .where(({ eb, refTuple, selectFrom, tuple }) =>
      eb(
        refTuple('profile_id', 'platform'),
        'in',
        selectFrom('turn')
          .select(['profile_id', 'platform'])
          .where('worker_id', 'is', null)
          .where('next_due', '<=', now)
          .where(
            refTuple('profile_id', 'platform'),
            'in',
            channels.map((channel) => tuple(channel.profile_id, channel.platform)),
          )
          .forUpdate()
          .skipLocked()
          .$asTuple('profile_id', 'platform'),
      ),
    )
    .returning(['profile_id', 'platform', 'workspace_id'])
    .execute();
}

/**
 * Takes a turn, or keeps it when this worker has it already.
 * @returns false when another worker has it
 * @throws Error when the worker was taken for dead (foreign key)
 */
export function takeTurn(db: Queryable, channel: Channel, workerId: string): Promise<boolean> {
  const { profile_id, platform, workspace_id } = channel;
  return changesRows(
    db
      .insertInto('turn')
      .values({ profile_id, platform, workspace_id, next_due: null, worker_id: workerId })
      .onConflict((conflict) =>
        conflict
          .columns(['profile_id', 'platform'])
          .doUpdateSet({ worker_id: workerId })
          .where(({ or, eb }) => or([eb('turn.worker_id', 'is', null), eb('turn.worker_id', '=', workerId)])),
      ),
  );
}

/** Lists the channels whose turns a worker has. */
export function listTurnsOf(db: Queryable, workerId: string): Promise<Channel[]> {
  const turns = db.selectFrom('turn').select(['profile_id', 'platform', 'workspace_id']);
  return turns.where('worker_id', '=', workerId).execute();
}

/** Gives a turn back for whose channel nothing waits. @returns false when something waits, and nothing changes */
export function dropIdleTurn(db: Queryable, { profile_id, platform }: Channel, workerId: string): Promise<boolean> {
  const idle = db.deleteFrom('turn').where('profile_id', '=', profile_id).where('platform', '=', platform);
  return changesRows(idle.where('worker_id', '=', workerId).where('next_due', 'is', null));
}

/** Gives a turn back and computes when the channel is due next. Deletes the turn of a channel for which nothing waits. */
export async function freeTurn(trx: Queryable, channel: Channel, workerId: string | null): Promise<void> {
  const { profile_id, platform } = channel;
  const row = trx.selectFrom('turn').select('worker_id').where('profile_id', '=', profile_id);
  // Locked before the due times are read: what is stored meanwhile waits for the lock and then finds the turn free.
  const turn = row.where('platform', '=', platform);
  const found = await (workerId === null ? turn : turn.forUpdate()).executeTakeFirst();
  if (found?.worker_id !== workerId) return;
  const next = await nextDue(trx, channel);
  if (next === null) {
    await trx.deleteFrom('turn').where('profile_id', '=', profile_id).where('platform', '=', platform).execute();
    return;
  }
  await trx
    .updateTable('turn')
    .set({ next_due: next, worker_id: null })
    .where('profile_id', '=', profile_id)
    .where('platform', '=', platform)
    .execute();
}

/** Returns the instant at which something of a channel is due, null without any. */
async function nextDue(db: Queryable, { profile_id, platform }: Channel): Promise<string | null> {
  // Postgres plans the first entry of an index faster than `min`.
  const firstOf = (from: ExpressionBuilder<Tables, never>, table: 'post_platform' | 'post_target') =>
    from
      .selectFrom(
        from
          .selectFrom(table)
          .select('due_at')
          .where('profile_id', '=', profile_id)
          .where('platform', '=', platform)
          .where('due_at', 'is not', null)
          .orderBy('due_at')
          .limit(1)
          .as(table),
      )
      .select('due_at');
  const rows = await db
    .selectFrom((from) => firstOf(from, 'post_platform').unionAll(firstOf(from, 'post_target')).as('waiting'))
    .select('due_at')
    .orderBy('due_at')
    .execute();
  return rows[0]?.due_at ?? null;
}

/** Post or target that a turn of a channel continues. */
export interface DueWork {
  /** Scheduled post, or target. */
  readonly kind: 'post' | 'target';
  readonly id: string;
}

/**
 * Finds what a turn of a channel continues: what has waited longest to be sent, or else the unknown outcome whose look has
 * waited longest. @param without ids that are to be left out
 */
export async function findDueWork(
  db: Queryable,
  { profile_id, platform }: Channel,
  now: string,
  without: readonly string[],
): Promise<DueWork | undefined> {
  // The post before the target: one that another process begins meanwhile is found as its target.
  let waiting = db
    .selectFrom('post_platform')
    .select(['post_id as id', 'due_at'])
    .where('profile_id', '=', profile_id)
    .where('platform', '=', platform)
    .where('due_at', '<=', now);
  if (without.length > 0) waiting = waiting.where('post_id', 'not in', [...without]);
  const post = await waiting.orderBy('due_at').orderBy('post_id').limit(1).executeTakeFirst();
  let begun = db
    .selectFrom('post_target')
    .select(['id', 'post_id', 'due_at'])
    .select(({ eb }) => eb('state', '=', 'unknown').as('is_look'))
    .where('profile_id', '=', profile_id)
    .where('platform', '=', platform)
    .where('due_at', '<=', now);
  if (without.length > 0) begun = begun.where('id', 'not in', [...without]);
  const ordered = begun.orderBy('is_look').orderBy('due_at').orderBy('post_id').orderBy('part');
  const target = await ordered.limit(1).executeTakeFirst();
  if (!target) return post && { kind: 'post', id: post.id };
  const isFirst = !post || (!target.is_look && `${target.due_at} ${target.post_id}` <= `${post.due_at} ${post.id}`);
  return isFirst ? { kind: 'target', id: target.id } : { kind: 'post', id: post.id };
}

/** Sets when a turn of a channel begins a post that is due. The turn's end reads it. */
export async function putOffPost(
  db: Queryable,
  { profile_id, platform }: Channel,
  postId: string,
  until: string,
): Promise<void> {
  const asked = db.updateTable('post_platform').set({ due_at: until }).where('post_id', '=', postId);
  const channel = asked.where('profile_id', '=', profile_id).where('platform', '=', platform);
  await channel.where('due_at', '<', until).execute();
}
