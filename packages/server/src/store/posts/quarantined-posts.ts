import { lockRows } from '../database/locks.ts';
import { atomically } from '../database/statements.ts';
import type { Queryable } from '../schema.ts';
import { appendPostEvents, postEvent } from './post-events.ts';
import { type PostRow, waitInChannels } from './posts.ts';

// A quarantined post is a scheduled post of a restored backup that is not sent before an operator releases it.

/** Quarantines every scheduled post and stores a step for each. @returns number of posts */
export function quarantineScheduled(db: Queryable, at: string): Promise<number> {
  return atomically(db, async (trx) => {
    const quarantined = await trx
      .updateTable('post')
      .set({ held_at: at })
      .where('status', '=', 'scheduled')
      .where('held_at', 'is', null)
      .returning(['id', 'workspace_id'])
      .execute();
    await trx.updateTable('post_platform').set({ due_at: null }).where('due_at', 'is not', null).execute();
    await appendPostEvents(
      trx,
      quarantined.map((post) => postEvent(post, 'held', at)),
    );
    return quarantined.length;
  });
}

/** Lists the quarantined posts. */
export function listQuarantined(db: Queryable): Promise<PostRow[]> {
  return selectQuarantined(db).execute();
}

/** Lists the scheduled posts that are not in quarantine. */
export function listWaiting(db: Queryable): Promise<PostRow[]> {
  return db.selectFrom('post').selectAll().where('status', '=', 'scheduled').where('held_at', 'is', null).execute();
}

/** Lists the quarantined posts of one workspace, or of all, and locks them. */
export function lockQuarantined(trx: Queryable, workspaceId: string | undefined): Promise<PostRow[]> {
  const quarantined = selectQuarantined(trx).orderBy('id');
  const wanted = workspaceId === undefined ? quarantined : quarantined.where('workspace_id', '=', workspaceId);
  return lockRows(trx, wanted).execute();
}

function selectQuarantined(db: Queryable) {
  return db.selectFrom('post').selectAll().where('status', '=', 'scheduled').where('held_at', 'is not', null);
}

/** Ends the quarantine of posts that the transaction has locked, and stores a step for each. */
export async function endQuarantine(trx: Queryable, posts: readonly PostRow[], at: string): Promise<void> {
  for (const { id } of posts) await trx.updateTable('post').set({ held_at: null }).where('id', '=', id).execute();
  await appendPostEvents(
    trx,
    posts.map((post) => postEvent(post, 'released', at)),
  );
  const released = posts.map((post) => ({ ...post, held_at: null }));
  await waitInChannels(trx, released);
}
