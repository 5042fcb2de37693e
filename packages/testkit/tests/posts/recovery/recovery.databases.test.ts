import { setTimeout as sleep } from 'node:timers/promises';
import { dialectUnderTest, uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

/** Publishes a post, and puts its target into the state that a process leaves which dies while sending. */
async function leave(platform: 'profnet' | 'microblog', state: 'sending' | 'pending', minutesAgo: number) {
  const { body } = await workspace.publish({ text: uniqueText('Left'), platforms: [platform] });
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await stack.query(`update post set status = 'publishing' where id = '${body.id}'`);
  await stack.query(
    `update post_target set state = '${state}', platform_post_id = null, url = null, credits = 0, updated_at = '${at}',
     sent_at = ${state === 'sending' ? `'${at}'` : 'null'} where post_id = '${body.id}'`,
  );
  return body;
}

test('after a restart, the targets that a dead process was sending are unknown, and logged once', async () => {
  const post = await leave('profnet', 'sending', 10);
  await stack.restart();
  await workspace.untilPost(post.id, {
    status: 'published',
    platformResults: { profnet: { ok: false, state: 'unknown', code: 'outcome_unknown' } },
  });
  const logged = await workspace.readLog({ postId: post.id });
  expect(logged.map(({ status }) => status)).toEqual(['unknown', 'success']);
  expect((await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text)).toHaveLength(1);
});

test('a post that the network shows is found again and not sent twice', async () => {
  const post = await leave('microblog', 'sending', 0);
  await stack.restart();
  await vi.waitFor(async () => {
    const body = await workspace.readPost(post.id);
    expect(['published', 'unknown']).toContain(body.platformResults.microblog.state);
  }, 15_000);
  expect((await stack.sandbox.posts('x')).filter(({ text }) => text === post.text)).toHaveLength(1);
});

test('a target that waited for more than an hour is not sent', async () => {
  const post = await leave('profnet', 'pending', 90);
  const before = (await stack.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish').length;
  await stack.restart();
  await workspace.untilPost(post.id, { platformResults: { profnet: { ok: false, state: 'failed', code: 'missed' } } });
  const after = (await stack.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish').length;
  expect(after).toBe(before);
});

test('when the database cuts every connection, only the requests at that moment fail', async () => {
  if (dialectUnderTest() === 'postgres') {
    // Requests continue during the cut, so that it hits every stage of a query.
    let cutting = true;
    const statuses = new Set<number>();
    const callers = Array.from({ length: 20 }, async () => {
      while (cutting) statuses.add((await workspace.api('GET', '/api/usage')).status);
    });
    for (let cut = 0; cut < 10; cut++) {
      await stack.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await sleep(50);
    }
    cutting = false;
    await Promise.all(callers);
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  }
  await vi.waitFor(async () => expect((await workspace.api('GET', '/readyz')).status).toBe(200), 15_000);
  expect((await workspace.api('GET', '/api/usage')).status).toBe(200);
});
