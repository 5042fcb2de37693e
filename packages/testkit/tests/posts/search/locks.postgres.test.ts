import { useResource } from '@social/testkit';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../../server/src/clock.ts';
import { createSearchIndex } from '../../../../server/src/services/posts/search-index.ts';
import { lockName, lockWorkspace } from '../../../../server/src/store/database/locks.ts';
import { insertPost, type PostRow, relabelPost } from '../../../../server/src/store/posts/posts.ts';
import { countQueued, queuePost } from '../../../../server/src/store/search/search-index.ts';
import { createBareDatabase } from '../../credits/bare-database.ts';
import { makeSamplePosts } from './sample-posts.ts';

const bare = useResource(createBareDatabase);

test('new labels and the end of a publish do not wait for each other in a circle', async () => {
  const { db, workspaceId } = bare;
  const [post] = makeSamplePosts(workspaceId, 1).posts as [PostRow];
  await db.transaction().execute((trx) => insertPost(trx, post));
  const ending = await db.startTransaction().execute();
  await lockWorkspace(ending, workspaceId);
  const labelling = relabelPost(db, post, ['new'], post.updated_at);
  await vi.waitFor(async () => {
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect((await waiting.execute(db)).rows).toHaveLength(1);
  }, 15_000);
  await ending.updateTable('post').set({ status: 'published' }).where('id', '=', post.id).execute();
  await ending.commit().execute();
  await labelling;
  const labels = db.selectFrom('post_label').select('label').where('post_id', '=', post.id);
  expect(await labels.execute()).toEqual([{ label: 'new' }]);
});

test('a process that does not have the index leaves the queue to the one that has it', async () => {
  const { db } = bare;
  await queuePost(db, 'a post');
  const queued = await countQueued(db);
  const other = await db.startTransaction().execute();
  await lockName(other, 'search index');
  const index = createSearchIndex({ db, clock: systemClock });
  await index.catchUp(new AbortController().signal);
  expect(await countQueued(db)).toBe(queued);
  await other.rollback().execute();
  await index.catchUp(new AbortController().signal);
  expect(await countQueued(db)).toBe(0);
});
