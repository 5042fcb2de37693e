import { startWebhookReceiver, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createEndpoint, eventOf, eventsOf } from './webhooks.ts';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });
const receiver = useResource(startWebhookReceiver);

beforeAll(() => createEndpoint(workspace.api, `${receiver.url}/every`));

/** Types of the events of one object, in their order. */
const typesOf = async (id: string) =>
  (await eventsOf(workspace)).filter(({ data }) => data.id === id).map(({ type }) => type);
const inAnHour = () => new Date(clock.now() + 3_600_000).toISOString();

test('a post that is published at once has one event', async () => {
  const { body } = await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet', 'microblog'] });
  expect(await typesOf(body.id)).toEqual(['post.published']);
});

test('a scheduled post has an event when it is scheduled, and when it has gone out', async () => {
  const { body } = await workspace.publish({
    text: uniqueText('Event'),
    platforms: ['profnet'],
    scheduledFor: inAnHour(),
  });
  await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: { scheduledFor: inAnHour() } });
  expect(await typesOf(body.id)).toEqual(['post.scheduled']);
  clock.advance(3_700_000);
  await workspace.untilPost(body.id, { outcome: 'published' });
  expect(await typesOf(body.id)).toEqual(['post.scheduled', 'post.published']);
});

test('a canceled post has an event', async () => {
  const { body } = await workspace.publish({
    text: uniqueText('Event'),
    platforms: ['profnet'],
    scheduledFor: inAnHour(),
  });
  await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
  expect(await typesOf(body.id)).toEqual(['post.scheduled', 'post.canceled']);
});

test('a post that one platform refuses is partial; a retry of it tells the new outcome', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { body } = await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet', 'microblog'] });
  expect(await typesOf(body.id)).toEqual(['post.partial']);
  await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
  expect(await typesOf(body.id)).toEqual(['post.partial', 'post.published']);
});

test('a post that no platform takes has failed, also when it was refused before anything was sent', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  const sent = await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  const unsent = await workspace.publish({ text: uniqueText('Event'), platforms: ['chatbot'] });
  expect([await typesOf(sent.body.id), await typesOf(unsent.body.id)]).toEqual([['post.failed'], ['post.failed']]);
});

test('an unknown outcome has an event, and so has its resolution', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { body } = await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  expect(body.outcome).toBe('unknown');
  const id = (await stack.sandbox.posts('linkedin')).at(-1)?.id;
  await workspace.api('POST', `/api/v1/posts/${body.id}/resolve`, { body: { platform: 'profnet', published: id } });
  expect(await typesOf(body.id)).toEqual(['post.unknown', 'post.published']);
});

test('events of connections hold what the status shows', async () => {
  const from = (await eventsOf(workspace)).length;
  await workspace.connect('video');
  await workspace.api('POST', '/api/connect/video/disconnect', { body: {} });
  const events = (await eventsOf(workspace)).slice(from);
  expect(events).toMatchObject([
    { type: 'connection.connected', data: { platform: 'video', profile: 'default', connected: true } },
    { type: 'connection.disconnected', data: { platform: 'video', connected: false, state: 'not_connected' } },
  ]);
  expect(JSON.stringify(events)).not.toContain('withheld');
});

test('few credits have one event', async () => {
  await stack.query(`update workspace set balance = 1000 where id = '${workspace.workspaceId}'`);
  await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  const low = (await eventsOf(workspace)).filter(({ type }) => type === 'credits.low');
  expect(low).toMatchObject([{ data: { credits: { balance: expect.any(Number), monthlyAllowance: 10_000 } } }]);
});

test('numbers have no gap, and every event has reached the endpoint once', async () => {
  const events = await eventsOf(workspace);
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
  const arrived = await receiver.until(events.length);
  const told = arrived.map(({ body }) => eventOf(body)).sort((one, other) => one.number - other.number);
  expect(told).toEqual(events);
});

test('an endpoint gets only the kinds that it wants, and nothing from before it was made', async () => {
  const stranger = await stack.createWorkspace({ connect: ['profnet'] });
  const publish = () => stranger.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  await publish();
  await createEndpoint(stranger.api, `${receiver.url}/failed`, ['post.failed']);
  await createEndpoint(stranger.api, `${receiver.url}/published`, ['post.published']);
  const { body } = await publish();
  await receiver.until(1, ({ path }) => path === '/published');
  await publish();
  const arrived = await receiver.until(2, ({ path }) => path === '/published');
  expect(eventOf(arrived[0]?.body ?? '').data.id).toBe(body.id);
  expect(receiver.arrived.filter(({ path }) => path === '/failed')).toEqual([]);
});

test('without an endpoint nothing is recorded', async () => {
  const stranger = await stack.createWorkspace({ connect: ['profnet'] });
  await stranger.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  const events = await stack.query(`select * from webhook_event where workspace_id = '${stranger.workspaceId}'`);
  expect(events).toEqual([]);
});
