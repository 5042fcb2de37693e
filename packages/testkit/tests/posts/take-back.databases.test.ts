import { useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';
import { newThread } from './publish/thread-posts.ts';
import { takeBack, takingBack } from './taking-back.ts';

const { stack } = useStack({ clock: true, config: { upstreamTimeoutMs: 1_500 } });
const { fault, published, seen } = takingBack(stack);

test('takes back from the named platforms only, and lists find the post by its outcome once nothing is left', async () => {
  const { workspace, post } = await published(['profnet', 'microblog']);
  const listed = async (outcome: string) =>
    (await workspace.api('GET', `/api/v1/posts?outcome=${outcome}`)).body.posts.map(({ id }: { id: string }) => id);
  const first = await takeBack(workspace, post.id, { platforms: ['profnet'] });
  expect(first.body).toMatchObject({ ok: true, outcome: 'published', credits: 1 });
  expect(Object.keys(first.body.results)).toEqual(['profnet']);
  expect(await seen('x', post.text)).toEqual([true]);
  expect([await listed('published'), await listed('unpublished')]).toEqual([[post.id], []]);
  const second = await takeBack(workspace, post.id);
  expect(second.body).toMatchObject({
    ...{ ok: true, outcome: 'unpublished', credits: 1 },
    results: { profnet: { ok: true, state: 'gone', credits: 0 }, microblog: { state: 'deleted', credits: 1 } },
  });
  expect([await listed('published'), await listed('unpublished')]).toEqual([[], [post.id]]);
  expect(await listed('partial,failed,unknown')).toEqual([]);
  expect(await listed('published,unpublished')).toEqual([post.id]);
});

test('several calls at the same moment delete once, charge once, and all learn the result', async () => {
  const { workspace, post } = await published(['profnet', 'microblog']);
  const { balance } = await workspace.credits();
  const requests = await watchRequests(stack);
  await fault('slow', { delayMs: 400 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(workspace, post.id)));
  for (const { status, body } of answers) {
    expect([status, body.ok, body.outcome]).toEqual([200, true, 'unpublished']);
  }
  expect(answers.map(({ body }) => body.credits).toSorted()).toEqual([0, 0, 0, 0, 2]);
  expect(await requests('delete')).toHaveLength(2);
  expect(await workspace.credits()).toMatchObject({ balance: balance - 2, held: 0 });
  expect(await workspace.readLog({ action: 'post.unpublished' })).toHaveLength(2);
});

test('a retry and a taking back at the same moment leave no part of a thread without the one that it replies to', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  const standing: string[] = [];
  for (let round = 0; round < 30; round += 1) {
    const thread = newThread();
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', delayMs: 1, times: 1 });
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
    const { id } = (await workspace.publish({ ...thread, platforms: ['microblog'] })).body;
    await Promise.all([workspace.api('POST', `/api/v1/posts/${id}/retry`), takeBack(workspace, id)]);
    await workspace.untilPost(id, { status: 'published' });
    standing.push((await seen('x', thread.text, ...thread.thread)).join());
  }
  const whole = ['true,true,true', 'true,false,false', 'false,false,false'];
  expect(standing.filter((one) => !whole.includes(one))).toEqual([]);
});

test('a deletion that never gets an answer costs nothing after a day, and taking back once more ends it', async () => {
  const { workspace, post } = await published(['profnet']);
  const { balance } = await workspace.credits();
  await fault('drop', { times: 100 });
  expect((await takeBack(workspace, post.id)).body.results.profnet.state).toBe('unknown');
  await stack.sandbox.clearFaults();
  const again = await takeBack(workspace, post.id);
  expect(again.body.results.profnet).toMatchObject({ state: 'deleted', credits: 1 });
  expect(await workspace.credits()).toMatchObject({ balance: balance - 1, held: 0 });
});

test.each([
  ['microblog', 'x', 'microblog/mpost', 'mpost_id'],
  ['profnet', 'linkedin', 'profnet/post', 'post_urn'],
] as const)('a deletion by the endpoint of %s counts as taking back', async (platform, network, path, name) => {
  const { workspace, post } = await published([platform]);
  const { platformPostId } = post.platformResults[platform];
  const answer = await workspace.api('DELETE', `/api/v1/${path}?${name}=${encodeURIComponent(platformPostId)}`);
  expect(answer.status).toBe(200);
  expect(await seen(network, post.text)).toEqual([false]);
  const after = await workspace.readPost(post.id);
  expect(after).toMatchObject({ outcome: 'unpublished', platformResults: { [platform]: { state: 'published' } } });
  expect(after.platformResults[platform].removedAt).toBeDefined();
  const { balance } = await workspace.credits();
  expect((await takeBack(workspace, post.id)).body.results[platform]).toMatchObject({ state: 'gone', credits: 0 });
  expect((await workspace.credits()).balance).toBe(balance);
  expect(await workspace.readLog({ action: 'post.unpublished' })).toHaveLength(1);
});
