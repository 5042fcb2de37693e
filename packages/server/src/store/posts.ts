import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { findPostIds, type PostSearch } from './post-search.ts';
import { prepare } from './prepared.ts';
import type { PostStatus, PostTable, PostTargetTable, Queryable } from './schema.ts';

export type PostRow = Selectable<PostTable>;
export type TargetRow = Selectable<PostTargetTable>;
/** What can be changed of a target beside its state. */
export type TargetChange = Omit<Updateable<PostTargetTable>, 'state'>;

/** A post with its targets in the order they were asked for. */
export interface PostWithTargets {
  readonly post: PostRow;
  readonly targets: readonly TargetRow[];
}

/** Belongs in a transaction. */
export async function insertPost(db: Queryable, row: Insertable<PostTable>): Promise<void> {
  await db.insertInto('post').values(row).execute();
  const asked = JSON.parse(row.platforms) as TargetRow['platform'][];
  await db
    .insertInto('post_platform')
    .values(asked.map((platform) => ({ workspace_id: row.workspace_id, platform, post_id: row.id })))
    .execute();
}

export async function insertTargets(db: Queryable, rows: readonly TargetRow[]): Promise<void> {
  await db
    .insertInto('post_target')
    .values([...rows])
    .execute();
}

const postsById = prepare<[id: string, workspaceId: string], PostRow>((db) =>
  db.selectFrom('post').selectAll().where('id', '=', '').where('workspace_id', '=', ''),
);
const targetsOfPost = prepare<[postId: string], TargetRow>((db) =>
  db.selectFrom('post_target').selectAll().where('post_id', '=', '').orderBy('position'),
);

export async function findPost(db: Queryable, workspaceId: string, id: string): Promise<PostWithTargets | undefined> {
  const [post] = await postsById(db, id, workspaceId);
  return post && { post, targets: await targetsOfPost(db, post.id) };
}

function listTargets(db: Queryable, postIds: readonly string[]): Promise<TargetRow[]> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('post_id', 'in', [...postIds])
    .orderBy('post_id')
    .orderBy('position')
    .execute();
}

/** The posts that a search finds, in its order. */
export async function listPosts(db: Queryable, workspaceId: string, search: PostSearch): Promise<PostWithTargets[]> {
  const ids = await findPostIds(db, workspaceId, search);
  if (ids.length === 0) return [];
  const posts = await db.selectFrom('post').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(posts.map((post) => [post.id, post]));
  const byPost = Map.groupBy(await listTargets(db, ids), (target) => target.post_id);
  return ids.flatMap((id) => {
    const post = byId.get(id);
    return post ? [{ post, targets: byPost.get(id) ?? [] }] : [];
  });
}

/** Changes a post that is still in the given status, and due at the given time. False: it is not any more. */
export async function updatePostIn(
  db: Queryable,
  id: string,
  status: PostStatus,
  change: Updateable<PostTable>,
  dueAt?: string | null,
): Promise<boolean> {
  let query = db.updateTable('post').set(change).where('id', '=', id).where('status', '=', status);
  if (dueAt !== undefined) query = query.where('due_at', 'is not distinct from', dueAt);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes a target that is still in one of the given states and as the caller knows it. False: it is not any more. */
export async function updateTargetIn(
  db: Queryable,
  target: { readonly id: string; readonly attempt: number; readonly workerId?: string | null },
  states: readonly TargetRow['state'][],
  change: Updateable<PostTargetTable>,
): Promise<boolean> {
  let query = db
    .updateTable('post_target')
    .set(change)
    .where('id', '=', target.id)
    .where('attempt', '=', target.attempt)
    .where('state', 'in', [...states]);
  if (target.workerId !== undefined) query = query.where('worker_id', 'is not distinct from', target.workerId);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a target that waits, or whose process died, this worker's. False: somebody else was first. */
export async function adoptTarget(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt' | 'state' | 'worker_id'>,
  adopted: { readonly worker_id: string; readonly connection_id?: string; readonly account?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_target')
    .set({ ...adopted, not_before: null })
    .where('id', '=', target.id)
    .where('attempt', '=', target.attempt)
    .where('state', '=', target.state)
    .where('worker_id', 'is not distinct from', target.worker_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes what is told of a target without moving it. */
export async function annotateTarget(
  db: Queryable,
  id: string,
  change: Pick<Updateable<PostTargetTable>, 'credits' | 'error' | 'code' | 'retryable' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('post_target').set(change).where('id', '=', id).execute();
}

/** Notes how far an attempt is. False: it is not this worker's any more, or not being sent. */
export async function annotateSending(
  db: Queryable,
  target: Pick<TargetRow, 'id' | 'attempt'> & { readonly workerId: string },
  change: Pick<Updateable<PostTargetTable>, 'checkpoint' | 'progress'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post_target')
    .set(change)
    .where('id', '=', target.id)
    .where('attempt', '=', target.attempt)
    .where('state', '=', 'sending')
    .where('worker_id', '=', target.workerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A post is published once none of its targets is on its way. */
export async function finishPost(db: Queryable, postId: string, at: string): Promise<void> {
  await db
    .updateTable('post')
    .set({ status: 'published', updated_at: at })
    .where('id', '=', postId)
    .where('status', '=', 'publishing')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('post_target')
            .select('id')
            .where('post_id', '=', postId)
            .where('state', 'in', ['pending', 'sending']),
        ),
      ),
    )
    .execute();
}

/** Scheduled posts whose time has come, the longest waiting first; some, and those of some profiles, can be left out. */
export function listDuePosts(
  db: Queryable,
  now: string,
  { limit, without }: { limit: number; without: { profiles: readonly string[]; posts: readonly string[] } },
): Promise<PostRow[]> {
  let query = db
    .selectFrom('post')
    .selectAll()
    .where('due_at', 'is not', null)
    .where('due_at', '<=', now)
    .where('status', '=', 'scheduled')
    .where('held_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  if (without.profiles.length > 0) query = query.where('profile_id', 'not in', [...without.profiles]);
  if (without.posts.length > 0) query = query.where('id', 'not in', [...without.posts]);
  return query.execute();
}

/** Keeps scheduled posts from being sent. Returns how many. */
export async function holdScheduled(db: Queryable, at: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('post')
    .set({ held_at: at })
    .where('status', '=', 'scheduled')
    .where('held_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How many held posts there are or were, by when they are due. */
export interface HeldPosts {
  readonly later: number;
  readonly now: number;
  /** Too late to be sent: released, they end as missed. */
  readonly missed: number;
}

/** Held posts, of one workspace or of all, the earliest first. */
export function listHeld(db: Queryable, workspaceId: string | undefined): Promise<PostRow[]> {
  let held = db.selectFrom('post').selectAll().where('status', '=', 'scheduled').where('held_at', 'is not', null);
  if (workspaceId !== undefined) held = held.where('workspace_id', '=', workspaceId);
  return held.orderBy('due_at').execute();
}

/** Lets a held post go out when it is due. False: it is not held any more. */
export async function releasePost(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('post')
    .set({ held_at: null })
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('held_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Held posts by when they are due. */
export function countByDue(
  rows: readonly Pick<PostRow, 'due_at'>[],
  { now, tooLate }: { now: string; tooLate: string },
): HeldPosts {
  const due = rows.map(({ due_at }) => due_at ?? '');
  const missed = due.filter((at) => at < tooLate).length;
  const later = due.filter((at) => at > now).length;
  return { later, missed, now: due.length - missed - later };
}

// The condition of the partial index, word for word: without it the whole table would be read.
const IS_OPEN = sql<boolean>`state in ('pending', 'sending', 'unknown')`;

/** Targets on their way, or of unknown outcome, the oldest first. */
export function listOpenTargets(db: Queryable, state: 'pending' | 'sending' | 'unknown'): Promise<TargetRow[]> {
  return db.selectFrom('post_target').selectAll().where('state', '=', state).where(IS_OPEN).orderBy('id').execute();
}

/** Targets on their way that no living process but this one sends: the others died, or are this one's own leftovers. */
export function listUnattendedTargets(db: Queryable, workerId: string): Promise<TargetRow[]> {
  return db
    .selectFrom('post_target')
    .selectAll()
    .where('state', 'in', ['pending', 'sending'])
    .where(IS_OPEN)
    .where('not_before', 'is', null)
    .where((eb) =>
      eb.or([
        eb('worker_id', 'is', null),
        eb('worker_id', '=', workerId),
        eb('worker_id', 'not in', eb.selectFrom('worker').select('id')),
      ]),
    )
    .orderBy('id')
    .execute();
}

/**
 * Targets that waited for another attempt and have waited long enough, the longest waiting first; some, and those of some
 * connections, can be left out.
 */
export function listPostponedTargets(
  db: Queryable,
  now: string,
  { limit, without }: { limit: number; without: { connections: readonly string[]; targets: readonly string[] } },
): Promise<TargetRow[]> {
  let query = db
    .selectFrom('post_target')
    .selectAll()
    .where('not_before', 'is not', null)
    .where('not_before', '<=', now)
    .where('state', '=', 'pending')
    .orderBy('not_before')
    .orderBy('id')
    .limit(limit);
  if (without.connections.length > 0) {
    query = query.where((eb) =>
      eb.or([eb('connection_id', 'is', null), eb('connection_id', 'not in', [...without.connections])]),
    );
  }
  if (without.targets.length > 0) query = query.where('id', 'not in', [...without.targets]);
  return query.execute();
}

export function findPostRow(db: Queryable, id: string): Promise<PostRow | undefined> {
  return db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listScheduledOfProfile(db: Queryable, workspaceId: string, profileId: string): Promise<PostRow[]> {
  return db
    .selectFrom('post')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'scheduled')
    .where('profile_id', '=', profileId)
    .execute();
}

/** Whether a post of the network is recorded as the result of some target already. */
export async function isKnownPost(
  db: Queryable,
  platform: TargetRow['platform'],
  platformPostId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('post_target')
    .select('id')
    .where('platform_post_id', '=', platformPostId)
    .where('platform', '=', platform)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a hold belongs to a target that is still on its way; its name begins with the target's id. */
export async function isBeingSent(db: Queryable, holdId: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_target')
    .select('id')
    .where('id', '=', holdId.split('.')[0] ?? '')
    .where('state', 'in', ['pending', 'sending'])
    .executeTakeFirst();
  return row !== undefined;
}
