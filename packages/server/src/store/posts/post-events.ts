import type { Selectable, Updateable } from 'kysely';
import { newId } from '../../ids.ts';
import { columns, insertRows, prepare } from '../database/prepared.ts';
import type { PostEventTable, PostTable, PostTargetTable, Queryable } from '../schema.ts';

type PostEventRow = Selectable<PostEventTable>;
export type PostEventKind = PostEventTable['kind'];

/** Details of a step. The post's owner sees all of them. */
export interface PostEventDetails {
  readonly part?: number;
  /** Short name of the account. */
  readonly target?: string;
  readonly scheduledFor?: string;
  readonly nextAttemptAt?: string;
  readonly error?: string;
  readonly code?: string;
  readonly url?: string;
}

/** A step of a post or of one of its platforms. */
export type PostStep = Pick<PostEventRow, 'platform' | 'kind' | 'attempt' | 'at'> & {
  readonly details: PostEventDetails;
};

/** A step that is about to be stored. */
export type NewPostEvent = PostStep & Pick<PostEventRow, 'workspace_id' | 'post_id'>;

/** Stores steps, those of a post in one row. Must run in the transaction of the changes that the steps describe. */
export async function appendPostEvents(db: Queryable, events: readonly NewPostEvent[]): Promise<void> {
  const ofPosts = [...Map.groupBy(events, (event) => event.post_id).values()];
  const [first, ...others] = ofPosts.flatMap(([step, ...further]) => (step ? [toRow(step, further)] : []));
  if (first) await insertRows(db, 'post_event', [first, ...others]);
}

function toRow(event: NewPostEvent, further: readonly NewPostEvent[]): PostEventRow {
  const { workspace_id, post_id, platform, kind, attempt, at } = event;
  const details = JSON.stringify(event.details);
  const steps = further.map(({ workspace_id: _, post_id: __, ...step }) => step);
  return {
    ...{ id: newId(), workspace_id, post_id, platform, kind, attempt, at },
    details: details === '{}' ? null : details,
    further: steps.length > 0 ? JSON.stringify(steps) : null,
  };
}

const COLUMNS = columns('id workspace_id post_id platform kind attempt at details further');

const latestOfPost = prepare<[postId: string, limit: number], PostEventRow>((db) =>
  db.selectFrom('post_event').select(COLUMNS).where('post_id', '=', '').orderBy('id', 'desc').limit(0),
);

/** Lists the last steps of a post, at most `limit`, oldest first. */
export async function listPostEvents(db: Queryable, postId: string, limit: number): Promise<PostStep[]> {
  const rows = await latestOfPost(db, postId, limit);
  return rows.reverse().flatMap(toSteps).slice(-limit);
}

/** Lists the steps of the posts of a workspace after a step, oldest first. */
export function listStepsAfter(
  db: Queryable,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<{ id: string; post_id: string }[]> {
  const steps = db.selectFrom('post_event').select(['id', 'post_id']).where('workspace_id', '=', workspaceId);
  return steps.where('id', '>', after).orderBy('id').limit(limit).execute();
}

function toSteps({ platform, kind, attempt, at, details, further }: PostEventRow): PostStep[] {
  const first = { platform, kind, attempt, at, details: JSON.parse(details ?? '{}') as PostEventDetails };
  return [first, ...(JSON.parse(further ?? '[]') as PostStep[])];
}

/**
 * Makes the step that describes a change of a target.
 * @param target target before the change
 * @param change columns that the change sets
 */
export function targetEvent(
  target: Pick<PostTargetTable, 'workspace_id' | 'post_id' | 'platform' | 'account_name' | 'part' | 'attempt'>,
  change: Updateable<PostTargetTable> & Pick<PostTargetTable, 'state' | 'updated_at'>,
): NewPostEvent {
  const { state, not_before: nextAttemptAt, error, code, url } = change;
  const isPostponed = state === 'pending' && typeof nextAttemptAt === 'string';
  const { workspace_id, post_id, platform, part } = target;
  const name = change.account_name ?? target.account_name;
  return {
    ...{ workspace_id, post_id, platform, kind: isPostponed ? 'postponed' : state, at: change.updated_at },
    // A postponed step names the attempt that failed, not the next one.
    attempt: isPostponed ? target.attempt : (change.attempt ?? target.attempt),
    details: {
      ...(part > 1 && { part }),
      ...(name !== null && { target: name }),
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
