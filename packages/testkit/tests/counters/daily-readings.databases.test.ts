import { dialectUnderTest, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { stack, clock } = useStack({ clock: true });

const rowsOf = ({ workspaceId }: Workspace) =>
  stack.query(`select * from counter_reading where workspace_id = '${workspaceId}' order by published_at`);

test('a post is read daily without anybody asking, by one of the servers, and publishing never waits for that', async () => {
  const platforms = ['bluesky', 'microblog', 'profnet'];
  const workspace = await stack.createWorkspace({ connect: platforms });
  await workspace.publish({ text: uniqueText('Watched'), platforms });
  const published = clock.now();
  const seen = await watchRequests(stack);

  // The start of a server runs the maintenance. Charged and silent networks are not even planned for.
  await stack.restart();
  await vi.waitFor(async () => expect(await rowsOf(workspace)).toHaveLength(1), 15_000);
  expect(await rowsOf(workspace)).toMatchObject([{ network: 'bluesky', read_at: null, counters: null }]);
  expect(await seen('read')).toEqual([]);

  clock.set(new Date(published + DAY_MS + 2 * HOUR_MS).toISOString());
  await stack.restart();
  if (dialectUnderTest() === 'postgres') await (await stack.startReplica()).close();
  const firstDay = new Date(clock.now()).toISOString();
  await vi.waitFor(async () => expect(await rowsOf(workspace)).toMatchObject([{ read_at: firstDay }]), 15_000);
  expect((await seen('read')).map(({ path }) => path)).toEqual(['/bluesky/xrpc/app.bsky.feed.getPosts']);
  const [first] = await rowsOf(workspace);
  expect(Date.parse(String(first?.['due_at']))).toBeGreaterThan(published + 2 * DAY_MS);

  // The last day: the network does not answer, and a post goes out meanwhile.
  clock.set(new Date(published + 7 * DAY_MS + 2 * HOUR_MS).toISOString());
  await stack.sandbox.fault({ network: 'bluesky', operation: 'read', kind: 'timeout' });
  await stack.restart();
  const asked = new Date(clock.now()).toISOString();
  await vi.waitFor(async () => expect(await rowsOf(workspace)).toMatchObject([{ asked_at: asked }]), 15_000);
  const later = (await workspace.publish({ text: uniqueText('Meanwhile'), platforms: ['bluesky'] })).body;
  expect(later.outcome).toBe('published');
  expect(await rowsOf(workspace)).toMatchObject([{ read_at: firstDay, counters: first?.['counters'], due_at: null }]);
});

test('a server that starts finds what was published since its last look, and the earlier posts of an account that is connected again', async () => {
  const workspace = await stack.createWorkspace({ connect: ['bluesky'] });
  const publish = async () => {
    expect((await workspace.publish({ text: uniqueText('Found'), platforms: ['bluesky'] })).status).toBe(201);
  };
  const planned = async (count: number) => {
    await stack.restart();
    await vi.waitFor(async () => expect(await rowsOf(workspace)).toHaveLength(count), 15_000);
  };
  await publish();
  await workspace.api('POST', '/api/connect/bluesky/disconnect', { body: {} });
  // A workspace without a connection has no reading to wait for, so another one shows that the look has ended.
  const other = await stack.createWorkspace({ connect: ['bluesky'] });
  await other.publish({ text: uniqueText('Beside'), platforms: ['bluesky'] });
  await stack.restart();
  await vi.waitFor(async () => expect(await rowsOf(other)).toHaveLength(1), 15_000);
  // As if the post had been published days before the look.
  const earlier = (Date.now() - 2 * DAY_MS).toString(16).padStart(12, '0');
  const start = `${earlier.slice(0, 8)}-${earlier.slice(8)}`;
  await stack.query(
    `update post_event set id = '${start}' || substr(id, 14) where workspace_id = '${workspace.workspaceId}'`,
  );
  await workspace.connect('bluesky');
  await planned(1);
  await publish();
  await planned(2);
});
