import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { dialectOf } from '../database/dialects.ts';
import { prepare, prepareShapes } from '../database/prepared.ts';
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
  for (const { id, workspace_id, next_due } of rows)
    await markedDue(db, id, workspace_id, next_due, next_due, next_due);
}

const markedDue = prepare<[id: string, workspaceId: string, due: string, due: string, due: string], unknown>((db) =>
  db
    .insertInto('channel')
    .values({ id: '', workspace_id: '', next_due: '' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ next_due: '' })
        .where(({ or, eb }) => or([eb('channel.next_due', 'is', null), eb('channel.next_due', '>', '')])),
    ),
);

/**
 * Lists due channels that no worker has leased: of each workspace at most `perWorkspace`, and in the order of the places that they have
 * in their workspaces, so that a workspace with many does not come before the others.
 */
export function listDueChannels(
  db: Queryable,
  now: string,
  { limit, perWorkspace }: { limit: number; perWorkspace: number },
): Promise<Channel[]> {
  return dueChannels(db, now, perWorkspace, limit);
}

const dueChannels = prepare<[now: string, perWorkspace: number, limit: number], Channel>((db) =>
  db
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
        .where('next_due', '<=', '')
        .where('worker_id', 'is', null)
        .as('due'),
    )
    .select(['id', 'workspace_id'])
    .where('place', '<=', 0)
    .orderBy('place')
    .orderBy('next_due')
    .limit(0),
);

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
  return leasedChannels(db, workerId, now, ids);
}

const leasedChannels = prepare<[workerId: string, now: string, ids: readonly string[]], Channel>((db) =>
  db
    .updateTable('channel')
    .set({ worker_id: '' })
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('channel')
          .select('id')
          .where('worker_id', 'is', null)
          .where('next_due', '<=', '')
          .where(sql<boolean>`id = any(${[]})`)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'workspace_id']),
);

/**
 * Leases a channel, or keeps it when this worker has it already.
 * @returns false when another worker has it
 * @throws Error when the worker was taken for dead (foreign key)
 */
export async function leaseChannel(db: Queryable, { id, workspace_id }: Channel, workerId: string): Promise<boolean> {
  return (await takenChannels(db, id, workspace_id, workerId, workerId, workerId)).length > 0;
}

const takenChannels = prepare<
  [id: string, workspaceId: string, workerId: string, workerId: string, workerId: string],
  Pick<Channel, 'id'>
>((db) =>
  db
    .insertInto('channel')
    .values({ id: '', workspace_id: '', worker_id: '' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ worker_id: '' })
        .where(({ or, eb }) => or([eb('channel.worker_id', 'is', null), eb('channel.worker_id', '=', '')])),
    )
    .returning('id'),
);

/** Lists the channels that a worker has leased. */
export function listLeasedChannels(db: Queryable, workerId: string): Promise<Channel[]> {
  return db.selectFrom('channel').select(['id', 'workspace_id']).where('worker_id', '=', workerId).execute();
}

/** Gives a channel back for which nothing waits. @returns false when something waits, and nothing changes */
export async function freeIdleChannel(db: Queryable, { id }: Channel, workerId: string): Promise<boolean> {
  return (await idleChannels(db, id, workerId)).length > 0;
}

const idleChannels = prepare<[id: string, workerId: string], Pick<Channel, 'id'>>((db) =>
  db
    .deleteFrom('channel')
    .where('id', '=', '')
    .where('worker_id', '=', '')
    .where('next_due', 'is', null)
    .returning('id'),
);

/** Gives a channel back and computes when it is due next. Deletes the row of a channel for which nothing waits. */
export async function freeChannel(trx: Queryable, channel: Channel, workerId: string | null): Promise<void> {
  // Locked before the due times are read: what is stored meanwhile waits for the lock and then finds the channel free.
  const [found] = await lockedChannels(trx, channel.id);
  if (found?.worker_id !== workerId) return;
  const next = await nextDue(trx, channel);
  if (next === null) await deletedChannels(trx, channel.id);
  else await freedChannels(trx, next, null, channel.id);
}

const lockedChannels = prepare<[id: string], Pick<ChannelTable, 'worker_id'>>((trx) => {
  const row = trx.selectFrom('channel').select('worker_id').where('id', '=', '');
  return dialectOf(trx) === 'postgres' ? row.forUpdate() : row;
});

const deletedChannels = prepare<[id: string], unknown>((trx) => trx.deleteFrom('channel').where('id', '=', ''));

const freedChannels = prepare<[due: string, none: null, id: string], unknown>((trx) =>
  trx.updateTable('channel').set({ next_due: '', worker_id: null }).where('id', '=', ''),
);

/** Returns the instant at which something of a channel is due, null without any. */
async function nextDue(db: Queryable, { id }: Channel): Promise<string | null> {
  const [first] = await dueInstants(db, id, 1, id, 1, id, 1);
  return first?.due_at ?? null;
}

type Limited = [channel: string, limit: 1];

const dueInstants = prepare<[...Limited, ...Limited, ...Limited], { due_at: string | null }>((db) => {
  // Postgres plans the first entry of an index faster than `min`.
  const firstOf = (from: ExpressionBuilder<Tables, never>, table: 'post_platform' | 'post_target' | 'removal') =>
    from
      .selectFrom(
        from
          .selectFrom(table)
          .select('due_at')
          .where('channel', '=', '')
          .where('due_at', 'is not', null)
          .orderBy('due_at')
          .limit(1)
          .as(table),
      )
      .select('due_at');
  return db
    .selectFrom((from) =>
      firstOf(from, 'post_platform')
        .unionAll(firstOf(from, 'post_target'))
        .unionAll(firstOf(from, 'removal'))
        .as('waiting'),
    )
    .select('due_at')
    .orderBy('due_at');
});

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
  const one = without.length > 0 ? [id, now, JSON.stringify(without)] : [id, now];
  const [found] = await dueWork(db, String(one.length), [...one, ...one, ...one], (on) => dueWorkQuery(on, one));
  return found && { kind: found.kind, id: found.id };
}

const dueWork = prepareShapes<DueItem>();

/** @param one the parameters of each table: channel, now, and ids to leave out, as JSON */
function dueWorkQuery(db: Queryable, [id, now, without]: readonly string[]) {
  const due = sql`channel = ${id} and due_at <= ${now}`;
  const listed =
    dialectOf(db) === 'sqlite' ? sql`json_each(${without})` : sql`jsonb_array_elements_text(${without}::jsonb)`;
  const dueAs = (column: string) =>
    without === undefined ? due : sql`${due} and ${sql.ref(column)} not in (select value from ${listed})`;
  // In one statement, so that a post that another process begins meanwhile is found as that or as its target.
  const query = sql<DueItem>`select kind, id from (
    select kind, id, due_at, post_id, place from (
      select 'target' as kind, id, due_at, post_id, case when state = 'unknown' then 1 else 0 end as place from post_target
      where ${dueAs('id')} order by place, due_at, post_id, part limit 1) as target
    union all select kind, id, due_at, post_id, place from (
      select 'post' as kind, post_id as id, due_at, post_id, 0 as place from post_platform
      where ${dueAs('post_id')} order by due_at, post_id limit 1) as post
    union all select kind, id, due_at, post_id, place from (
      select 'removal' as kind, target_id as id, due_at, target_id as post_id, 2 as place from removal
      where ${dueAs('target_id')} order by due_at limit 1) as removal
  ) as due order by place, due_at, post_id, kind desc limit 1`;
  return { compile: () => query.compile(db) };
}

/** Sets when a post that is due is begun in a channel. The end of the lease reads it. */
export async function postponePost(db: Queryable, { id }: Channel, postId: string, until: string): Promise<void> {
  const asked = db.updateTable('post_platform').set({ due_at: until }).where('post_id', '=', postId);
  await asked.where('channel', '=', id).where('due_at', '<', until).execute();
}
