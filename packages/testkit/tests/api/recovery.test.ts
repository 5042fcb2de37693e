import { setTimeout as sleep } from 'node:timers/promises';
import { dialectUnderTest, type Stack, startStack, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  stack = await startStack();
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterAll(() => stack.close());

/** A published post whose target looks as a process left it that died in the middle. */
async function leave(platform: 'profnet' | 'microblog', state: 'sending' | 'pending', minutesAgo: number) {
  const { body } = await workspace.api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Left'), platforms: [platform] },
  });
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await stack.query(`update post set status = 'publishing' where id = '${body.id}'`);
  await stack.query(
    `update post_target set state = '${state}', platform_post_id = null, url = null, credits = 0, updated_at = '${at}',
     sent_at = ${state === 'sending' ? `'${at}'` : 'null'} where post_id = '${body.id}'`,
  );
  return body;
}

async function logged(postId: string): Promise<string[]> {
  const { logs } = (await workspace.api('GET', '/api/logs?limit=200')).body;
  return logs
    .filter(({ metadata }: { metadata: { postId?: string } }) => metadata.postId === postId)
    .map(({ status }: { status: string }) => status);
}

test('what a dead process was sending is unknown after the start, and logged so once', async () => {
  const post = await leave('profnet', 'sending', 10);
  await stack.restart();
  await vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${post.id}`);
    expect(body.status).toBe('published');
    expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'unknown', code: 'outcome_unknown' });
  }, 15_000);
  expect(await logged(post.id)).toEqual(['unknown', 'success']);
  expect((await stack.sandbox.posts('linkedin')).filter(({ text }) => text === post.text)).toHaveLength(1);
});

test('a post that the network shows is found again and not sent a second time', async () => {
  const post = await leave('microblog', 'sending', 0);
  await stack.restart();
  await vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${post.id}`);
    expect(['published', 'unknown']).toContain(body.platformResults.microblog.state);
  }, 15_000);
  expect((await stack.sandbox.posts('x')).filter(({ text }) => text === post.text)).toHaveLength(1);
});

test('what was waiting for longer than an hour is not sent any more', async () => {
  const post = await leave('profnet', 'pending', 90);
  const before = (await stack.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish').length;
  await stack.restart();
  await vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${post.id}`);
    expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'missed' });
  }, 15_000);
  const after = (await stack.sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish').length;
  expect(after).toBe(before);
});

test('a database that cuts every connection fails the requests of that moment, and no more', async () => {
  if (dialectUnderTest() === 'postgres') {
    // Cut while requests keep coming, so that every stage of a query meets it.
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
