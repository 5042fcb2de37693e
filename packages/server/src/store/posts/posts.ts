import { platformOf, type Target } from '@social/types';
import { type Expression, type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { lockName, lockRows, lockWorkspace } from '../database/locks.ts';
import { columns, insertRows, prepare, prepareIn } from '../database/prepared.ts';
import { atomically } from '../database/statements.ts';
import type { PostPlatformTable, PostStatus, PostTable, Queryable, Tables } from '../schema.ts';
import { queuePost } from '../search/search-index.ts';
import { type DueChannel, markDue } from '../targets/channels.ts';
import { listTargets, type TargetRow, targetsOfPost } from '../targets/targets.ts';
import { appendPostEvents, type NewPostEvent, postEvent } from './post-events.ts';
import { IS_UNSENT, UNSENT } from './post-filters.ts';

export type PostRow = Selectable<PostTable>;

const COLUMNS = columns(
  'id workspace_id profile_id profile_slug text thread platforms media_urls media poll comments meta settings disclosures overrides fit_media copy_media source',
  'labels status scheduled_for due_at held_at happens_at copies copies_due_at copier_id from_slot unsent_bytes limited_by',
  'idempotency_key approval created_at updated_at',
);

/** New values of a post's columns; `updated_at` is the instant of the change. */
export type PostChange = Omit<Updateable<PostTable>, 'from_slot'> &
  Pick<PostTable, 'updated_at'> & { readonly from_slot?: number | Expression<number> };

/** A post with its targets in the order of the request. */
export interface PostWithTargets {
  readonly post: PostRow;
  readonly targets: readonly TargetRow[];
}

/**
 * Stores a post and the targets it was requested for. Must run in a transaction. The caller stores the first step.
 * @param channels channels in which a scheduled post is begun, by target
 */
export async function insertPost(
  trx: Queryable,
  row: PostRow,
  channels: ReadonlyMap<Target, string> = new Map(),
): Promise<void> {
  const { id: post_id, workspace_id, due_at } = row;
  const asked = (JSON.parse(row.platforms) as Target[]).map((target) => ({
    workspace_id,
    platform: platformOf(target),
    post_id,
    target,
    channel: channels.get(target) ?? null,
    due_at,
  }));
  await insertRows(trx, 'post', [row]);
  const [first, ...others] = asked;
  if (first) await insertRows(trx, 'post_platform', [first, ...others]);
  if (row.labels !== null) await insertLabels(trx, row, JSON.parse(row.labels) as string[]);
  await markDue(trx, asked.flatMap(dueChannelOf));
}

async function insertLabels(
  trx: Queryable,
  { id: post_id, workspace_id }: Pick<PostRow, 'id' | 'workspace_id'>,
  labels: readonly string[],
): Promise<void> {
  const [first, ...others] = labels.map((label) => ({ workspace_id, label, post_id }));
  if (first) await insertRows(trx, 'post_label', [first, ...others]);
}

/** Gives a post these labels in place of those it has. Locks the post and its workspace. */
export function relabelPost(
  db: Queryable,
  { id, workspace_id }: Pick<PostRow, 'id' | 'workspace_id'>,
  labels: readonly string[],
  at: string,
): Promise<void> {
  return atomically(db, async (trx) => {
    // See the order of locks in locks.ts.
    await lockScheduled(trx, id);
    await lockWorkspace(trx, workspace_id);
    // Another call may have changed the labels since the post was read.
    const post = await lockRows(trx, trx.selectFrom('post').selectAll().where('id', '=', id)).executeTakeFirst();
    if (!post) return;
    const change = { labels: labels.length > 0 ? JSON.stringify(labels) : null, updated_at: at };
    await trx.updateTable('post').set(change).where('id', '=', post.id).execute();
    const former = JSON.parse(post.labels ?? '[]') as string[];
    if (former.length > 0) {
      const had = trx.deleteFrom('post_label').where('workspace_id', '=', post.workspace_id);
      await had.where('label', 'in', former).where('post_id', '=', post.id).execute();
    }
    await insertLabels(trx, post, labels);
    await queuePost(trx, post.id);
  });
}

/** Has a post begun in its channels when it is due, whatever their rows say. */
export function syncDue(db: Queryable, postId: string): Promise<void> {
  return atomically(db, async (trx) => {
    const row = trx.selectFrom('post').selectAll().where('id', '=', postId);
    // Locked as by a call that moves the post, so that neither of them stores an earlier time over a later one.
    await waitInChannels(trx, await lockRows(trx, row).execute());
  });
}

/** Has each post begun in its channels when it is due, and none that no longer waits for its time. */
export async function waitInChannels(trx: Queryable, posts: readonly PostRow[]): Promise<void> {
  const waiting: WaitingRow[] = [];
  for (const post of posts) {
    const asked = trx
      .updateTable('post_platform')
      .set({ due_at: waitsUntil(post) })
      .where(isAskedFor(post));
    waiting.push(...(await asked.returning(['channel', 'workspace_id', 'due_at']).execute()));
  }
  await markDue(trx, waiting.flatMap(dueChannelOf));
}

/** Lists the channels in which a scheduled post is begun, by target. */
export async function channelsOfPost(db: Queryable, post: AskingPost): Promise<Map<Target, string | null>> {
  const query = db.selectFrom('post_platform').select(['target', 'channel']).where(isAskedFor(post));
  return new Map((await query.execute()).map(({ target, channel }) => [target, channel]));
}

type AskingPost = Pick<PostRow, 'id' | 'workspace_id' | 'platforms'>;

/** Condition for the targets that a post was requested for. With their platforms, since the key of the table begins with these. */
function isAskedFor({ id, workspace_id, platforms }: AskingPost) {
  const asked = (JSON.parse(platforms) as Target[]).map(platformOf);
  return ({ and, eb }: ExpressionBuilder<Tables, 'post_platform'>) =>
    and({ workspace_id, post_id: id }).and(eb('platform', 'in', asked));
}

/** Reads the channels to which the targets of a post are bound; null for a target that is bound to none. */
export async function boundChannels(
  db: Queryable,
  { post, targets }: Pick<PostWithTargets, 'post' | 'targets'>,
): Promise<Map<Target, string | null>> {
  const bound = await channelsOfPost(db, post);
  for (const { target, channel } of targets) if (channel !== null) bound.set(target, channel);
  return bound;
}

/** Returns the instant at which a post is begun, null when it does not wait for one. */
function waitsUntil({ status, held_at, due_at }: PostRow): string | null {
  return status === 'scheduled' && held_at === null ? due_at : null;
}

type WaitingRow = Pick<Selectable<PostPlatformTable>, 'channel' | 'workspace_id' | 'due_at'>;

function dueChannelOf({ channel: id, workspace_id, due_at }: WaitingRow): DueChannel[] {
  return id === null || due_at === null ? [] : [{ id, workspace_id, due_at }];
}

/** Makes the first step of a new post. */
export function firstStepOf(post: PostRow): NewPostEvent {
  const { status, scheduled_for: scheduledFor, created_at: at } = post;
  const isScheduled = status === 'scheduled' && scheduledFor !== null;
  return isScheduled ? postEvent(post, 'scheduled', at, { scheduledFor }) : postEvent(post, 'created', at);
}

const postsById = prepare<[id: string, workspaceId: string], PostRow>((db) =>
  db.selectFrom('post').select(COLUMNS).where('id', '=', '').where('workspace_id', '=', ''),
);

export async function findPost(db: Queryable, workspaceId: string, id: string): Promise<PostWithTargets | undefined> {
  const [post] = await postsById(db, id, workspaceId);
  if (!post) return undefined;
  const targets = await targetsOfPost(db, post.id);
  // Only a post that was deleted between the two reads has begun and has no targets.
  return targets.length > 0 || UNSENT.includes(post.status) ? { post, targets } : undefined;
}

const postsByIds = prepareIn<PostRow>((db, ids) => db.selectFrom('post').select(COLUMNS).where('id', 'in', ids));

/** Lists posts in the order of their ids as given. Leaves out those that are gone. */
export async function listPostsById(db: Queryable, ids: readonly string[]): Promise<PostWithTargets[]> {
  if (ids.length === 0) return [];
  const posts = await postsByIds(db, ids);
  const byId = new Map(posts.map((post) => [post.id, post]));
  const byPost = Map.groupBy(await listTargets(db, ids), (target) => target.post_id);
  return ids.flatMap((id) => {
    const post = byId.get(id);
    return post ? [{ post, targets: byPost.get(id) ?? [] }] : [];
  });
}

/**
 * Changes a post that still has the given status and due time. Stores a step when the post ends unsent or gets another time.
 * @returns false when the post has another status or due time; nothing changes then
 */
export async function updatePostIn(
  db: Queryable,
  id: string,
  status: PostStatus,
  change: PostChange,
  dueAt?: string | null,
): Promise<boolean> {
  return atomically(db, async (trx) => {
    let query = trx.updateTable('post').set(change).where('id', '=', id).where('status', '=', status);
    if (dueAt !== undefined) query = query.where('due_at', 'is not distinct from', dueAt);
    const changed = await query.returningAll().executeTakeFirst();
    if (!changed) return false;
    if (change.due_at !== undefined || change.held_at !== undefined) await waitInChannels(trx, [changed]);
    const { status: now, scheduled_for: scheduledFor, updated_at: at } = change;
    if (now === 'canceled' || now === 'missed') await appendPostEvents(trx, [postEvent(changed, now, at)]);
    if (scheduledFor) await appendPostEvents(trx, [postEvent(changed, 'rescheduled', at, { scheduledFor })]);
    return true;
  });
}

const begunPosts = prepare<
  [
    status: PostStatus,
    none: null,
    none: null,
    kept: number,
    at: string,
    id: string,
    from: PostStatus,
    due: string | null,
  ],
  Pick<PostRow, 'id'>
>((db) =>
  db
    .updateTable('post')
    .set(({ eb }) => ({
      status: 'publishing',
      due_at: null,
      copies_due_at: null,
      unsent_bytes: eb('unsent_bytes', '*', 1),
      updated_at: '',
    }))
    .where('id', '=', '')
    .where('status', '=', 'scheduled')
    .where('due_at', 'is not distinct from', '')
    .returning('id'),
);

/**
 * Begins a post at its due time. @param isSent set when a network may get it, so that it no longer counts as unsent
 * @returns false when the post has another status or due time; nothing changes then
 */
export async function beginDuePost(
  trx: Queryable,
  post: AskingPost & Pick<PostRow, 'due_at'>,
  { isSent, at }: { readonly isSent: boolean; readonly at: string },
): Promise<boolean> {
  const begun = await begunPosts(trx, 'publishing', null, null, isSent ? 0 : 1, at, post.id, 'scheduled', post.due_at);
  if (begun.length > 0) await trx.updateTable('post_platform').set({ due_at: null }).where(isAskedFor(post)).execute();
  return begun.length > 0;
}

/** The `from_slot` of a post that moves to an instant: it leaves its slot, unless that is the same instant. */
export function keptSlot(happensAt: string): Expression<number> {
  return sql<number>`case when happens_at = ${happensAt} then from_slot else 0 end`;
}

/** Ends a post: sets it to `published` once none of its targets is pending or being sent, however they ended. @returns the post, if it has ended */
export async function finishPost(db: Queryable, postId: string, at: string): Promise<PostRow | undefined> {
  return (await finishedPosts(db, 'published', at, postId, 'publishing', postId, 'pending', 'sending'))[0];
}

const finishedPosts = prepare<
  [to: PostStatus, at: string, id: string, from: PostStatus, id: string, ...open: TargetRow['state'][]],
  PostRow
>((db) =>
  db
    .updateTable('post')
    .set({ status: 'published', updated_at: '' })
    .where('id', '=', '')
    .where('status', '=', 'publishing')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('post_target').select('id').where('post_id', '=', '').where('state', 'in', ['pending', 'sending']),
        ),
      ),
    )
    .returning(COLUMNS),
);

/** Counts a workspace's scheduled posts, and sums the bytes of these and of posts created since `since` and never sent. */
export async function sumUnsentPosts(
  db: Queryable,
  workspaceId: string,
  since: string,
): Promise<{ scheduled: number; bytes: number }> {
  const { scheduled, bytes } = await db
    .selectFrom('post')
    .select(({ fn }) => [
      fn.countAll().filterWhere('status', '=', 'scheduled').as('scheduled'),
      fn.sum('unsent_bytes').as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where(({ or, eb }) => or([eb('status', '=', 'scheduled'), eb('created_at', '>', since)]))
    // Repeats the condition of the partial index: with a parameter instead of the literal, SQLite does not use the index.
    .where('unsent_bytes', '>', ({ lit }) => lit(0))
    .executeTakeFirstOrThrow();
  return { scheduled: Number(scheduled), bytes: Number(bytes ?? 0) };
}

const postRows = prepare<[id: string], PostRow>((db) => db.selectFrom('post').select(COLUMNS).where('id', '=', ''));

export async function findPostRow(db: Queryable, id: string): Promise<PostRow | undefined> {
  return (await postRows(db, id))[0];
}

/** A scheduled post, with what decides whether it begins. */
export interface PostToBegin {
  readonly post: PostRow;
  readonly plan: string;
  /** End of the workspace's period. */
  readonly periodEnd: string;
  /** Profile of the post; null when it was deleted. */
  readonly profile: { readonly id: string; readonly name: string } | null;
}

const postsToBegin = prepare<[id: string], PostRow & { plan: string; period_end: string; profile_name: string | null }>(
  (db) =>
    db
      .selectFrom('post')
      .innerJoin('workspace', 'workspace.id', 'post.workspace_id')
      .leftJoin('profile', (on) =>
        on.onRef('profile.id', '=', 'post.profile_id').onRef('profile.workspace_id', '=', 'post.workspace_id'),
      )
      .select(COLUMNS.map((column) => `post.${column}` as const))
      .select(['workspace.plan', 'workspace.period_end', 'profile.name as profile_name'])
      .where('post.id', '=', ''),
);

export async function findPostToBegin(db: Queryable, id: string): Promise<PostToBegin | undefined> {
  const [found] = await postsToBegin(db, id);
  if (!found) return undefined;
  const { plan, period_end: periodEnd, profile_name: name, ...post } = found;
  return { post, plan, periodEnd, profile: name === null ? null : { id: post.profile_id, name } };
}

/**
 * Has retries and removals of a post run one after another, until the transaction ends. Locks no row: the end of a target locks the
 * workspace before the post.
 */
export function lockParts(trx: Queryable, postId: string): Promise<void> {
  return lockName(trx, `parts of ${postId}`);
}

/** Locks a post that waits for its time. @returns undefined when it does not wait */
export function lockScheduled(trx: Queryable, id: string): Promise<PostRow | undefined> {
  const scheduled = trx.selectFrom('post').selectAll().where('id', '=', id).where('status', '=', 'scheduled');
  return lockRows(trx, scheduled).executeTakeFirst();
}

export function lockScheduledOfProfile(trx: Queryable, workspaceId: string, profileId: string): Promise<PostRow[]> {
  const scheduled = trx.selectFrom('post').selectAll().where('status', '=', 'scheduled').where(IS_UNSENT);
  const ofProfile = scheduled.where('workspace_id', '=', workspaceId).where('profile_id', '=', profileId);
  return lockRows(trx, ofProfile.orderBy('id')).execute();
}
