import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { lines, sendRaw } from './raw-http.ts';
import { expectErrorAnswer, readTraces } from './refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const other = useResource(async () => {
  const made = await stack.createWorkspace();
  await made.api('POST', '/api/profiles', { body: { name: 'Foreign brand' } });
  return made;
});
const before = useResource(() => readTraces(stack, workspace));

function sendTo(start: string, headers: readonly string[] = [], body = '') {
  const { host } = new URL(stack.url);
  const auth = `Authorization: Bearer ${workspace.apiKey}`;
  return sendRaw(stack.url, Buffer.from(lines(start, `Host: ${host}`, auth, ...headers) + body));
}

const PROFILES = [
  'unknown',
  'foreign-brand',
  '../x',
  '..%2fx',
  'Default',
  'default/',
  '',
  ' ',
  '*',
  '%',
  "' or 1=1--",
  '日本語',
  'a'.repeat(10_000),
];

test.each(PROFILES)('H110: answers the profile %.40s in a publish with 404', async (profile) => {
  const { status, body } = await workspace.publish({ text: 'must not go out', platforms: ['profnet'], profile });
  expect(status).toBe(404);
  expect(body.code).toBe('profile_not_found');
});

test.each(PROFILES)('H110: answers the profile %.40s in an action with 404', async (profile) => {
  const { status, body } = await workspace.api(
    'DELETE',
    `/api/v1/profnet/post?profile=${encodeURIComponent(profile)}`,
    {
      body: { post_urn: 'urn:li:share:1' },
    },
  );
  expect(status).toBe(404);
  expect(body.code).toBe('profile_not_found');
});

test('H110: answers ids of another workspace like ids that do not exist', async () => {
  const profiles = await other.api('GET', '/api/profiles');
  const keys = await other.api('GET', '/api/keys');
  const posted = await other.publish({ text: 'a', platforms: ['profnet'] });
  const random = '01a1fb67-92d3-7419-8dce-5bd77552aa0c';
  const calls: [string, string, string, object?][] = [
    ['GET', '/api/v1/posts/', posted.body.id],
    ['DELETE', '/api/v1/posts/', posted.body.id],
    ['PATCH', '/api/v1/posts/', posted.body.id, { scheduledFor: '2030-01-01T00:00:00Z' }],
    ['PATCH', '/api/profiles/', profiles.body.profiles[1].id, { name: 'Mine' }],
    ['DELETE', '/api/profiles/', profiles.body.profiles[1].id],
    ['DELETE', '/api/keys/', keys.body.keys[0].id],
    ['GET', '/api/connect/status?profileId=', profiles.body.profiles[0].id],
    ['POST', '/api/connect/profnet/disconnect?x=', profiles.body.profiles[0].id],
  ];
  for (const [method, path, id, body] of calls.slice(0, -1)) {
    const foreign = await workspace.api(method, `${path}${id}`, body ? { body } : {});
    const unknown = await workspace.api(method, `${path}${random}`, body ? { body } : {});
    expect([method, path, foreign.status]).toEqual([method, path, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  }
});

test.each([
  '/api/v1/posts/',
  '//api/v1/posts',
  '/api//v1/posts',
  '/api/v1//posts',
  '/api/v1/posts;x',
  '/api/v1/posts;jsessionid=1',
  '/api/v1/posts%00',
  '/api/v1/posts%20',
  '/api/v1/%2e%2e/v1/posts',
  '/api/v1/../v1/posts',
  '/api/v1/./posts',
  '/api/v1/posts/..',
  '/api/v1/posts/%2e',
  '/api/v1%2fposts',
  '/api%2Fv1%2Fposts',
  '/API/v1/posts',
  '/api/V1/posts',
  '/api/v2/posts',
  '/api/v1/post',
  '/api/v1',
  '/api',
  '/api/',
  '/api/v1/posts.json',
  '/api\\v1\\posts',
  '/%61pi/v1/posts',
  '/.env',
  '/.git/config',
  '/api/v1/posts/%E0%A4%A',
  '/api/v1/posts/%',
  '/api/v1/posts/%ff',
  '/api/v1/posts/a%2fb',
  '/api/v1/posts/x',
  '/api/v1/posts/__proto__',
  '/api/keys/x/y',
  '/__proto__',
  '/api/constructor',
  '/api/%F0%9F%98%80',
])('H112: answers GET %s with 404', async (path) => {
  const answer = await sendTo(`GET ${path} HTTP/1.1`);
  expectErrorAnswer(answer, [404]);
});

test.each([
  'GET http://evil.example/api/v1/nothing HTTP/1.1',
  'GET http:///x HTTP/1.1',
  'GET :80 HTTP/1.1',
  'GET ? HTTP/1.1',
  'GET x HTTP/1.1',
  'GET http://[ HTTP/1.1',
  'GET /api/v1/posts/%00 HTTP/1.1',
  'GET //// HTTP/1.1',
])('H112: survives the request line %s', async (start) => {
  expectErrorAnswer(await sendTo(start), [400, 404]);
});

test.each([
  ['PATCH', '/api/v1/posts', ['GET', 'POST']],
  ['DELETE', '/api/v1/posts', ['GET', 'POST']],
  ['PUT', '/api/v1/posts', ['GET', 'POST']],
  ['POST', '/api/usage', ['GET']],
  ['GET', '/api/v1/microblog/like', ['POST', 'DELETE']],
  ['POST', '/api/v1/microblog/reply/hide', ['PUT']],
  ['PUT', '/api/keys/x', ['DELETE']],
  ['PROPFIND', '/api/keys', ['GET', 'POST']],
  ['POST', '/healthz', ['GET']],
])('H113: answers %s %s with 405 and what is allowed', async (method, path, allowed) => {
  const answer = await sendTo(`${method} ${path} HTTP/1.1`, ['Content-Length: 0']);
  expectErrorAnswer(answer, [405]);
  expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(allowed));
});

test.each(['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: DELETE'])(
  'H115: ignores %s',
  async (header) => {
    const keys = await workspace.api('GET', '/api/keys');
    const answer = await sendTo(`POST /api/keys/${keys.body.keys[0].id} HTTP/1.1`, [header, 'Content-Length: 0']);
    expectErrorAnswer(answer, [405]);
  },
);

test('H115: ignores _method in query and body', async () => {
  const keys = await workspace.api('GET', '/api/keys');
  const { status } = await workspace.api('POST', `/api/keys/${keys.body.keys[0].id}?_method=DELETE`, {
    body: { _method: 'DELETE' },
  });
  expect(status).toBe(405);
});

test.each(['/api/v1/posts', '/api/account', '/api/keys', '/'])(
  'H116: gives a foreign origin nothing for OPTIONS %s',
  async (path) => {
    const answer = await sendTo(`OPTIONS ${path} HTTP/1.1`, [
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: authorization',
    ]);
    expect(answer.status).toBeLessThan(500);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  },
);

test('H116: gives a foreign origin no leave to read an answer', async () => {
  const { headers } = await workspace.api('GET', '/api/keys', { headers: { origin: 'https://evil.example' } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('H118: does not delete the default profile', async () => {
  const { body } = await workspace.api('GET', '/api/profiles');
  const { status } = await workspace.api('DELETE', `/api/profiles/${body.profiles[0].id}`);
  expect(status).toBe(400);
});

test('refused addresses leave nothing behind', async () => {
  expect(await readTraces(stack, workspace)).toEqual(before);
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

test('H119: answers the second deletion of a profile and of a key with 404', async () => {
  const profile = await workspace.api('POST', '/api/profiles', { body: { name: 'Short-lived' } });
  const key = await workspace.api('POST', '/api/keys', { body: { name: 'Short-lived' } });
  for (const path of [`/api/profiles/${profile.body.profile.id}`, `/api/keys/${key.body.key.id}`]) {
    expect((await workspace.api('DELETE', path)).status).toBe(200);
    expect((await workspace.api('DELETE', path)).status).toBe(404);
  }
});
