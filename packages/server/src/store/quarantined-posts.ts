import { atomically } from './database/statements.ts';
import { appendPostEvents, postEvent } from './post-events.ts';
import { type PostRow, waitForTurns } from './posts.ts';
import type { Queryable } from './schema.ts';

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

/** Lists the quarantined posts of one workspace, or of all, earliest due first. */
export function listQuarantined(db: Queryable, workspaceId: string | undefined): Promise<PostRow[]> {
  const scheduled = db.selectFrom('post').selectAll().where('status', '=', 'scheduled').orderBy('due_at');
  const quarantined = scheduled.where('held_at', 'is not', null);
  return (workspaceId === undefined ? quarantined : quarantined.where('workspace_id', '=', workspaceId)).execute();
}

/** Ends the quarantine of a post and stores a step. @returns false when the post is not in quarantine */
export function endQuarantine(db: Queryable, id: string, at: string): Promise<boolean> {
  return atomically(db, async (trx) => {
    const freed = await trx
      .updateTable('post')
      .set({ held_at: null })
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .where('held_at', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!freed) return false;
    await appendPostEvents(trx, [postEvent(freed, 'released', at)]);
    await waitForTurns(trx, freed);
    return true;
  });
}
