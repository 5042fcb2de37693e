import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** Work of the whole database that waits, or that needs a person. */
export interface Backlog {
  /** Instant at which the longest waiting scheduled post is due; null without one. */
  readonly oldestPost: string | null;
  /** Instant from which the longest waiting target can be sent; null without a pending target. */
  readonly oldestTarget: string | null;
  /** Targets of unknown outcome that are looked for again, and the others. */
  readonly unknown: { readonly due: number; readonly left: number };
  readonly missedPosts: number;
  readonly connectionsToReconnect: number;
}

/**
 * Reads the backlog of all workspaces. Every query reads an index with the rows that are looked for, except that connections
 * are read one by one: there are few.
 */
export async function readBacklog(db: Database): Promise<Backlog> {
  return {
    oldestPost: await findOldestPost(db),
    oldestTarget: await findOldestTarget(db),
    unknown: await countUnknown(db),
    missedPosts: await countMissed(db),
    connectionsToReconnect: await countToReconnect(db),
  };
}

async function findOldestPost(db: Database): Promise<string | null> {
  const scheduled = db.selectFrom('post').select('due_at').where('due_at', 'is not', null);
  const sendable = scheduled.where('status', '=', 'scheduled').where('held_at', 'is', null);
  return (await sendable.orderBy('due_at').limit(1).executeTakeFirst())?.due_at ?? null;
}

// The queries of targets repeat the condition of a partial index, which they would not use otherwise.
const IS_OPEN = sql<boolean>`post_target.state in ('pending', 'sending', 'unknown')`;

async function findOldestTarget(db: Database): Promise<string | null> {
  const { postponed, ready } = await db
    .selectFrom('post_target')
    .select(({ fn }) => [
      fn.min('not_before').as('postponed'),
      fn.min('updated_at').filterWhere('not_before', 'is', null).as('ready'),
    ])
    .where('state', '=', 'pending')
    .where(IS_OPEN)
    // A part of a thread waits for the parts before it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('post_target as earlier')
            .select('earlier.id')
            .whereRef('earlier.post_id', '=', 'post_target.post_id')
            .whereRef('earlier.target', '=', 'post_target.target')
            .whereRef('earlier.part', '<', 'post_target.part')
            .where('earlier.state', 'in', ['pending', 'sending', 'unknown']),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return [postponed, ready].filter((instant) => instant !== null).sort()[0] ?? null;
}

async function countUnknown(db: Database): Promise<Backlog['unknown']> {
  const { due, all } = await db
    .selectFrom('post_target')
    .select(({ fn }) => [fn.countAll().filterWhere('due_at', 'is not', null).as('due'), fn.countAll().as('all')])
    .where('state', '=', 'unknown')
    .where(IS_OPEN)
    .executeTakeFirstOrThrow();
  return { due: Number(due), left: Number(all) - Number(due) };
}

async function countMissed(db: Database): Promise<number> {
  // Workspace by workspace, as the index is ordered: over all at once, the whole table would be read.
  const { rows } = await sql<{ missed: number | string }>`
    select coalesce(sum(
      (select count(*) from post where post.workspace_id = workspace.id and post.status = 'missed')
    ), 0) as missed from workspace`.execute(db);
  return Number(rows[0]?.missed);
}

async function countToReconnect(db: Database): Promise<number> {
  const all = db.selectFrom('connection').select(({ fn }) => fn.countAll().as('count'));
  return Number((await all.where('state', '=', 'needs_reconnect').executeTakeFirstOrThrow()).count);
}
