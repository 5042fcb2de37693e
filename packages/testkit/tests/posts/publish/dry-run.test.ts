import { readEffects, uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

function dryRun(body: object, headers: Record<string, string> = {}, by: Workspace = workspace) {
  return by.api('POST', '/api/v1/posts?dryRun=true', { body, headers });
}

test('a dry run says what would happen and what it would cost', async () => {
  const { status, body } = await dryRun({ text: 'Hello', platforms: ['profnet', 'microblog'] });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: null,
    text: 'Hello',
    status: 'published',
    credits: 4,
    available: 10_000,
    profile: 'default',
  });
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true, state: 'ready', credits: 1, characters: { count: 5, max: 3000 }, account: 'Sandbox Owner' },
    microblog: { ok: true, state: 'ready', credits: 3, characters: { count: 5, max: 280 }, account: '@sandbox_owner' },
  });
});

test('a dry run has no effect at all', async () => {
  const before = await readEffects(stack, workspace);
  await dryRun({ text: uniqueText('Dry'), platforms: ['profnet', 'microblog'] });
  await dryRun({ text: uniqueText('Dry'), platforms: ['profnet'], scheduledFor: '2099-01-01T00:00:00Z' });
  await dryRun({ text: uniqueText('Dry'), platforms: ['profnet'], mediaUrls: ['http://127.0.0.1:9/a.png'] });
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a text that is too long is a problem of its platform, priced as if it fit', async () => {
  const { status, body } = await dryRun({ text: 'x'.repeat(412), platforms: ['profnet', 'microblog'] });
  expect(status).toBe(200);
  expect(body.credits).toBe(4);
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true, state: 'ready', characters: { count: 412, max: 3000 } },
    microblog: {
      ok: false,
      state: 'problem',
      code: 'invalid_request',
      credits: 3,
      characters: { count: 412, max: 280 },
    },
  });
});

test('a text with too many bytes is measured in bytes', async () => {
  const wide = await stack.createWorkspace({ connect: ['bluesky'] });
  const { body } = await dryRun({ text: '👨‍👩‍👧‍👦'.repeat(121), platforms: ['bluesky'] }, {}, wide);
  expect(body.platformResults.bluesky).toMatchObject({
    ...{ ok: false, state: 'problem', code: 'invalid_request' },
    error: expect.stringContaining('3025 of 3000 bytes; shorten it by 25'),
    characters: { count: 3025, max: 3000, unit: 'bytes' },
  });
});

test('a platform that is not connected is a problem', async () => {
  const { body } = await dryRun({ text: 'Hello', platforms: ['profnet', 'video'] });
  expect(body.platformResults.video).toMatchObject({ ok: false, state: 'problem', code: 'not_connected', credits: 0 });
});

test('a connection that must be renewed is a problem', async () => {
  const fresh = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'revoked-token' });
  await fresh.publish({ text: uniqueText('Revoked'), platforms: ['profnet'] });
  const { body } = await dryRun({ text: 'Hello', platforms: ['profnet'] }, {}, fresh);
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'problem', code: 'reconnect_required' });
});

test('a time in the future is shown as scheduled', async () => {
  const { body } = await dryRun({ text: 'Hello', platforms: ['profnet'], scheduledFor: '2099-01-01T00:00:00+02:00' });
  expect(body).toMatchObject({ status: 'scheduled', scheduledFor: '2099-01-01T00:00:00+02:00' });
});

test('every check of a publish is made: form, profile and plan', async () => {
  expect((await dryRun({ text: 'Hello', platforms: [] })).status).toBe(400);
  expect((await dryRun({ text: 'Hello', platforms: ['profnet'], mediaUrls: ['file:///a'] })).status).toBe(400);
  expect((await dryRun({ text: 'Hello', platforms: ['profnet'], profile: 'none' })).status).toBe(404);
  const free = await stack.createWorkspace({ plan: 'free' });
  expect((await dryRun({ text: 'Hello', platforms: ['microblog'] }, {}, free)).status).toBe(403);
});

test('a dry run costs nothing where there are no credits', async () => {
  const poor = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
  const { status, body } = await dryRun({ text: 'Hello', platforms: ['profnet'] }, {}, poor);
  expect(status).toBe(200);
  expect(body).toMatchObject({ credits: 1, available: 0 });
});

test('a dry run does not use up its Idempotency-Key', async () => {
  const body = { text: uniqueText('Rehearsed'), platforms: ['profnet'] };
  const headers = { 'idempotency-key': uniqueText('rehearsal') };
  expect((await dryRun(body, headers)).status).toBe(200);
  const published = await workspace.publish(body, headers);
  expect(published.status).toBe(201);
  expect(published.body.platformResults.profnet.ok).toBe(true);
});

test.each([true, 'true'])('dryRun %j in the body is a dry run, too', async (dryRun) => {
  const before = await readEffects(stack, workspace);
  const body = { text: uniqueText('In the body'), platforms: ['profnet'], dryRun };
  const answer = await workspace.publish(body);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ id: null, outcome: 'ready', platformResults: { profnet: { state: 'ready' } } });
  expect((await workspace.api('POST', '/api/v1/posts?dryRun=true', { body })).status).toBe(200);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test.each([false, 'false'])('dryRun %j in the body publishes', async (dryRun) => {
  const body = { text: uniqueText('Not dry'), platforms: ['profnet'], dryRun };
  expect((await workspace.publish(body)).status).toBe(201);
});

test.each([
  ['?dryRun=true', false],
  ['?dryRun=false', true],
  ['', 'yes'],
  ['', 1],
  ['', null],
])('the query %j with dryRun %j in the body is refused', async (query, dryRun) => {
  const before = await readEffects(stack, workspace);
  const body = { text: uniqueText('Unclear'), platforms: ['profnet'], dryRun };
  const answer = await workspace.api('POST', `/api/v1/posts${query}`, { body });
  expect([answer.status, answer.body.details.field]).toEqual([400, 'dryRun']);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a dry run is a problem where a platform would refuse it, or credits are missing', async () => {
  const refused = await dryRun({ text: 'Hello', platforms: ['profnet', 'video'] });
  expect(refused.body.outcome).toBe('problem');
  const poor = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
  expect((await dryRun({ text: 'Hello', platforms: ['profnet'] }, {}, poor)).body.outcome).toBe('problem');
});

test.each(['TRUE', '1', 'yes', ''])('dryRun=%s is refused instead of publishing', async (spelling) => {
  const before = await readEffects(stack, workspace);
  const answer = await workspace.api('POST', `/api/v1/posts?dryRun=${spelling}`, {
    body: { text: uniqueText('Spelt'), platforms: ['profnet'] },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.details.field).toBe('dryRun');
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a dry run names what its Idempotency-Key has published, and sends nothing', async () => {
  const key = { 'idempotency-key': uniqueText('key') };
  const post = { text: uniqueText('Twice'), platforms: ['profnet', 'microblog'] };
  expect((await dryRun(post, key)).body.platformResults.profnet).not.toHaveProperty('note');
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { body: published } = await workspace.publish(post, key);
  expect(published.outcome).toBe('partial');
  const before = await readEffects(stack, workspace);
  const { url } = published.platformResults.profnet;
  const note = `Already published at ${url} under this Idempotency-Key, with which it is not sent again.`;
  for (const again of [await dryRun(post, key), await workspace.publish({ ...post, dryRun: true }, key)]) {
    expect(again).toMatchObject({ status: 200, body: { id: null, platformResults: { profnet: { ok: true, note } } } });
    expect(again.body.platformResults.microblog).not.toHaveProperty('note');
  }
  expect(await readEffects(stack, workspace)).toEqual(before);
  expect((await workspace.publish(post, key)).body).toEqual(published);
});

test('a dry run is refused like the publish whose Idempotency-Key has another request', async () => {
  const key = { 'idempotency-key': uniqueText('key') };
  await workspace.publish({ text: uniqueText('One'), platforms: ['profnet'] }, key);
  const other = { text: uniqueText('Other'), platforms: ['profnet'] };
  for (const answer of [await dryRun(other, key), await workspace.publish(other, key)]) {
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  }
});
