import type { Selectable, Updateable } from 'kysely';
import { newId } from '../ids.ts';
import { prepare } from './database/prepared.ts';
import type { PostEventTable, PostTable, PostTargetTable, Queryable } from './schema.ts';

export type PostEventRow = Selectable<PostEventTable>;
export type PostEventKind = PostEventTable['kind'];

/** Details of a step. The post's owner sees all of them. */
export interface PostEventDetails {
  readonly part?: number;
  readonly scheduledFor?: string;
  readonly nextAttemptAt?: string;
  readonly error?: string;
  readonly code?: string;
  readonly url?: string;
}

/** A step that is about to be stored. */
export type NewPostEvent = Omit<PostEventRow, 'id' | 'details'> & { readonly details: PostEventDetails };

// In the order of the columns of the prepared insert.
const COLUMNS = ['id', 'workspace_id', 'post_id', 'platform', 'kind', 'attempt', 'at', 'details'] as const;
const insertPrepared = prepare<PostEventRow[(typeof COLUMNS)[number]][], unknown>((db) =>
  db.insertInto('post_event').values({
    ...{ id: '', workspace_id: '', post_id: '', platform: '', kind: 'created', attempt: 0, at: '', details: '' },
  }),
);

/** Stores a step. Must run in the transaction of the change that the step describes. */
export async function appendPostEvent(db: Queryable, event: NewPostEvent): Promise<void> {
  const details = JSON.stringify(event.details);
  const row: PostEventRow = { ...event, id: newId(), details: details === '{}' ? null : details };
  await insertPrepared(db, ...COLUMNS.map((column) => row[column]));
}

const latestOfPost = prepare<[postId: string, limit: number], PostEventRow>((db) =>
  db.selectFrom('post_event').selectAll().where('post_id', '=', '').orderBy('id', 'desc').limit(0),
);

/** Lists the last steps of a post, at most `limit`, oldest first. */
export async function listPostEvents(db: Queryable, postId: string, limit: number): Promise<PostEventRow[]> {
  return (await latestOfPost(db, postId, limit)).reverse();
}

/**
 * Makes the step that describes a change of a target.
 * @param target target before the change
 * @param change columns that the change sets
 */
export function targetEvent(
  target: Pick<PostTargetTable, 'workspace_id' | 'post_id' | 'platform' | 'part' | 'attempt'>,
  change: Updateable<PostTargetTable> & Pick<PostTargetTable, 'state' | 'updated_at'>,
): NewPostEvent {
  const { state, not_before: nextAttemptAt, error, code, url } = change;
  const isPostponed = state === 'pending' && typeof nextAttemptAt === 'string';
  const { workspace_id, post_id, platform, part } = target;
  return {
    ...{ workspace_id, post_id, platform, kind: isPostponed ? 'postponed' : state, at: change.updated_at },
    // A postponed step names the attempt that failed, not the next one.
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

/** Makes a step of a whole post. */
export function postEvent(
  post: Pick<PostTable, 'id' | 'workspace_id'>,
  kind: PostEventKind,
  at: string,
  details: PostEventDetails = {},
): NewPostEvent {
  return { workspace_id: post.workspace_id, post_id: post.id, platform: null, kind, attempt: null, at, details };
}
