import type { FaultKind } from '@social/sandbox';
import { uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const MINUTE = 60_000;

const { stack, clock, workspace } = useStack({
  clock: true,
  config: { upstreamTimeoutMs: 1_500, publishTimeoutMs: 4_500 },
  connect: ['profnet', 'microblog'],
});

type Step = { kind: string; platform: string | null; attempt?: number } & Record<string, unknown>;

async function stepsOf(id: string, { api }: Workspace = workspace): Promise<Step[]> {
  return (await api('GET', `/api/v1/posts/${id}/timeline`)).body.events;
}

/** Returns each step as short text: kind and platform. */
async function told(id: string): Promise<string[]> {
  return (await stepsOf(id)).map(({ kind, platform, attempt }) =>
    [kind, platform, attempt].filter((part) => part !== undefined && part !== null).join(' '),
  );
}

async function publish(platforms: string[], more: object = {}) {
  const { status, body } = await workspace.publish({ text: uniqueText('Timeline'), platforms, ...more });
  expect(status).toBe(201);
  return body;
}

function schedule(platforms: string[]) {
  return publish(platforms, { scheduledFor: new Date(clock.now() + MINUTE).toISOString() });
}

const refuse = (kind: FaultKind, more: object = {}) =>
  stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind, times: 1, ...more });

test('the timeline of a published post lists its steps in their order', async () => {
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

test('each platform of a post has its own steps', async () => {
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

test('the timeline of a retried post lists both attempts, and why the first failed', async () => {
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

test('a platform that is refused before anything is sent has one step: failed', async () => {
  const post = await publish(['profnet', 'video'], { mediaUrls: [`${stack.url}/clip.mp4`] });
  const steps = (await stepsOf(post.id)).filter(({ platform }) => platform === 'video');
  expect(steps).toMatchObject([{ kind: 'failed', attempt: 1, ...reasonOf(post.platformResults.video) }]);
});

function reasonOf({ error, code }: { error: string; code: string }) {
  return { error, code };
}

test('the timeline of a postponed post says when it is sent again, and the number of the attempt', async () => {
  await refuse('rate-limit', { retryAfterSeconds: 60 });
  const post = await schedule(['profnet']);
  clock.advance(MINUTE);
  const { platformResults } = await workspace.untilPost(post.id, {
    platformResults: { profnet: { state: 'pending' } },
  });
  const waiting = platformResults.profnet;
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
])('an unknown outcome that the user resolves ends as %s', async (kind, published) => {
  await refuse('accept-then-drop');
  const post = await publish(['profnet']);
  expect((await told(post.id)).at(-1)).toBe('unknown profnet 1');
  const body = { platform: 'profnet', published };
  await workspace.api('POST', `/api/v1/posts/${post.id}/resolve`, { body });
  expect((await told(post.id)).slice(-2)).toEqual(['unknown profnet 1', `${kind} profnet 1`]);
});

test('the timeline of a scheduled post lists its moves and its cancellation', async () => {
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

test('the timeline of a missed post has a step for the post and one for each platform', async () => {
  const post = await schedule(['profnet']);
  clock.advance(120 * MINUTE);
  await vi.waitFor(
    async () => expect(await told(post.id)).toEqual(['scheduled', 'missed', 'missed profnet 1']),
    15_000,
  );
});

test('the timeline of a post that a dead process left lists what the next start found out', async () => {
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

test('a post from before steps were recorded shows the steps that its rows imply, and then new ones', async () => {
  await refuse('forbidden');
  const post = await publish(['microblog', 'profnet']);
  await stack.query(`delete from post_event where post_id = '${post.id}'`);
  expect(await told(post.id)).toEqual(['created', 'published microblog 1', 'failed profnet 1']);
  await workspace.api('POST', `/api/v1/posts/${post.id}/retry`);
  const more = ['pending profnet 2', 'sending profnet 2', 'published profnet 2'];
  expect(await told(post.id)).toEqual(['created', 'published microblog 1', ...more]);
});

test('a timeline lists the last 500 steps', async () => {
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

test('steps are hidden from other workspaces, and deleted with their workspace', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const post = await publish(['profnet']);
  expect((await other.api('GET', `/api/v1/posts/${post.id}/timeline`)).status).toBe(404);
  expect((await other.api('GET', '/api/v1/posts/nothing/timeline')).status).toBe(404);
  expect((await stack.anonymous('GET', `/api/v1/posts/${post.id}/timeline`)).status).toBe(401);

  await other.publish({ text: uniqueText('Gone'), platforms: ['profnet'] });
  const left = `select id from post_event where workspace_id = '${other.workspaceId}'`;
  expect((await stack.query(left)).length).toBeGreaterThan(0);
  await stack.query(`delete from workspace where id = '${other.workspaceId}'`);
  expect(await stack.query(left)).toEqual([]);
});
