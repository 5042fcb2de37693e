import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

interface ListedPost {
  readonly id: string;
  readonly status: string;
  readonly outcome: string;
  readonly platforms: string[];
  readonly profile: string;
  readonly createdAt: string;
  readonly scheduledFor?: string;
  readonly platformResults: Record<string, { state: string }>;
}

const HOUR_MS = 3_600_000;
let posts: ListedPost[];
let middle: string;

// Two profiles with posts that are published, failed, unknown, scheduled, canceled, and published on schedule.
const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet'] });

beforeAll(async () => {
  await workspace.api('POST', '/api/profiles', { body: { name: 'Second' } });
  const later = () => ({ scheduledFor: new Date(clock.now() + 50 * HOUR_MS).toISOString().replace('Z', '+00:00') });
  await make({ platforms: ['profnet'] });
  await make({ platforms: ['profnet', 'video'] });
  await make({ platforms: ['video', 'chatbot'], profile: 'second' });
  await make({ platforms: ['profnet'], ...later() });
  const canceled = await make({ platforms: ['profnet', 'chatbot'], ...later() });
  await workspace.api('DELETE', `/api/v1/posts/${canceled}`);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
  await make({ platforms: ['profnet', 'video'] });
  middle = new Date(clock.now()).toISOString();
  await make({ platforms: ['chatbot'], profile: 'second', ...later() });
  await make({ platforms: ['profnet'], scheduledFor: new Date(clock.now() - 30 * HOUR_MS).toISOString() });
  await make({ platforms: ['profnet'] });
  await make({ platforms: ['chatbot'], profile: 'second', ...later() });
  ({ posts } = (await list({})).body);
});

async function make(body: Record<string, unknown>): Promise<string> {
  const made = await workspace.publish({ text: uniqueText('Filtered'), ...body });
  expect(made.status).toBe(201);
  clock.advance(HOUR_MS);
  return made.body.id;
}

type Query = Record<string, string | undefined>;

function list(query: Query, by = workspace) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return by.api('GET', `/api/v1/posts?${new URLSearchParams(given)}`);
}

const timeOf = ({ scheduledFor, createdAt }: ListedPost) => Date.parse(scheduledFor ?? createdAt);
const idsOf = (listed: readonly ListedPost[]) => listed.map(({ id }) => id);

function isIn(state: string, result: string): boolean {
  return result === 'attention' ? ['failed', 'unknown'].includes(state) : state === result;
}

/** Returns the ids that a query should list, computed from the posts. */
function expected({ status, profile, platform, result, from, to }: Query): ListedPost[] {
  const found = posts.filter(
    (post) =>
      (status === undefined || post.status === status) &&
      (profile === undefined || post.profile === profile) &&
      (platform === undefined || post.platforms.includes(platform)) &&
      (result === undefined || Object.values(post.platformResults).some(({ state }) => isIn(state, result))) &&
      (from === undefined || timeOf(post) >= Date.parse(from)) &&
      (to === undefined || timeOf(post) < Date.parse(to)),
  );
  if (from === undefined && to === undefined) return found;
  return found.toSorted((one, other) => timeOf(other) - timeOf(one) || (one.id < other.id ? 1 : -1));
}

async function listByPages(query: Query): Promise<ListedPost[]> {
  const { body } = await list({ ...query, limit: '2' });
  if (body.nextCursor === null) return body.posts;
  return [...body.posts, ...(await listByPages({ ...query, cursor: body.nextCursor }))];
}

test('the list holds posts of every status', () => {
  const states = posts.flatMap(({ platformResults }) => Object.values(platformResults).map(({ state }) => state));
  expect(new Set(states)).toEqual(new Set(['published', 'failed', 'unknown', 'canceled']));
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set(['published', 'scheduled', 'canceled']));
});

test.each([undefined, 'published', 'scheduled', 'missed'])(
  'with the status %s, every combination of filters lists exactly the posts that match, page by page',
  async (status) => {
    for (const profile of [undefined, 'second', 'no-such-profile']) {
      for (const platform of [undefined, 'chatbot', 'photonet']) {
        for (const result of [undefined, 'failed', 'unknown', 'attention']) {
          for (const range of [{}, { from: middle }, { to: middle }]) {
            const query = { status, profile, platform, result, ...range };
            expect(idsOf(await listByPages(query)), JSON.stringify(query)).toEqual(idsOf(expected(query)));
          }
        }
      }
    }
  },
);

test('a range includes its first instant, excludes its last, and takes fractions and offsets', async () => {
  const [post] = posts;
  const at = timeOf(post as ListedPost);
  const iso = (ms: number) => new Date(ms).toISOString();
  const isListed = async (query: Query) => idsOf((await list(query)).body.posts).includes(post?.id ?? '');
  expect(await isListed({ from: iso(at) })).toBe(true);
  expect(await isListed({ from: iso(at + 1) })).toBe(false);
  expect(await isListed({ to: iso(at) })).toBe(false);
  expect(await isListed({ to: iso(at + 1) })).toBe(true);
  const inKathmandu = iso(at + 5.75 * HOUR_MS).replace('Z', '+05:45');
  expect(await isListed({ from: inKathmandu })).toBe(true);
  expect(await isListed({ to: inKathmandu })).toBe(false);
  expect((await list({ from: iso(at), to: iso(at) })).body.posts).toEqual([]);
});

test('a post that is moved between two pages is listed at its new time, and no other post is skipped or repeated', async () => {
  const fresh = await stack.createWorkspace();
  const day = (number: number) => `2098-01-0${number}T00:00:00.000Z`;
  const made: string[] = [];
  for (const number of [1, 2, 3, 4]) {
    const body = { text: uniqueText('Moved'), platforms: ['video'], scheduledFor: day(number) };
    made.push((await fresh.publish(body)).body.id);
  }
  const first = (await list({ from: day(1), limit: '2' }, fresh)).body;
  expect(idsOf(first.posts)).toEqual([made[3], made[2]]);
  // The cursor's own post goes to the end.
  await fresh.api('PATCH', `/api/v1/posts/${made[2]}`, { body: { scheduledFor: '2097-12-31T00:00:00Z' } });
  const second = (await list({ from: day(1), limit: '2', cursor: first.nextCursor }, fresh)).body;
  expect([idsOf(second.posts), second.nextCursor]).toEqual([[made[1], made[0]], null]);
  expect(idsOf((await list({ to: day(1) }, fresh)).body.posts)).toEqual([made[2]]);
});

test('a post keeps its time when it is sent, canceled or missed', async () => {
  const fresh = await stack.createWorkspace({ connect: ['profnet'] });
  const scheduledFor = new Date(clock.now() + HOUR_MS).toISOString();
  const body = { text: uniqueText('Fired'), platforms: ['profnet'], scheduledFor };
  const { id } = (await fresh.publish(body)).body;
  clock.advance(HOUR_MS + 60_000);
  await expect.poll(async () => (await fresh.readPost(id)).status).toBe('published');
  const to = new Date(Date.parse(scheduledFor) + 1).toISOString();
  expect(idsOf((await list({ from: scheduledFor, to }, fresh)).body.posts)).toEqual([id]);
});

test('a cursor is refused for a list in another order', async () => {
  const byId = (await list({ limit: '1' })).body.nextCursor;
  const byTime = (await list({ limit: '1', to: '2099-01-01T00:00:00Z' })).body.nextCursor;
  for (const query of [{ cursor: byTime }, { cursor: byId, from: middle }, { cursor: `x_${byId}`, from: middle }]) {
    const { status, body } = await list(query);
    expect([status, body.details.field]).toEqual([400, 'cursor']);
  }
});

test('a cursor of another range continues the list at its position', async () => {
  const latest = (await list({ limit: '1', from: middle })).body.nextCursor;
  expect(idsOf((await list({ to: middle, cursor: latest })).body.posts)).toEqual(idsOf(expected({ to: middle })));
  const earliest = (await list({ limit: '1', to: middle })).body.nextCursor;
  expect((await list({ from: middle, cursor: earliest })).body.posts).toEqual([]);
});

test.each([
  ['platform=x', 'platform'],
  ['platform=', 'platform'],
  ['result=published', 'result'],
  ['from=yesterday', 'from'],
  ['from=2026-02-30T00:00:00Z', 'from'],
  ['to=2026-02-01', 'to'],
  ['to=2026-02-01T00:00:00', 'to'],
  ['from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z', 'to'],
  [`profile=${'a'.repeat(121)}`, 'profile'],
])('?%s is refused naming the parameter', async (query, field) => {
  const { status, body } = await workspace.api('GET', `/api/v1/posts?${query}`);
  expect([status, body.details.field]).toEqual([400, field]);
});

test('no filter shows the posts of another workspace', async () => {
  const other = await stack.createWorkspace();
  for (const query of [
    { profile: 'default' },
    { platform: 'profnet' },
    { result: 'failed' },
    { from: '2000-01-01T00:00:00Z' },
  ]) {
    expect((await list(query, other)).body.posts).toEqual([]);
  }
});

test('a post has one outcome, and lists can be filtered by it', async () => {
  expect(posts.map(({ outcome }) => outcome).toReversed()).toEqual([
    ...['published', 'partial', 'failed', 'scheduled', 'canceled', 'unknown', 'scheduled', 'published', 'published'],
    'scheduled',
  ]);
  for (const words of ['failed', 'partial,unknown', 'published, scheduled', 'missed', 'pending']) {
    const asked = words.split(',').map((word) => word.trim());
    const found = idsOf(posts.filter(({ outcome }) => asked.includes(outcome)));
    expect(idsOf((await list({ outcome: words })).body.posts)).toEqual(found);
    const repeated = asked.map((word) => `outcome=${word}`).join('&');
    expect(idsOf((await workspace.api('GET', `/api/v1/posts?${repeated}`)).body.posts)).toEqual(found);
  }
});

test.each(['', 'success', 'failed,', 'ready', 'failed;partial'])('the outcome %j is refused', async (outcome) => {
  const { status, body } = await list({ outcome });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.error).toContain('must be one of scheduled, pending, published');
});

test('log entries about posts have the outcome on their platform; other entries have no outcome', async () => {
  const { body } = await workspace.api('GET', '/api/logs?limit=200');
  const told = (body.logs as { action: string; status: string; outcome?: string }[]).map(
    ({ action, status, outcome }) => [action === 'post.published', status, outcome],
  );
  expect(told).toContainEqual([true, 'success', 'published']);
  expect(told).toContainEqual([true, 'unknown', 'unknown']);
  expect(told.filter(([isPost, , outcome]) => isPost !== (outcome !== undefined))).toEqual([]);
});
