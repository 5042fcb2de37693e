import { createTestClock, type Stack, startStack, type TestClock, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { slowness } from '../../src/slowness.ts';

const MINUTE = 60_000;
let stack: Stack;
let clock: TestClock;
let workspace: Workspace;

beforeAll(async () => {
  clock = createTestClock(new Date().toISOString());
  stack = await startStack({
    clock,
    config: { upstreamTimeoutMs: 500 * slowness(), publishTimeoutMs: 1_500 * slowness() },
  });
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterEach(() => stack.sandbox.clearFaults());
afterAll(() => stack.close());

type Step = { kind: string; platform: string | null; attempt?: number } & Record<string, unknown>;

async function stepsOf(id: string, { api }: Workspace = workspace): Promise<Step[]> {
  return (await api('GET', `/api/v1/posts/${id}/timeline`)).body.events;
}

/** The steps as short text: kind, and of what. */
async function told(id: string): Promise<string[]> {
  return (await stepsOf(id)).map(({ kind, platform, attempt }) =>
    [kind, platform, attempt].filter((part) => part !== undefined && part !== null).join(' '),
  );
}

async function publish(platforms: string[], more: object = {}) {
  const { status, body } = await workspace.api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Timeline'), platforms, ...more },
  });
  expect(status).toBe(201);
  return body;
}

function schedule(platforms: string[]) {
  return publish(platforms, { scheduledFor: new Date(clock.now() + MINUTE).toISOString() });
}

const refuse = (kind: string, more: object = {}) =>
  stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind, times: 1, ...more });

test('a post that is published tells so step by step, in the order in which it happened', async () => {
  const post = await publish(['profnet']);
  const steps = await stepsOf(post.id);
  expect(steps.map(({ kind, platform }) => [kind, platform])).toEqual([
    ['created', null],
    ['pending', 'profnet'],
    ['sending', 'profnet'],
    ['published', 'profnet'],
  ]);
  expect(steps[0]).toEqual({ kind: 'created', platform: null, at: post.createdAt });
  expect(steps[2]).toMatchObject({ attempt: 1 });
  expect(steps[3]).toMatchObject({ attempt: 1, url: post.platformResults.profnet.url });
});

test('each platform of a post has steps of its own', async () => {
  const post = await publish(['profnet', 'microblog']);
  const steps = await told(post.id);
  expect(steps[0]).toBe('created');
  for (const platform of ['profnet', 'microblog']) {
    expect(steps.filter((step) => step.includes(platform))).toEqual([
      `pending ${platform} 1`,
      `sending ${platform} 1`,
      `published ${platform} 1`,
    ]);
  }
});

test('what fails and is retried tells of both attempts, and why the first failed', async () => {
  await refuse('forbidden');
  const post = await publish(['profnet']);
  const { error, code } = post.platformResults.profnet;
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  expect(await told(post.id)).toEqual([
    'created',
    'pending profnet 1',
    'sending profnet 1',
    'failed profnet 1',
    'pending profnet 2',
    'sending profnet 2',
    'published profnet 2',
  ]);
  expect((await stepsOf(post.id))[3]).toMatchObject({ error, code });
});

test('a platform that is refused before anything is sent fails at once', async () => {
  const post = await publish(['profnet', 'video'], { mediaUrls: [`${stack.url}/clip.mp4`] });
  const steps = (await stepsOf(post.id)).filter(({ platform }) => platform === 'video');
  expect(steps).toMatchObject([{ kind: 'failed', attempt: 1, ...reasonOf(post.platformResults.video) }]);
});

function reasonOf({ error, code }: { error: string; code: string }) {
  return { error, code };
}

test('a scheduled post that is postponed says when it is sent again, and for which attempt', async () => {
  await refuse('rate-limit', { retryAfterSeconds: 60 });
  const post = await schedule(['profnet']);
  clock.advance(MINUTE);
  const waiting = await vi.waitFor(async () => {
    const { body } = await workspace.api('GET', `/api/v1/posts/${post.id}`);
    expect(body.platformResults.profnet.state).toBe('pending');
    return body.platformResults.profnet;
  }, 15_000);
  clock.advance(2 * MINUTE);
  const all = ['scheduled', 'pending profnet 1', 'sending profnet 1', 'postponed profnet 1', 'sending profnet 2'];
  await vi.waitFor(async () => expect(await told(post.id)).toEqual([...all, 'published profnet 2']), 15_000);
  const steps = await stepsOf(post.id);
  expect(steps[0]).toMatchObject({ scheduledFor: post.scheduledFor });
  const { nextAttemptAt } = waiting;
  expect(steps[3]).toMatchObject({ nextAttemptAt, ...reasonOf(waiting) });
});

test.each([
  ['published', 'urn:li:share:1'],
  ['failed', false],
])('an unknown outcome that its owner settles ends as %s', async (kind, published) => {
  await refuse('accept-then-drop');
  const post = await publish(['profnet']);
  expect((await told(post.id)).at(-1)).toBe('unknown profnet 1');
  const body = { platform: 'profnet', published };
  await workspace.api('POST', `/api/v1/posts/${post.id}/resolve`, { body });
  expect((await told(post.id)).slice(-2)).toEqual(['unknown profnet 1', `${kind} profnet 1`]);
});

test('a scheduled post tells when it was moved, and that it was canceled', async () => {
  const post = await schedule(['profnet', 'microblog']);
  const scheduledFor = new Date(clock.now() + 10 * MINUTE).toISOString();
  await workspace.api('PATCH', `/api/v1/posts/${post.id}`, { body: { scheduledFor } });
  await workspace.api('DELETE', `/api/v1/posts/${post.id}`);
  const steps = await stepsOf(post.id);
  expect(steps).toMatchObject([
    { kind: 'scheduled', platform: null, scheduledFor: post.scheduledFor },
    { kind: 'rescheduled', platform: null, scheduledFor },
    { kind: 'canceled', platform: null },
    { kind: 'canceled', platform: 'profnet' },
    { kind: 'canceled', platform: 'microblog' },
  ]);
});

test('a post that is missed says so for itself and for each platform', async () => {
  const post = await schedule(['profnet']);
  clock.advance(120 * MINUTE);
  await vi.waitFor(
    async () => expect(await told(post.id)).toEqual(['scheduled', 'missed', 'missed profnet 1']),
    15_000,
  );
});

test('what a process that died left tells what was found out after the start', async () => {
  const post = await publish(['profnet']);
  const at = new Date(clock.now() - 10 * MINUTE).toISOString();
  await stack.query(`update post set status = 'publishing' where id = '${post.id}'`);
  await stack.query(
    `update post_target set state = 'sending', platform_post_id = null, url = null, sent_at = '${at}' where post_id = '${post.id}'`,
  );
  await stack.query(`delete from post_event where post_id = '${post.id}' and kind = 'published'`);
  await stack.restart();
  const all = ['created', 'pending profnet 1', 'sending profnet 1', 'unknown profnet 1'];
  await vi.waitFor(async () => expect(await told(post.id)).toEqual(all), 15_000);
});

test('a post from before steps were noted tells what its rows tell, and goes on from there', async () => {
  await refuse('forbidden');
  const post = await publish(['microblog', 'profnet']);
  await stack.query(`delete from post_event where post_id = '${post.id}'`);
  expect(await told(post.id)).toEqual(['created', 'published microblog 1', 'failed profnet 1']);
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  const more = ['pending profnet 2', 'sending profnet 2', 'published profnet 2'];
  expect(await told(post.id)).toEqual(['created', 'published microblog 1', ...more]);
});

test('of very many steps the last 500 are told', async () => {
  const post = await publish(['profnet']);
  const { at } = (await stepsOf(post.id))[0] as Step;
  for (let index = 1; index <= 500; index += 1) {
    const id = `ffffffff-0000-7000-8000-${String(index).padStart(12, '0')}`;
    await stack.query(
      `insert into post_event (id, workspace_id, post_id, kind, platform, attempt, at)
       values ('${id}', '${workspace.workspaceId}', '${post.id}', 'pending', 'profnet', ${index}, '${at}')`,
    );
  }
  const steps = await stepsOf(post.id);
  expect(steps).toHaveLength(500);
  expect([steps[0]?.attempt, steps[499]?.attempt]).toEqual([1, 500]);
});

test('steps are kept from other workspaces, and end with their workspace', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const post = await publish(['profnet']);
  expect((await other.api('GET', `/api/v1/posts/${post.id}/timeline`)).status).toBe(404);
  expect((await other.api('GET', '/api/v1/posts/nothing/timeline')).status).toBe(404);
  expect((await stack.anonymous('GET', `/api/v1/posts/${post.id}/timeline`)).status).toBe(401);

  await other.api('POST', '/api/v1/posts', { body: { text: uniqueText('Gone'), platforms: ['profnet'] } });
  const left = `select id from post_event where workspace_id = '${other.workspaceId}'`;
  expect((await stack.query(left)).length).toBeGreaterThan(0);
  await stack.query(`delete from workspace where id = '${other.workspaceId}'`);
  expect(await stack.query(left)).toEqual([]);
});
