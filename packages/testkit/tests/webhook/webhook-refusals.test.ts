import { gzipSync } from 'node:zlib';
import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { lines, sendRaw } from '../protocol/http/raw-http.ts';
import { expectErrorAnswer, readTraces } from '../protocol/http/refusals.ts';

// Three credits: enough for each of the two default platforms, not for their sum.
const PLAN = { label: 'Test', monthlyCredits: 3 };
const { stack, workspace } = useStack({
  plans: { free: { ...PLAN, price: 0 }, pro: { ...PLAN, price: 5 } },
  connect: ['profnet', 'microblog'],
});

const poor = useResource(async () => {
  const made = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  await made.api('POST', '/api/profiles', { body: { name: 'Foreign brand' } });
  return made;
});
const unpaid = useResource(() => stack.createWorkspace({ plan: 'free' }));
const before = useResource(async () => {
  await stack.grant(workspace, 100);
  return readTraces(stack, workspace);
});

const ARTICLE = { title: 'A title', body: 'must not go out', keyword: 'news' };

function send(query: string, body: object | string | Uint8Array = ARTICLE, headers: Record<string, string> = {}) {
  return workspace.api('POST', `/api/webhooks/incoming${query}`, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

test.each<{ id: string; title: string; headers: (key: string) => string[]; query?: (key: string) => string }>([
  { id: 'W1', title: 'no key', headers: () => [] },
  { id: 'W1', title: 'an empty X-API-Key', headers: () => ['X-API-Key:'] },
  { id: 'W1', title: 'a key that does not exist', headers: () => ['X-API-Key: sk_live_nobody'] },
  { id: 'W4', title: 'a key in the query', headers: () => [], query: (key) => `?key=${key}` },
  { id: 'W4', title: 'an apiKey in the query', headers: () => [], query: (key) => `?apiKey=${key}` },
  { id: 'W5', title: 'two X-API-Key headers', headers: (key) => [`X-API-Key: ${key}`, 'X-API-Key: x'] },
  { id: 'W5', title: 'the right X-API-Key twice', headers: (key) => [`X-API-Key: ${key}`, `X-API-Key: ${key}`] },
  { id: 'W5', title: 'two keys in one X-API-Key', headers: (key) => [`X-API-Key: ${key}, ${key}`] },
  { id: 'W7', title: 'Bearer inside X-API-Key', headers: (key) => [`X-API-Key: Bearer ${key}`] },
  {
    id: 'W7',
    title: 'a wrong Bearer with the right X-API-Key',
    headers: (key) => ['Authorization: Bearer x', `X-API-Key: ${key}`],
  },
])('$id: answers $title with 401', async ({ headers, query }) => {
  const body = JSON.stringify(ARTICLE);
  const { host } = new URL(stack.url);
  const common = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const path = `/api/webhooks/incoming${query?.(workspace.apiKey) ?? ''}`;
  const answer = await sendRaw(
    stack.url,
    lines(`POST ${path} HTTP/1.1`, ...common, ...headers(workspace.apiKey)) + body,
  );
  expectErrorAnswer(answer, [401]);
});

test('W2: answers a revoked X-API-Key with 401', async () => {
  const made = await workspace.api('POST', '/api/keys', { body: { name: 'Soon revoked' } });
  await workspace.api('DELETE', `/api/keys/${made.body.key.id}`);
  const { status } = await send('', ARTICLE, { authorization: '', 'x-api-key': made.body.rawKey });
  expect(status).toBe(401);
});

test('W8: answers microblog alone on a free plan with 403', async () => {
  const { status, body } = await unpaid.api('POST', '/api/webhooks/incoming?platforms=microblog', { body: ARTICLE });
  expect(status).toBe(403);
  expect(body.code).toBe('paid_plan_required');
});

test('W9: answers a balance below the sum of the platforms with 402, and sends nothing', async () => {
  const { status, body } = await poor.api('POST', '/api/webhooks/incoming', { body: ARTICLE });
  expect(status).toBe(402);
  expect(body.code).toBe('insufficient_credits');
  expect((await poor.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  expect(await poor.credits()).toMatchObject({ balance: 3, held: 0 });
});

test.each([
  ['W10', 'unknown', 'nobody'],
  ['W10', 'empty', ''],
  ['W10', 'unsafe', '../default'],
  ['W11', 'foreign', 'foreign-brand'],
])('%s: answers an %s profile with 404', async (_id, _title, profile) => {
  const { status, body } = await send(`?profile=${encodeURIComponent(profile)}`);
  expect(status).toBe(404);
  expect(body.code).toBe('profile_not_found');
});

test.each([
  ['W12', 'GET'],
  ['W13', 'PUT'],
  ['W13', 'PATCH'],
  ['W13', 'DELETE'],
])('%s: answers %s with 405', async (_id, method) => {
  const { status, headers } = await workspace.api(method, '/api/webhooks/incoming');
  expect(status).toBe(405);
  expect(headers.get('allow')).toContain('POST');
});

test.each([
  ['W14', 'platforms='],
  ['W14', 'platforms=%20'],
  ['W14', 'platforms=,'],
  ['W14', 'platforms=profnet,'],
  ['W14', 'platforms=,profnet'],
  ['W14', 'platforms'],
  ['W16', 'platforms=profnet;microblog'],
  ['W16', 'platforms=profnet|microblog'],
  ['W16', 'platforms=profnet%20microblog'],
  ['W16', 'platforms=["profnet"]'],
  ['W17', 'platforms=PROFNET'],
  ['W17', 'platforms=linkedin'],
  ['W17', 'platforms=profnet,__proto__'],
  ['W17', 'platforms=all'],
  ['W17', 'platforms=profnet%00'],
  ['W19', 'platforms=profnet&platforms=microblog'],
  ['W19', 'platforms=profnet&platforms=profnet'],
  ['W20', 'platforms[]=profnet'],
  ['W20', 'platforms[0]=profnet'],
  ['W20', 'platform=profnet'],
  ['W22', 'profile=default&profile=default'],
  ['W23', 'test=maybe'],
  ['W23', 'test=ture'],
  ['W23', 'test=2'],
  ['W23', 'test=null'],
  ['W23', 'test=true&test=false'],
  ['W23', 'test[]=true'],
  ['W23', 'Test=true'],
  ['W23', 'dryRun=true'],
  ['W23', 'test='],
  ['W23', 'test'],
])('%s: refuses the query %s with 400', async (_id, query) => {
  const { status, body } = await send(`?${query}`);
  expect(status).toBe(400);
  expect(body.code).toBe('invalid_request');
});

const HTML_WITHOUT_TEXT = [
  '<p></p>',
  '<br>',
  '<img src="a.png">',
  '<!-- note -->',
  '<script>alert(1)</script>',
  '<style>p{}</style>',
  '&nbsp;',
  '&#8203;',
];

test.each<readonly [id: string, title: string, content: object | string]>([
  ['W28', 'no body', { title: 'a' }],
  ['W29', 'an empty body', { body: '' }],
  ['W29', 'a body of white space', { body: ' \n\u200b' }],
  ...HTML_WITHOUT_TEXT.map((body) => ['W29', `the body ${body}, which has no text`, { body }] as const),
  ['W31', 'the body null', { body: null }],
  ['W32', 'the body 5', { body: 5 }],
  ['W34', 'a list of blocks', { body: [{ type: 'paragraph', text: 'a' }] }],
  ['W34', 'an object as the body', { body: { html: '<p>a</p>' } }],
  ['W34', 'a body of more than 200 000 characters', { body: 'a'.repeat(200_001) }],
  ['W35', 'U+0000 in the body', { body: 'a\0b' }],
  ['W35', 'U+0000 in the title', { body: 'a', title: 'a\0' }],
  ['W35', 'half a surrogate pair in the body', '{"body":"a\\ud800"}'],
  ['W37', 'a title that is an object', { body: 'a', title: { text: 'a' } }],
  ['W37', 'the title null', { body: 'a', title: null }],
  ['W37', 'a title of more than 2 000 characters', { body: 'a', title: 'a'.repeat(2_001) }],
  ['W38', 'a keyword that is a list', { body: 'a', keyword: ['a'] }],
  ['W38', 'a keyword that is a number', { body: 'a', keyword: 5 }],
  ['W38', 'a status that is a number', { body: 'a', status: 1 }],
  ['W38', 'a test that is a list', { body: 'a', test: [true] }],
  ['W38', 'a test that is misspelt', { body: 'a', test: 'ture' }],
  ['W38', 'the test 2', { body: 'a', test: 2 }],
  ['W40', 'the timestamp 2026-02-30', { body: 'a', timestamp: '2026-02-30T00:00:00Z' }],
  ['W40', 'a timestamp without a time', { body: 'a', timestamp: '2026-02-03' }],
  ['W40', 'a timestamp without an offset', { body: 'a', timestamp: '2030-02-03T10:00:00' }],
  ['W40', 'a timestamp for people', { body: 'a', timestamp: 'Fri, 20 Nov 2026 10:00:00 GMT' }],
  ['W41', 'a number as the timestamp', { body: 'a', timestamp: 1_893_456_000 }],
  ['W41', 'the timestamp null', { body: 'a', timestamp: null }],
  ['W43', 'a list of articles', [ARTICLE]],
  ['W43', 'a text', '"must not go out"'],
  ['W43', 'nothing', ''],
  ['W44', 'body twice', '{"body":"a","body":"b"}'],
])('%s: refuses %s with 400', async (_id, _title, content) => {
  const { status } = await send('?platforms=profnet', content);
  expect(status).toBe(400);
});

test.each<
  readonly [id: string, title: string, status: number, content: string | Uint8Array, headers: Record<string, string>]
>([
  ['W45', '257 KiB', 413, JSON.stringify({ body: 'a'.repeat(257 * 1024) }), {}],
  ['W46', 'a form', 415, 'body=a&title=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['W47', 'XML', 415, '<article><body>a</body></article>', { 'content-type': 'application/xml' }],
  ['W47', 'an Atom feed', 415, '<feed/>', { 'content-type': 'application/atom+xml' }],
  ['W47', 'plain text', 415, 'a', { 'content-type': 'text/plain' }],
  ['W49', 'gzip', 415, gzipSync(JSON.stringify(ARTICLE)), { 'content-encoding': 'gzip' }],
])('%s: refuses %s with %i', async (_id, _title, expected, content, headers) => {
  const { status } = await send('', content, headers);
  expect(status).toBe(expected);
});

test('W45: answers 5 MB with 413 before everything is sent', async () => {
  const size = 5_000_000;
  const head = lines(
    'POST /api/webhooks/incoming HTTP/1.1',
    `Host: ${new URL(stack.url).host}`,
    `X-API-Key: ${workspace.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${size}`,
  );
  const answer = await sendRaw(stack.url, `${head}{"body":"${'a'.repeat(100_000)}`);
  expectErrorAnswer(answer, [413]);
});

test('W45: answers 413 to a client that sends all of 5 MB before it reads', async () => {
  const answer = await send('', JSON.stringify({ body: 'a'.repeat(5_000_000) }));
  expect(answer.status).toBe(413);
});

test('refused deliveries leave nothing behind', async () => {
  expect(await readTraces(stack, workspace)).toEqual(before);
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
