import { type Browserless, uniqueText, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

let browser: Browserless;

const { stack, workspace } = useStack();

beforeAll(async () => {
  browser = await workspace.browser();
});

const own = () => new URL(stack.url);
const FOREIGN: [string, () => Record<string, string>][] = [
  ['Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' })],
  ['an unknown Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'friendly' })],
  ['cross-site with an Origin that looks like ours', () => ({ 'sec-fetch-site': 'cross-site', origin: own().origin })],
  ['the Origin of another site', () => ({ origin: 'https://evil.example' })],
  ['our host by another scheme', () => ({ origin: own().origin.replace('http:', 'https:') })],
  ['Origin: null', () => ({ origin: 'null' })],
  ['our host on another port', () => ({ origin: `http://${own().hostname}:1` })],
  ['our host within another name', () => ({ origin: `http://${own().hostname}.evil.example:${own().port}` })],
];
const OWN: [string, () => Record<string, string>][] = [
  ['Sec-Fetch-Site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' })],
  ['Sec-Fetch-Site: none', () => ({ 'sec-fetch-site': 'none' })],
  ['our own Origin', () => ({ origin: own().origin })],
  ['neither header, as without a browser', () => ({})],
];

describe.each(FOREIGN)('with %s', (_name, headers) => {
  test('no mutation by session has an effect', async () => {
    const { profiles: before } = (await browser.visit('GET', '/api/profiles')).body;
    const calls: [string, string, object | undefined][] = [
      ['POST', '/api/profiles', { name: 'Forged' }],
      ['PATCH', `/api/profiles/${workspace.profileId}`, { name: 'Forged' }],
      ['DELETE', `/api/profiles/${workspace.profileId}`, undefined],
      ['POST', '/api/keys', { name: 'Forged' }],
      ['POST', '/api/v1/posts', { text: 'Forged', platforms: ['video'] }],
      ['POST', '/api/connect/profnet/disconnect', undefined],
      ['POST', '/api/connect/profnet/confirm', { option: { accountId: 'x' } }],
      ['POST', '/api/account/sign-out', undefined],
    ];
    for (const [method, path, body] of calls) {
      const answer = await browser.visit(method, path, { headers: headers(), ...(body ? { body } : {}) });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'cross_site_request']);
    }
    expect((await browser.visit('GET', '/api/profiles')).body.profiles).toEqual(before);
    expect((await browser.visit('GET', '/api/account')).status).toBe(200);
  });

  test('neither sign-in nor sign-up works', async () => {
    const { email, password } = workspace;
    for (const path of ['/api/account/sign-in', '/api/account/sign-up']) {
      const answer = await stack.anonymous('POST', path, { body: { email, password }, headers: headers() });
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_request']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('a call with an API key works', async () => {
    const { status } = await workspace.api('POST', '/api/profiles', {
      body: { name: uniqueText('By key') },
      headers: headers(),
    });
    expect(status).toBe(201);
  });

  test('reading works', async () => {
    expect((await browser.visit('GET', '/api/profiles', { headers: headers() })).status).toBe(200);
  });
});

test.each(OWN)('with %s a session may change things', async (_name, headers) => {
  const call = { body: { name: uniqueText('Own') }, headers: headers() };
  expect((await browser.visit('POST', '/api/profiles', call)).status).toBe(201);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'text/json',
  'application/jsonp',
  '',
])('a body of the type "%s" is refused with 415, as forms of other sites can send it', async (type) => {
  const session = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const path of [
    '/api/profiles',
    '/api/keys',
    '/api/v1/posts',
    '/api/account/sign-in',
    '/api/connect/profnet/disconnect',
  ]) {
    const { status, body } = await stack.anonymous('POST', path, {
      body: new TextEncoder().encode('{"name":"Forged"}'),
      headers: { cookie: session, ...(type ? { 'content-type': type } : {}) },
    });
    expect([path, status, body.code]).toEqual([path, 415, 'unsupported_media_type']);
  }
});

test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
  'a body of the type %s is taken',
  async (type) => {
    const body = JSON.stringify({ name: uniqueText('Typed') });
    const { status } = await workspace.api('POST', '/api/profiles', { body, headers: { 'content-type': type } });
    expect(status).toBe(201);
  },
);

test('no answer lets another site read it', async () => {
  const answer = await browser.visit('GET', '/api/profiles', { headers: { origin: 'https://evil.example' } });
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
