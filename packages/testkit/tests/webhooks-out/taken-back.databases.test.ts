import { startWebhookReceiver, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createEndpoint, eventOf, eventsOf } from './webhooks.ts';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });
const receiver = useResource(startWebhookReceiver);

beforeAll(() => createEndpoint(workspace.api, receiver.url));

const publish = async (more: object = {}) =>
  (await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet', 'microblog'], ...more })).body;
const takeBack = (id: string, body?: object) =>
  workspace.api('POST', `/api/v1/posts/${id}/unpublish`, { ...(body && { body }) });
/** Types of the events of a post, in their order. */
const typesOf = async (id: string) =>
  (await eventsOf(workspace)).filter(({ data }) => data.id === id).map(({ type }) => type);
const BOTH = ['post.published', 'post.unpublished'];

test('a post has one event when the last of what it published is taken back', async () => {
  const { id } = await publish();
  await takeBack(id, { platforms: ['profnet'] });
  expect(await typesOf(id)).toEqual(['post.published']);
  await takeBack(id);
  await takeBack(id);
  expect(await typesOf(id)).toEqual(BOTH);
  const [arrived] = await receiver.until(1, ({ body }) => eventOf(body).type === 'post.unpublished');
  expect(eventOf(arrived?.body ?? '').data).toMatchObject({ id, outcome: 'unpublished' });
});

test('it has one event however many calls take it back, on every platform at the same moment', async () => {
  const posts = await Promise.all([1, 2, 3, 4].map(() => publish()));
  await Promise.all(posts.flatMap(({ id }) => [takeBack(id), takeBack(id), takeBack(id)]));
  for (const { id } of posts) expect(await typesOf(id)).toEqual(BOTH);
});

test('it has one event when the answer of a deletion was lost and is looked up later', async () => {
  const { id } = await publish({ platforms: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'delete', kind: 'accept-then-drop', times: 3 });
  expect((await takeBack(id)).body.results.profnet.state).toBe('unknown');
  expect(await typesOf(id)).toEqual(['post.published']);
  clock.advance(61_000);
  await workspace.untilPost(id, { outcome: 'unpublished' });
  expect(await typesOf(id)).toEqual(BOTH);
  await takeBack(id);
  expect(await typesOf(id)).toEqual(BOTH);
});

test('it has one event when its posts are deleted by the calls for posts of a network', async () => {
  const { id, platformResults } = await publish();
  const { profnet, microblog } = platformResults;
  const path = `/api/v1/profnet/post?post_urn=${encodeURIComponent(profnet.platformPostId)}`;
  expect((await workspace.api('DELETE', path)).status).toBe(200);
  expect(await typesOf(id)).toEqual(['post.published']);
  await workspace.api('DELETE', `/api/v1/microblog/mpost?mpost_id=${microblog.platformPostId}`);
  await workspace.api('DELETE', path);
  expect(await typesOf(id)).toEqual(BOTH);
});

test('a post of which one platform failed is taken back with the other', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { id } = await publish();
  await takeBack(id);
  expect(await typesOf(id)).toEqual(['post.partial', 'post.unpublished']);
});

test('a post whose other platform is unknown is taken back when that turns out not to be there', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'drop', times: 1 });
  const { id, outcome } = await publish();
  expect(outcome).toBe('unknown');
  await takeBack(id, { platforms: ['profnet'] });
  const body = { platform: 'microblog', published: false };
  const resolved = await workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body });
  expect([resolved.status, resolved.body.outcome]).toEqual([200, 'unpublished']);
  expect(await typesOf(id)).toEqual(['post.unknown', 'post.unpublished']);
});

test('nothing is recorded where no endpoint wants the kind', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  await createEndpoint(other.api, receiver.url, ['post.failed']);
  const { id } = (await other.publish({ text: uniqueText('Event'), platforms: ['profnet'] })).body;
  await other.api('POST', `/api/v1/posts/${id}/unpublish`);
  expect(await stack.query(`select * from webhook_event where workspace_id = '${other.workspaceId}'`)).toEqual([]);
});
