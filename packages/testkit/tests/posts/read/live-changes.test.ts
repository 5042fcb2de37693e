import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type EventReader, openEvents } from './event-reader.ts';

const open: EventReader[] = [];

const { stack, workspace } = useStack({ connect: ['profnet'] });

afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await stack.sandbox.clearFaults();
});

const bearer = ({ apiKey }: Pick<Workspace, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` });

async function watch(headers: Record<string, string> = bearer(workspace), query = '') {
  const stream = await openEvents(stack.url, headers, query);
  open.push(stream);
  if (stream.status === 200) await vi.waitFor(() => expect(stream.events.length).toBeGreaterThan(0), 15_000);
  return stream;
}

async function publish({ api }: Pick<Workspace, 'api'> = workspace) {
  const body = { text: uniqueText('Live'), platforms: ['profnet'] };
  return (await api('POST', '/api/v1/posts', { body })).body;
}

/** Returns the ids of all posts in the stream's events. */
const postsOf = ({ events }: EventReader) => [...new Set(events.flatMap(({ postIds }) => postIds))];

test('a stream forbids caching and buffering, and sends an id to continue from at once', async () => {
  const { status, headers, text, events } = await watch();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(text()).toMatch(/^retry: 2000\n\nid: \S{1,200}\n\n$/);
  expect(events).toHaveLength(1);
});

test('a post that another client publishes arrives, with everything else that changes', async () => {
  const stream = await watch();
  const post = await publish();
  await stream.until('posts', post.id);
  await stream.until('usage');
  await stream.until('logs');
  expect(postsOf(stream)).toEqual([post.id]);
  expect(stream.events.flatMap(({ topics }) => topics)).not.toContain('profiles');
});

test('changes of a profile and of a connection arrive, each with its topic', async () => {
  const own = await stack.createWorkspace();
  const stream = await watch(bearer(own));
  await own.api('POST', '/api/profiles', { body: { name: 'Second' } });
  expect((await stream.until('profiles')).topics).toEqual(['profiles', 'logs']);
  await own.connect('profnet');
  expect((await stream.until('connections')).postIds).toEqual([]);
});

test('the progress of an upload arrives while the upload runs', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 4_000, times: 1 });
  const stream = await watch();
  const publishing = publish();
  const sending = "select post_id from post_target where state = 'sending'";
  const [row] = await vi.waitFor(async () => {
    const rows = await stack.query(sending);
    expect(rows).toHaveLength(1);
    return rows;
  }, 15_000);
  const id = String(row?.['post_id']);
  await stream.until('posts', id);
  const before = stream.events.length;
  const progress = JSON.stringify({ stage: 'uploading', doneBytes: 1, totalBytes: 2 });
  await stack.query(`update post_target set progress = '${progress}' where post_id = '${id}'`);
  await vi.waitFor(
    () => expect(stream.events.slice(before)).toMatchObject([{ topics: ['posts'], postIds: [id] }]),
    15_000,
  );
  await publishing;
});

describe('a stream that was cut', () => {
  /** Publishes a post, and returns its id and the id of the last event about it. */
  async function seeOne(own: Workspace) {
    const first = await watch(bearer(own));
    const seen = await publish(own);
    await first.until('posts', seen.id);
    await delay(2_200);
    return { first, id: first.lastId() };
  }

  test.each(['Last-Event-ID', 'since'])('delivers with %s exactly the missed changes', async (how) => {
    const own = await stack.createWorkspace({ connect: ['profnet'] });
    const { first, id } = await seeOne(own);
    first.close();
    const missed = [await publish(own), await publish(own)];
    const headers = how === 'since' ? bearer(own) : { ...bearer(own), 'last-event-id': id };
    const again = await watch(headers, how === 'since' ? `?since=${encodeURIComponent(id)}` : '');
    for (const post of missed) await again.until('posts', post.id);
    expect(postsOf(again).sort()).toEqual(missed.map((post) => post.id).sort());
    expect(again.events.map(({ kind }) => kind)).not.toContain('reset');
  });

  test('receives nothing when nothing was missed, also from a restarted server', async () => {
    const own = await stack.createWorkspace({ connect: ['profnet'] });
    const { id } = await seeOne(own);
    await stack.restart();
    const again = await openEvents(stack.url, { ...bearer(own), 'last-event-id': id });
    open.push(again);
    await delay(2_500);
    expect(again.events).toEqual([]);
    expect(again.hasEnded()).toBe(false);
  });

  test('receives a change without post ids when it missed very many', async () => {
    const own = await stack.createWorkspace({ connect: ['profnet'] });
    const first = await watch(bearer(own));
    const id = first.lastId();
    first.close();
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const scheduled = Array.from({ length: 101 }, (_, index) => {
      const body = { text: `Later ${index}`, platforms: ['profnet'], scheduledFor: at };
      return own.publish(body);
    });
    await Promise.all(scheduled);
    const again = await watch({ ...bearer(own), 'last-event-id': id });
    expect(again.events[0]).toMatchObject({ kind: 'change', topics: ['posts'], postIds: [] });
  });

  test('receives a reset when its id is nonsense, of another workspace, or too old', async () => {
    const other = await stack.createWorkspace();
    const foreign = await watch(bearer(other));
    const own = (await watch()).lastId().split('.');
    const old = [own[0], own[1], (Date.now() - 25 * 3_600_000).toString(36), ...own.slice(3)].join('.');
    for (const id of ['nonsense', '1.2.3', foreign.lastId(), old, 'é'.repeat(10)]) {
      const stream = await watch(bearer(workspace), `?since=${encodeURIComponent(id)}`);
      expect(stream.events).toMatchObject([{ kind: 'reset', postIds: [] }]);
      expect(stream.lastId()).not.toBe(id);
      stream.close();
    }
    const tooLong = await workspace.api('GET', `/api/events?since=${'x'.repeat(201)}`);
    expect(tooLong.status).toBe(400);
  });
});

describe('a watcher', () => {
  test('needs a key or a session', async () => {
    expect((await stack.anonymous('GET', '/api/events')).status).toBe(401);
    const head = await fetch(`${stack.url}/api/events`, { method: 'HEAD', headers: bearer(workspace) });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('sees nothing of another workspace', async () => {
    const other = await stack.createWorkspace({ connect: ['profnet'] });
    const [stream, theirs] = [await watch(bearer(other)), await watch()];
    const post = await publish();
    await theirs.until('posts', post.id);
    await delay(1_200);
    expect(stream.events).toHaveLength(1);
  });

  test('receives nothing after signing out: the stream ends', async () => {
    const own = await stack.createWorkspace({ connect: ['profnet'] });
    const browser = stack.browser();
    await browser.signIn(own.email, own.password);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await watch({ cookie });
    await browser.visit('POST', '/api/account/sign-out', { body: {} });
    const post = await publish(own);
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), 15_000);
    expect(postsOf(stream)).not.toContain(post.id);
  });

  test('is disconnected when its key is revoked, even if nothing changes', async () => {
    const { body } = await (await workspace.browser()).visit('POST', '/api/keys', { body: { name: 'Watcher' } });
    const stream = await watch({ authorization: `Bearer ${body.rawKey}` });
    await (await workspace.browser()).visit('DELETE', `/api/keys/${body.key.id}`);
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), 14_000);
  });

  test('has at most twenty streams, and can open another when one ends', async () => {
    const own = await stack.createWorkspace();
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(bearer(own))));
    const refused = await own.api('GET', '/api/events');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    streams[0]?.close();
    await vi.waitFor(async () => expect((await watch(bearer(own))).status).toBe(200), 15_000);
  });
});

test('a change that another process makes arrives', async () => {
  // Another program on the same file, as the commands are.
  const stream = await watch();
  await stack.grant(workspace, 1);
  expect((await stream.until('usage')).kind).toBe('change');
});

test('a server that stops ends its streams at once, and logs each when it ends', async () => {
  const stream = await watch();
  const requestId = stream.headers.get('x-request-id') ?? '';
  const lines = () => stack.log.filter((line) => line.includes(requestId) && line.includes('"request"'));
  expect(lines()).toEqual([]);
  await stack.restart();
  expect(stack.log.join()).not.toContain('stopped before everything had ended');
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), 2_000);
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 2_000);
  expect(JSON.parse(lines()[0] ?? '{}')).toMatchObject({ operation: 'streamEvents', status: 200, path: '/api/events' });
});
