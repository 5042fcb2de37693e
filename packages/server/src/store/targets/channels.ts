import type { ExpressionBuilder, Selectable } from 'kysely';
import { changesRows } from '../database/statements.ts';
import type { ChannelTable, Database, Queryable, Tables } from '../schema.ts';

/**
 * An account of a workspace; before one is connected, a platform of a profile. What is published there is sent in order, by one process
 * at a time.
 */
export type Channel = Pick<Selectable<ChannelTable>, 'id' | 'workspace_id'>;

/** A channel in which something is due at an instant. */
export type DueChannel = Channel & { readonly due_at: string };

/** Has each channel looked at from its instant on, or earlier where it is looked at earlier anyway. */
export async function markDue(db: Queryable, channels: readonly DueChannel[]): Promise<void> {
  // Transactions that lock several channels lock them in one order.
  const rows = channels
    .map(({ id, workspace_id, due_at }) => ({ id, workspace_id, next_due: due_at }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const row of rows) {
    await db
      .insertInto('channel')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ next_due: row.next_due })
          .where(({ or, eb }) => or([eb('channel.next_due', 'is', null), eb('channel.next_due', '>', row.next_due)])),
      )
      .execute();
  }
}

/**
 * Lists due channels that no worker has leased: of each workspace at most `perWorkspace`, and in the order of the places that they have
 * in their workspaces, so that a workspace with many does not come before the others.
 */
export function listDueChannels(
  db: Queryable,
  now: string,
  { limit, perWorkspace }: { limit: number; perWorkspace: number },
): Promise<Channel[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('channel')
        .select(['id', 'workspace_id', 'next_due'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('workspace_id').orderBy('next_due').orderBy('id'))
            .as('place'),
        )
        .where('next_due', 'is not', null)
        .where('next_due', '<=', now)
        .where('worker_id', 'is', null)
        .as('due'),
    )
    .select(['id', 'workspace_id'])
    .where('place', '<=', perWorkspace)
    .orderBy('place')
    .orderBy('next_due')
    .limit(limit)
    .execute();
}

/** Returns the first instant at which something is due in a channel, null without any. */
export async function firstDue(db: Queryable): Promise<string | null> {
  const waiting = db.selectFrom('channel').select('next_due').where('next_due', 'is not', null);
  return (await waiting.orderBy('next_due').limit(1).executeTakeFirst())?.next_due ?? null;
}

/** Leases due channels that no worker has, on Postgres. Leaves those that another process takes at the same moment. */
export async function leaseDueChannels(
  db: Database,
  channels: readonly Channel[],
  { workerId, now }: { workerId: string; now: string },
): Promise<Channel[]> {
  if (channels.length === 0) return [];
  const ids = channels.map(({ id }) => id);
  return db
    .updateTable('channel')
    .set({ worker_id: workerId })
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('channel')
          .select('id')
          .where('worker_id', 'is', null)
          .where('next_due', '<=', now)
          .where('id', 'in', ids)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'workspace_id'])
    .execute();
}

/**
 * Leases a channel, or keeps it when this worker has it already.
 * @returns false when another worker has it
 * @throws Error when the worker was taken for dead (foreign key)
 */
export function leaseChannel(db: Queryable, { id, workspace_id }: Channel, workerId: string): Promise<boolean> {
  return changesRows(
    db
      .insertInto('channel')
      .values({ id, workspace_id, next_due: null, worker_id: workerId })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ worker_id: workerId })
          .where(({ or, eb }) => or([eb('channel.worker_id', 'is', null), eb('channel.worker_id', '=', workerId)])),
      ),
  );
}

/** Lists the channels that a worker has leased. */
export function listLeasedChannels(db: Queryable, workerId: string): Promise<Channel[]> {
  return db.selectFrom('channel').select(['id', 'workspace_id']).where('worker_id', '=', workerId).execute();
}

/** Gives a channel back for which nothing waits. @returns false when something waits, and nothing changes */
export function freeIdleChannel(db: Queryable, { id }: Channel, workerId: string): Promise<boolean> {
  const idle = db.deleteFrom('channel').where('id', '=', id).where('worker_id', '=', workerId);
  return changesRows(idle.where('next_due', 'is', null));
}

/** Gives a channel back and computes when it is due next. Deletes the row of a channel for which nothing waits. */
export async function freeChannel(trx: Queryable, channel: Channel, workerId: string | null): Promise<void> {
  const row = trx.selectFrom('channel').select('worker_id').where('id', '=', channel.id);
  // Locked before the due times are read: what is stored meanwhile waits for the lock and then finds the channel free.
  const found = await (workerId === null ? row : row.forUpdate()).executeTakeFirst();
  if (found?.worker_id !== workerId) return;
  const next = await nextDue(trx, channel);
  if (next === null) {
    await trx.deleteFrom('channel').where('id', '=', channel.id).execute();
    return;
  }
  const change = { next_due: next, worker_id: null };
  await trx.updateTable('channel').set(change).where('id', '=', channel.id).execute();
}

/** Returns the instant at which something of a channel is due, null without any. */
async function nextDue(db: Queryable, { id }: Channel): Promise<string | null> {
  // Postgres plans the first entry of an index faster than `min`.
  const firstOf = (from: ExpressionBuilder<Tables, never>, table: 'post_platform' | 'post_target' | 'removal') =>
    from
      .selectFrom(
        from
          .selectFrom(table)
          .select('due_at')
          .where('channel', '=', id)
          .where('due_at', 'is not', null)
          .orderBy('due_at')
          .limit(1)
          .as(table),
      )
      .select('due_at');
  const rows = await db
    .selectFrom((from) =>
      firstOf(from, 'post_platform')
        .unionAll(firstOf(from, 'post_target'))
        .unionAll(firstOf(from, 'removal'))
        .as('waiting'),
    )
    .select('due_at')
    .orderBy('due_at')
    .execute();
  return rows[0]?.due_at ?? null;
}

/** What is continued under the lease of a channel. */
export interface DueItem {
  readonly kind: 'post' | 'target' | 'removal';
  /** Id of a scheduled post, or of a target: one to send or to look for, or one that is taken back. */
  readonly id: string;
}

/**
 * Finds what is continued next in a channel: what has waited longest to be sent, else the unknown outcome whose look has waited
 * longest, else a removal. @param without ids that are to be left out
 */
export async function findDueWork(
  db: Queryable,
  { id }: Channel,
  now: string,
  without: readonly string[],
): Promise<DueItem | undefined> {
  // The post before the target: one that another process begins meanwhile is found as its target.
  let waiting = db
    .selectFrom('post_platform')
    .select(['post_id as id', 'due_at'])
    .where('channel', '=', id)
    .where('due_at', '<=', now);
  if (without.length > 0) waiting = waiting.where('post_id', 'not in', [...without]);
  const post = await waiting.orderBy('due_at').orderBy('post_id').limit(1).executeTakeFirst();
  let begun = db
    .selectFrom('post_target')
    .select(['id', 'post_id', 'due_at'])
    .select(({ eb }) => eb('state', '=', 'unknown').as('is_look'))
    .where('channel', '=', id)
    .where('due_at', '<=', now);
  if (without.length > 0) begun = begun.where('id', 'not in', [...without]);
  const ordered = begun.orderBy('is_look').orderBy('due_at').orderBy('post_id').orderBy('part');
  const target = await ordered.limit(1).executeTakeFirst();
  if (!target) return post ? { kind: 'post', id: post.id } : findDueRemoval(db, id, now, without);
  const isFirst = !post || (!target.is_look && `${target.due_at} ${target.post_id}` <= `${post.due_at} ${post.id}`);
  return isFirst ? { kind: 'target', id: target.id } : { kind: 'post', id: post.id };
}

async function findDueRemoval(
  db: Queryable,
  channel: string,
  now: string,
  without: readonly string[],
): Promise<DueItem | undefined> {
  let due = db
    .selectFrom('removal')
    .select('target_id as id')
    .where('channel', '=', channel)
    .where('due_at', '<=', now);
  if (without.length > 0) due = due.where('target_id', 'not in', [...without]);
  const removal = await due.orderBy('due_at').limit(1).executeTakeFirst();
  return removal && { kind: 'removal', id: removal.id };
}

/** Sets when a post that is due is begun in a channel. The end of the lease reads it. */
export async function postponePost(db: Queryable, { id }: Channel, postId: string, until: string): Promise<void> {
  const asked = db.updateTable('post_platform').set({ due_at: until }).where('post_id', '=', postId);
  await asked.where('channel', '=', id).where('due_at', '<', until).execute();
}
