import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { lines, sendRaw } from './raw-http.ts';
import { expectErrorAnswer, readTraces } from './refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const before = useResource(() => readTraces(stack, workspace));

function publishWith(keyHeaders: readonly string[], text = 'must not go out') {
  const body = JSON.stringify({ text, platforms: ['profnet'] });
  const request = lines(
    'POST /api/v1/posts HTTP/1.1',
    `Host: ${new URL(stack.url).host}`,
    `Authorization: Bearer ${workspace.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...keyHeaders,
  );
  return sendRaw(stack.url, Buffer.from(request + body, 'latin1'));
}

test.each([
  { id: 'H120', title: 'an empty key', headers: ['Idempotency-Key:'] },
  { id: 'H120', title: 'a key of blanks', headers: ['Idempotency-Key:    '] },
  { id: 'H121', title: '256 characters', headers: [`Idempotency-Key: ${'a'.repeat(256)}`] },
  { id: 'H121', title: '10 000 characters', headers: [`Idempotency-Key: ${'a'.repeat(10_000)}`] },
  { id: 'H122', title: 'a tab inside', headers: ['Idempotency-Key: a\tb'] },
  { id: 'H122', title: 'a letter outside ASCII', headers: ['Idempotency-Key: caf\xe9'] },
  { id: 'H122', title: 'a letter in UTF-8', headers: ['Idempotency-Key: \xe6\x97\xa5'] },
  { id: 'H122', title: 'a control character', headers: ['Idempotency-Key: a\x80b'] },
  { id: 'H123', title: 'two keys', headers: ['Idempotency-Key: a', 'Idempotency-Key: b'] },
  { id: 'H123', title: 'the same key twice', headers: ['Idempotency-Key: a', 'idempotency-key: a'] },
])('$id: refuses $title with 400', async ({ headers }) => {
  const answer = await publishWith(headers);
  expectErrorAnswer(answer, [400]);
  expect(JSON.parse(answer.text).code).toBe('invalid_idempotency_key');
});

test('refused keys leave nothing behind', async () => {
  expect(await readTraces(stack, workspace)).toEqual(before);
});

test.each([
  ['H121', 'one character', 'k'],
  ['H121', '255 characters', 'a'.repeat(255)],
  ['H122', 'every printable character', String.fromCharCode(...Array.from({ length: 93 }, (_, at) => at + 33))],
])('%s: accepts a key of %s, and replays', async (id, title, key) => {
  const text = `${id} ${title}`;
  const first = await publishWith([`Idempotency-Key: ${key}`], text);
  const again = await publishWith([`Idempotency-Key: ${key}`], text);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('H124: answers another body, path or method under the same key with 422', async () => {
  const headers = { 'idempotency-key': 'one-effect' };
  const body = { text: 'under a key', platforms: ['profnet'] };
  expect((await workspace.publish(body, headers)).status).toBe(201);
  for (const [method, path, other] of [
    ['POST', '/api/v1/posts', { ...body, text: 'under a key ' }],
    ['POST', '/api/v1/posts', { ...body, profile: 'default' }],
    ['POST', '/api/v1/profnet/reshare', { post_urn: 'urn:li:share:1' }],
    ['POST', '/api/webhooks/incoming?platforms=profnet', { body: 'under a key' }],
    ['DELETE', '/api/v1/profnet/post', { post_urn: 'urn:li:share:1' }],
  ] as const) {
    const answer = await workspace.api(method, path, { headers, body: other });
    expect([path, answer.status]).toEqual([path, 422]);
    expect(answer.body.code).toBe('idempotency_key_reused');
  }
  expect((await stack.sandbox.posts()).filter(({ text }) => text.startsWith('under a key'))).toHaveLength(1);
});

test('H125: answers 409 with Retry-After while the call of the same key runs', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1_500, times: 1 });
  const call = { headers: { 'idempotency-key': 'slow-one' }, body: { text: 'takes its time', platforms: ['profnet'] } };
  const first = workspace.api('POST', '/api/v1/posts', call);
  await expect
    .poll(async () => (await workspace.api('GET', '/api/v1/posts?status=publishing')).body.posts.length)
    .toBe(1);
  const second = await workspace.api('POST', '/api/v1/posts', call);
  expect(second.status).toBe(409);
  expect(second.body.code).toBe('idempotency_in_progress');
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await first).status).toBe(201);
  expect((await stack.sandbox.posts()).filter(({ text }) => text === 'takes its time')).toHaveLength(1);
});
