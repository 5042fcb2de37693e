import type { FaultKind } from '@social/sandbox';
import { readEffects, uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace: pro } = useStack({ connect: ['profnet', 'microblog'] });

test('publishes to every connected platform and charges what succeeded', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const text = uniqueText('First (of many) #launch');
  const { status, body } = await workspace.publish({ text, platforms: ['profnet', 'microblog'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ text, status: 'published', credits: 4, platforms: ['profnet', 'microblog'] });
  expect(body.profile).toBe('default');
  expect(body.platformResults.profnet.platformPostId).toMatch(/^urn:li:share:\d+$/);
  expect(body.platformResults.microblog.platformPostId).toMatch(/^\d+$/);
  const accepted = (await stack.sandbox.posts()).filter((post) => post.text === text);
  expect(accepted.map(({ network, id }) => [network, id]).sort()).toEqual([
    ['linkedin', body.platformResults.profnet.platformPostId],
    ['x', body.platformResults.microblog.platformPostId],
  ]);
  const usage = await workspace.api('GET', '/api/usage');
  expect(usage.body.credits).toMatchObject({ balance: 9996, held: 0, available: 9996, used: 4 });
  expect(usage.body.recentTransactions[0]).toMatchObject({
    amount: -4,
    metadata: { breakdown: { profnet: 1, microblog: 3 } },
  });
  expect(usage.body.recentTransactions[0].metadata.platforms.toSorted()).toEqual(['microblog', 'profnet']);
});

test('a result names the account, the cost and the public address of the post', async () => {
  const { body } = await pro.publish({ text: uniqueText('Facts'), platforms: ['profnet', 'microblog'] });
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true, state: 'published', credits: 1, account: 'Sandbox Owner' },
    microblog: { ok: true, state: 'published', credits: 3, account: '@sandbox_owner' },
  });
  for (const { url, platformPostId } of Object.values<{ url: string; platformPostId: string }>(body.platformResults)) {
    expect(url).toContain(platformPostId);
  }
});

test('one log entry is written per platform, with the outcome and what it cost', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const text = uniqueText('Logged');
  const { body } = await workspace.publish({ text, platforms: ['profnet', 'microblog'] });
  const published = await workspace.readLog({ action: 'post.published' });
  expect(published).toHaveLength(2);
  expect(published.find(({ platform }) => platform === 'profnet')).toMatchObject({
    status: 'success',
    profileName: 'Default',
    metadata: { text, platformPostId: body.platformResults.profnet.platformPostId, credits: 1 },
  });
  expect(published.find(({ platform }) => platform === 'microblog')).toMatchObject({
    status: 'failed',
    metadata: { text, credits: 0, code: 'not_connected' },
  });
});

test('a platform that is not connected fails alone and is not charged', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const { status, body } = await workspace.publish({
    text: uniqueText('Half'),
    platforms: ['microblog', 'profnet', 'video'],
  });
  expect(status).toBe(201);
  expect(body.platforms).toEqual(['microblog', 'profnet', 'video']);
  expect(body).toMatchObject({ status: 'published', credits: 1 });
  for (const platform of ['microblog', 'video']) {
    expect(body.platformResults[platform]).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'not_connected',
      credits: 0,
    });
    expect(body.platformResults[platform].error).toContain(platform);
  }
  expect(body.platformResults.profnet.ok).toBe(true);
  expect((await workspace.credits()).balance).toBe(9999);
});

test('a post whose platforms are all unconnected is stored as finished and costs nothing', async () => {
  const workspace = await stack.createWorkspace();
  const { status, body } = await workspace.publish({
    text: 'Nobody there',
    platforms: ['profnet', 'photonet', 'video'],
    mediaUrls: [`${stack.url}/a.jpg`],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'published', credits: 0 });
  expect(await workspace.readPost(body.id)).toEqual(body);
  expect((await workspace.credits()).balance).toBe(10_000);
});

test('the microblog on the free plan fails alone while other platforms publish', async () => {
  const workspace = await stack.createWorkspace({ plan: 'free', connect: ['profnet', 'microblog'] });
  const seen = await watchRequests(stack);
  const { status, body } = await workspace.publish({ text: uniqueText('Gated'), platforms: ['microblog', 'profnet'] });
  expect(status).toBe(201);
  expect(body.platformResults).toMatchObject({
    microblog: { ok: false, code: 'paid_plan_required', credits: 0 },
    profnet: { ok: true, credits: 1 },
  });
  expect((await seen('publish')).map(({ network }) => network)).toEqual(['linkedin']);
  expect((await workspace.credits()).balance).toBe(499);
});

test('a publish to platforms that all need a paid plan is refused with 403 and stores nothing', async () => {
  const workspace = await stack.createWorkspace({ plan: 'free', connect: ['microblog'] });
  const seen = await watchRequests(stack);
  const { status, body } = await workspace.publish({ text: uniqueText('All gated'), platforms: ['microblog'] });
  expect(status).toBe(403);
  expect(body.code).toBe('paid_plan_required');
  expect(await seen('publish')).toEqual([]);
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  expect((await workspace.credits()).balance).toBe(500);
});

test('a definite refusal of one network does not touch the others', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden' });
  const { status, body } = await workspace.publish({
    text: uniqueText('Refused'),
    platforms: ['profnet', 'microblog'],
  });
  expect(status).toBe(201);
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true },
    microblog: { ok: false, state: 'failed', code: 'network_forbidden', retryable: false, credits: 0 },
  });
  expect((await workspace.credits()).balance).toBe(9999);
});

test.each<[FaultKind, string, boolean]>([
  ['rate-limit', 'network_rate_limited', true],
  ['credits-depleted', 'network_credits_depleted', false],
  ['version-sunset', 'network_version_sunset', false],
])('the fault %s of a network is reported as %s, not charged and not sent again', async (kind, code, retryable) => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind });
  const seen = await watchRequests(stack);
  const { body } = await workspace.publish({ text: uniqueText(kind), platforms: ['profnet'] });
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code, retryable, credits: 0 });
  expect(await seen('publish')).toHaveLength(1);
  expect(await workspace.credits()).toMatchObject({ balance: 10_000, held: 0, used: 0 });
});

test('a rate limit names the time at which it ends', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 600 });
  const { body } = await pro.publish({ text: uniqueText('Later'), platforms: ['microblog'] });
  expect(body.platformResults.microblog.error).toMatch(/until \d\d:\d\d UTC/);
});

test("a duplicate text is the network's refusal and is not charged", async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  const text = uniqueText('Twice');
  await workspace.publish({ text, platforms: ['microblog'] });
  const { body } = await workspace.publish({ text, platforms: ['microblog'] });
  expect(body.platformResults.microblog).toMatchObject({ ok: false, code: 'duplicate_content', credits: 0 });
  expect((await workspace.credits()).balance).toBe(9997);
});

test('a connection whose access was withdrawn fails with the advice to reconnect', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token' });
  const first = await workspace.publish({ text: uniqueText('Revoked'), platforms: ['profnet'] });
  expect(first.body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required', credits: 0 });
  const seen = await watchRequests(stack);
  const second = await workspace.publish({ text: uniqueText('Still revoked'), platforms: ['profnet'] });
  expect(second.body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required' });
  expect(await seen()).toEqual([]);
  expect((await workspace.credits()).balance).toBe(10_000);
});

test('a platform named twice is published to once and charged once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const seen = await watchRequests(stack);
  const { body } = await workspace.publish({ text: uniqueText('Same'), platforms: ['profnet', 'profnet'] });
  expect(body.platforms).toEqual(['profnet']);
  expect(await seen('publish')).toHaveLength(1);
  expect((await workspace.credits()).balance).toBe(9999);
});

test('an override replaces the text for one platform only', async () => {
  const [text, short] = [uniqueText(`Long ${'x'.repeat(400)}`), uniqueText('Short')];
  const { status, body } = await pro.publish({
    text,
    platforms: ['profnet', 'microblog'],
    overrides: { microblog: { text: short } },
  });
  expect(status).toBe(201);
  const accepted = await stack.sandbox.posts();
  expect(accepted.find(({ id }) => id === body.platformResults.profnet.platformPostId)?.text).toBe(text);
  expect(accepted.find(({ id }) => id === body.platformResults.microblog.platformPostId)?.text).toBe(short);
});

test('a post is published through the profile it names', async () => {
  const workspace = await stack.createWorkspace();
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Acme Blog' } })).body;
  await workspace.connect('profnet', profile.id);
  const named = await workspace.publish({ text: uniqueText('Acme'), platforms: ['profnet'], profile: 'acme-blog' });
  expect(named.body).toMatchObject({ profile: 'acme-blog', platformResults: { profnet: { ok: true } } });
  const other = await workspace.publish({ text: uniqueText('Default'), platforms: ['profnet'] });
  expect(other.body).toMatchObject({ profile: 'default', platformResults: { profnet: { code: 'not_connected' } } });
});

test.each(['unknown', '../x', 'DEFAULT', ''])(
  'a publish to the profile "%s" answers 404 and sends nothing',
  async (profile) => {
    const seen = await watchRequests(stack);
    const { status, body } = await pro.publish({ text: uniqueText('Lost'), platforms: ['profnet'], profile });
    expect(status).toBe(404);
    expect(body.code).toBe('profile_not_found');
    expect(await seen()).toEqual([]);
  },
);

test('the text arrives byte for byte, whatever it is made of', async () => {
  const text = `${uniqueText('*_~|<>@[](){}#\\')} 👩‍👩‍👧‍👦 ‏עברית‏ naïve\nline two\r\nthree`;
  const { body } = await pro.publish({ text, platforms: ['profnet', 'microblog'] });
  const accepted = await stack.sandbox.posts();
  for (const { platformPostId } of Object.values<{ platformPostId: string }>(body.platformResults)) {
    expect(accepted.find(({ id }) => id === platformPostId)?.text).toBe(text);
  }
});

test('fields that the server owns cannot be set by the caller', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const owned = {
    id,
    status: 'canceled',
    credits: 0,
    createdAt: '2000-01-01T00:00:00Z',
    platformResults: { profnet: { ok: true, platformPostId: 'urn:li:share:1' } },
  };
  const before = await readEffects(stack, pro);
  for (const [field, value] of Object.entries(owned)) {
    const { status, body } = await pro.publish({ text: uniqueText('Set'), platforms: ['profnet'], [field]: value });
    expect([status, body.details.field]).toEqual([400, field]);
  }
  expect(await readEffects(stack, pro)).toEqual(before);
});

test('a caller that hangs up before the answer finds the post published and charged', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const text = uniqueText('Hung up');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 500 });
  const hangUp = new AbortController();
  const call = fetch(`${stack.url}/api/v1/posts`, {
    method: 'POST',
    signal: hangUp.signal,
    headers: { authorization: `Bearer ${workspace.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, platforms: ['profnet'] }),
  });
  setTimeout(() => hangUp.abort(), 250);
  await expect(call).rejects.toThrow();
  await expect
    .poll(async () => (await workspace.api('GET', '/api/v1/posts')).body.posts)
    .toMatchObject([{ text, status: 'published', credits: 1, platformResults: { profnet: { ok: true } } }]);
  expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 0 });
});

test.each(['GET', 'POST'])('%s /api/v1/posts needs a key', async (method) => {
  const body = method === 'POST' ? { text: 'No key', platforms: ['profnet'] } : undefined;
  const { status, body: answer } = await stack.anonymous(method, '/api/v1/posts', body ? { body } : {});
  expect(status).toBe(401);
  expect(answer.code).toBe('unauthorized');
});
