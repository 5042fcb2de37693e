import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const newKey = () => uniqueText('key');
const newPost = () => ({ text: uniqueText('Once'), platforms: ['profnet'] });

function publish(key: string, body: object, by = workspace) {
  return by.publish(body, { 'idempotency-key': key });
}

describe('the same key and body', () => {
  test('replay status and body byte for byte, and publish once', async () => {
    const [key, body] = [newKey(), newPost()];
    const seen = await watchRequests(stack);
    const first = await publish(key, body);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (let again = 0; again < 3; again += 1) {
      const replay = await publish(key, body);
      expect([replay.status, replay.text]).toEqual([first.status, first.text]);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await seen('publish')).toHaveLength(1);
  });

  test('20 at once publish once; the others replay or answer when to retry', async () => {
    const [key, body] = [newKey(), newPost()];
    const seen = await watchRequests(stack);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(key, body)));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, headers, body: answer } of answers) {
      expect([201, 409]).toContain(status);
      if (status !== 409) continue;
      expect(answer.code).toBe('idempotency_in_progress');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const originals = answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
    expect(originals).toHaveLength(1);
    expect(await seen('publish')).toHaveLength(1);
  });

  test('answer 409 with Retry-After while the first call runs, and its result afterwards', async () => {
    const [key, body] = [newKey(), newPost()];
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 800 });
    const running = publish(key, body);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const early = await publish(key, body);
    expect([early.status, early.body.code]).toEqual([409, 'idempotency_in_progress']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    const first = await running;
    expect(first.status).toBe(201);
    expect((await publish(key, body)).text).toBe(first.text);
  });

  test('replay after a restart', async () => {
    const [key, body] = [newKey(), newPost()];
    const first = await publish(key, body);
    await stack.restart();
    const replay = await publish(key, body);
    expect([replay.status, replay.text]).toEqual([201, first.text]);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  test('replay a publish as long as its post exists, even a month later', async () => {
    const [key, body] = [newKey(), newPost()];
    const first = await publish(key, body);
    clock.advance(31 * 24 * 3_600_000);
    const replay = await publish(key, body);
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  test('replay other mutations for 24 hours, and repeat them after that', async () => {
    const key = newKey();
    const create = () =>
      workspace.api('POST', '/api/profiles', { body: { name: `Kept ${key}` }, headers: { 'idempotency-key': key } });
    const first = await create();
    clock.advance(23 * 3_600_000);
    expect((await create()).text).toBe(first.text);
    clock.advance(2 * 3_600_000);
    const later = await create();
    expect(later.status).toBe(201);
    expect(later.body.profile.id).not.toBe(first.body.profile.id);
  });

  test('ten at once after those 24 hours repeat it once', async () => {
    const fresh = await stack.createWorkspace();
    const headers = { 'idempotency-key': newKey() };
    const create = () => fresh.api('POST', '/api/profiles', { body: { name: 'Expired' }, headers });
    for (let round = 1; round <= 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, create));
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect((await fresh.api('GET', '/api/profiles')).body.profiles).toHaveLength(1 + round);
      clock.advance(25 * 3_600_000);
    }
  });

  test('with another key of the same workspace replay: the scope is the workspace', async () => {
    const [key, body] = [newKey(), newPost()];
    const first = await publish(key, body);
    const { rawKey } = (await workspace.api('POST', '/api/keys', { body: { name: 'Other' } })).body;
    const replay = await workspace.api('POST', '/api/v1/posts', {
      body,
      headers: { 'idempotency-key': key },
      key: rawKey,
    });
    expect(replay.text).toBe(first.text);
  });

  test('in another workspace are a different call', async () => {
    const other = await stack.createWorkspace({ connect: ['profnet'] });
    const key = newKey();
    const first = await publish(key, newPost());
    const second = await publish(key, newPost(), other);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('replay an action and charge it once', async () => {
    const fresh = await stack.createWorkspace({ connect: ['microblog'] });
    const headers = { 'idempotency-key': newKey() };
    const seen = await watchRequests(stack);
    const like = () =>
      fresh.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' }, headers });
    const answers = [await like(), await like(), await like()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await seen('action')).toHaveLength(1);
    expect((await fresh.credits()).used).toBe(1);
  });
});

describe('the same key with something else', () => {
  test('answers 422 and leaves the first call as it was', async () => {
    const [key, body] = [newKey(), newPost()];
    const first = await publish(key, body);
    const seen = await watchRequests(stack);
    const changed = [
      { ...body, text: `${body.text}!` },
      { ...body, platforms: ['profnet', 'microblog'] },
      { ...body, meta: { title: 'new' } },
      { ...body, profile: 'default' },
      { ...body, mediaUrls: ['https://example.com/a.png'] },
    ];
    for (const other of changed) {
      const answer = await publish(key, other);
      expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await seen('publish')).toEqual([]);
    expect((await publish(key, body)).text).toBe(first.text);
  });

  test('answers 422 for another operation', async () => {
    const key = newKey();
    await publish(key, newPost());
    const answer = await workspace.api('POST', '/api/profiles', {
      body: { name: 'Other operation' },
      headers: { 'idempotency-key': key },
    });
    expect(answer.status).toBe(422);
  });
});

describe('a call without effect', () => {
  test('is not stored: a wrong request can be corrected under its key', async () => {
    const key = newKey();
    expect((await publish(key, { text: '', platforms: ['profnet'] })).status).toBe(400);
    expect((await publish(key, { text: 'x'.repeat(281), platforms: ['microblog'] })).status).toBe(400);
    expect((await publish(key, { ...newPost(), profile: 'none' })).status).toBe(404);
    expect((await publish(key, newPost())).status).toBe(201);
  });

  test('is not stored: after 402 and a grant the same call publishes', async () => {
    const poor = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
    const [key, body] = [newKey(), newPost()];
    expect((await publish(key, body, poor)).status).toBe(402);
    await stack.grant(poor, 5);
    const paid = await publish(key, body, poor);
    expect(paid.status).toBe(201);
    expect(paid.headers.get('idempotent-replayed')).toBeNull();
  });

  test('is not stored: after 403 and an upgrade the same call publishes', async () => {
    const free = await stack.createWorkspace({ plan: 'free', connect: ['microblog'] });
    const [key, body] = [newKey(), { text: uniqueText('Upgraded'), platforms: ['microblog'] }];
    expect((await publish(key, body, free)).status).toBe(403);
    await stack.setPlan(free, 'pro');
    expect((await publish(key, body, free)).body.platformResults.microblog.ok).toBe(true);
  });

  test('is not stored: an action that the network limited can be repeated under its key', async () => {
    await stack.sandbox.fault({ network: 'x', operation: 'action', kind: 'rate-limit' });
    const headers = { 'idempotency-key': newKey() };
    const like = () =>
      workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' }, headers });
    expect((await like()).status).toBe(429);
    expect((await like()).status).toBe(201);
  });

  test('is not a call whose network answer was lost: a repeat replays that answer', async () => {
    await stack.sandbox.fault({ network: 'x', operation: 'action', kind: 'accept-then-error' });
    const headers = { 'idempotency-key': newKey() };
    const body = { recipient_id: '1745123467899012481', text: uniqueText('Private') };
    const send = () => workspace.api('POST', '/api/v1/microblog/dm', { body, headers });
    const seen = await watchRequests(stack);
    const first = await send();
    expect([first.status, first.body.code]).toEqual([502, 'outcome_unknown']);
    const second = await send();
    expect([second.status, second.text]).toEqual([502, first.text]);
    expect(await seen('action')).toHaveLength(1);
  });
});

describe('the key itself', () => {
  test.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['holding a tab', 'a\tb'],
  ])('is refused when it is %s', async (_name, key) => {
    const { status, body } = await publish(key, newPost());
    expect([status, body.code]).toEqual([400, 'invalid_idempotency_key']);
  });

  test.each(['k', 'k'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ a'])('may be %.40s', async (key) => {
    expect((await publish(key, newPost())).status).toBe(201);
  });

  test('is ignored by calls whose answers hold secrets', async () => {
    const headers = { 'idempotency-key': newKey() };
    const create = () => workspace.api('POST', '/api/keys', { body: { name: 'Secret' }, headers });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.rawKey).not.toBe(first.body.rawKey);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  });
});
