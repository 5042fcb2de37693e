import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { eventsOf } from './webhooks.ts';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet'] });

const read = (query: string) => workspace.api('GET', `/api/webhook-events?${query}`);
const publish = () => workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });

test('a reader begins with the next event, and waits for it', async () => {
  await publish();
  const begin = await read('');
  expect(begin.body).toEqual({ events: [], last: 0 });
  const waiting = read('after=0&waitSeconds=20');
  const { body: post } = await publish();
  const { body } = await waiting;
  expect(body).toMatchObject({ events: [{ type: 'post.published', number: 1, data: { id: post.id } }], last: 1 });
  expect((await read('after=1')).body).toEqual({ events: [], last: 1 });
  expect((await read('after=99')).body).toEqual({ events: [], last: 1 });
});

test('pages of events follow each other, and the same event stays the same', async () => {
  for (let n = 0; n < 3; n++) await publish();
  const { body: first } = await read('after=0&limit=2');
  expect([first.events.length, first.last]).toEqual([2, 2]);
  const { body: second } = await read(`after=${first.last}&limit=100`);
  expect(second.last).toBe(4);
  await stack.query('update post_target set url = null');
  expect((await read('after=0&limit=2')).body).toEqual(first);
});

test('events are recorded for five minutes after the last question', async () => {
  const { last } = (await read('')).body;
  clock.advance(4 * 60_000);
  await publish();
  await stack.restart();
  clock.advance(2 * 60_000);
  await stack.restart();
  // The maintenance of the start has found that nobody reads.
  await expect
    .poll(async () => (await stack.query('select listening_until from workspace'))[0])
    .toEqual({ listening_until: null });
  await publish();
  const events = await eventsOf(workspace, last);
  expect(events.map(({ number }) => number)).toEqual([last + 1]);
});

test.each(['after=-1', 'after=x', 'after=1.5', 'limit=0', 'limit=101', 'waitSeconds=26', 'kind=x'])(
  'refuses %s',
  async (query) => {
    const { status, body } = await read(query);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  },
);

test('a server that stops answers its readers at once', async () => {
  const waiting = read('after=1000000&waitSeconds=25');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await stack.restart();
  // The clock stands, so the reader's own time is not over.
  expect((await waiting).status).toBe(200);
});

test('a key that is bound to a profile reads only its events, and has no endpoints', async () => {
  const { body: made } = await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } });
  const { last } = (await read('')).body;
  await workspace.connect('profnet', made.profile.id);
  await publish();
  const own = await workspace.publish({ text: uniqueText('Own'), platforms: ['profnet'], profile: 'acme' });
  const body = { name: 'Bound', profiles: ['acme'] };
  const { rawKey: key } = (await workspace.api('POST', '/api/keys', { body })).body;
  const seen = await workspace.api('GET', `/api/webhook-events?after=${last}`, { key });
  expect(seen.body).toMatchObject({
    events: [
      { type: 'connection.connected', data: { profile: 'acme' } },
      { type: 'post.published', data: { id: own.body.id } },
    ],
    last: last + 3,
  });
  const refused = await workspace.api('POST', '/api/webhook-endpoints', { key, body: { url: 'https://8.8.8.8/' } });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await workspace.api('GET', '/api/webhook-endpoints', { key })).status).toBe(403);
});

test('a key that is revoked while it waits gets no event', async () => {
  const { rawKey: key, key: made } = (await workspace.api('POST', '/api/keys', { body: { name: 'Gone' } })).body;
  const { last } = (await read('')).body;
  const waiting = workspace.api('GET', `/api/webhook-events?after=${last}&waitSeconds=20`, { key });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await workspace.api('DELETE', `/api/keys/${made.id}`);
  await publish();
  expect((await waiting).status).toBe(401);
});
