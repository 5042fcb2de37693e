import type { Selectable, Updateable } from 'kysely';
import { newId } from '../ids.ts';
import { prepare } from './prepared.ts';
import type { PostEventTable, PostTable, PostTargetTable, Queryable } from './schema.ts';

export type PostEventRow = Selectable<PostEventTable>;
export type PostEventKind = PostEventTable['kind'];

/** What a step tells beside its kind; all of it is shown to the post's owner. */
export interface PostEventDetails {
  readonly part?: number;
  readonly scheduledFor?: string;
  readonly nextAttemptAt?: string;
  readonly error?: string;
  readonly code?: string;
  readonly url?: string;
}

/** A step that is about to be noted. */
export type NewPostEvent = Omit<PostEventRow, 'id' | 'details'> & { readonly details: PostEventDetails };

const insertPrepared = prepare<
  [
    id: string,
    workspaceId: string,
    postId: string,
    platform: string | null,
    kind: PostEventKind,
    attempt: number | null,
    at: string,
    details: string | null,
  ],
  unknown
>((db) =>
  db.insertInto('post_event').values({
    ...{ id: '', workspace_id: '', post_id: '', platform: '', kind: 'created', attempt: 0, at: '', details: '' },
  }),
);

/** Notes a step. Belongs in the transaction of what it tells of. */
export async function appendPostEvent(db: Queryable, event: NewPostEvent): Promise<void> {
  const details = JSON.stringify(event.details);
  const { workspace_id, post_id, platform, kind, attempt, at } = event;
  await insertPrepared(
    db,
    newId(),
    workspace_id,
    post_id,
    platform,
    kind,
    attempt,
    at,
    details === '{}' ? null : details,
  );
}

const latestOfPost = prepare<[postId: string, limit: number], PostEventRow>((db) =>
  db.selectFrom('post_event').selectAll().where('post_id', '=', '').orderBy('id', 'desc').limit(0),
);

/** The last steps of a post, at most `limit`, the oldest first. */
export async function listPostEvents(db: Queryable, postId: string, limit: number): Promise<PostEventRow[]> {
  return (await latestOfPost(db, postId, limit)).reverse();
}

/** The step that a target's new columns are; `attempt` is the one that it was known by before. */
export function targetEvent(
  target: Pick<PostTargetTable, 'workspace_id' | 'post_id' | 'platform' | 'part' | 'attempt'>,
  change: Updateable<PostTargetTable> & Pick<PostTargetTable, 'state' | 'updated_at'>,
): NewPostEvent {
  const { state, not_before: nextAttemptAt, error, code, url } = change;
  const isPostponed = state === 'pending' && typeof nextAttemptAt === 'string';
  const { workspace_id, post_id, platform, part } = target;
  return {
    ...{ workspace_id, post_id, platform, kind: isPostponed ? 'postponed' : state, at: change.updated_at },
    // What is postponed is told of the attempt that came to nothing.
    attempt: isPostponed ? target.attempt : (change.attempt ?? target.attempt),
    details: {
      ...(part > 1 && { part }),
      ...(isPostponed && { nextAttemptAt }),
      ...(error && { error }),
      ...(code && { code }),
      ...(state === 'published' && url && { url }),
    },
  };
}

/** The step of a post as a whole. */
export function postEvent(
  post: Pick<PostTable, 'id' | 'workspace_id'>,
  kind: PostEventKind,
  at: string,
  details: PostEventDetails = {},
): NewPostEvent {
  return { workspace_id: post.workspace_id, post_id: post.id, platform: null, kind, attempt: null, at, details };
}
