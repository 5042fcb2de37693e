import { atomically } from './atomically.ts';
import { appendPostEvent, postEvent } from './post-events.ts';
import type { PostRow } from './posts.ts';
import type { Queryable } from './schema.ts';

/** Keeps scheduled posts from being sent, and notes it. Returns how many. */
export function holdScheduled(db: Queryable, at: string): Promise<number> {
  return atomically(db, async (trx) => {
    const held = await trx
      .updateTable('post')
      .set({ held_at: at })
      .where('status', '=', 'scheduled')
      .where('held_at', 'is', null)
      .returning(['id', 'workspace_id'])
      .execute();
    for (const post of held) await appendPostEvent(trx, postEvent(post, 'held', at));
    return held.length;
  });
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

/** Lets a held post go out when it is due, and notes it. False: it is not held any more. */
export function releasePost(db: Queryable, id: string, at: string): Promise<boolean> {
  return atomically(db, async (trx) => {
    const released = await trx
      .updateTable('post')
      .set({ held_at: null })
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .where('held_at', 'is not', null)
      .returning(['id', 'workspace_id'])
      .executeTakeFirst();
    if (released) await appendPostEvent(trx, postEvent(released, 'released', at));
    return released !== undefined;
  });
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
