import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isOpen, type ServerSearch } from '../../src/index.ts';
import { sampleImage } from '../support/media-samples.ts';
import {
  registrationOf,
  rejectionOf,
  startStubNetwork,
  stubAccount,
  useStubbedDriver,
} from '../support/stub-network.ts';

const token = JSON.stringify({ token: 'the-token', clientId: 'the-app', clientSecret: 'the-app-secret' });
const account = stubAccount('1', { accessToken: token, username: 'ada@fosstodon.org' });
const used = useStubbedDriver('mastodon');
const search: ServerSearch = { sandboxUrl: 'http://127.0.0.1:1/mastodon', timeoutMs: 1_000 };

function find(named: { host?: string; handle?: string }, more: Partial<ServerSearch> = {}) {
  const registration = registrationOf('mastodon');
  if (!isOpen(registration)) return expect.fail('Mastodon is no open network');
  return registration.findServer(named, { ...search, ...more });
}

describe('the server that a user names', () => {
  it('is the sandbox where one stands in, except for this machine', async () => {
    for (const named of [{ host: 'fosstodon.org' }, { handle: '@ada@fosstodon.org' }]) {
      expect(await find(named)).toEqual({ origin: search.sandboxUrl, accountId: null });
    }
    used.stub.reply = { status: 200, body: { version: '4.6.3' } };
    const { host } = new URL(used.stub.url);
    expect(await find({ host })).toEqual({ origin: used.stub.url, accountId: null });
    expect(await rejectionOf(find({ host }, { sandboxUrl: null }))).toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    ['a page', { status: 200, body: '<!doctype html><title>Hello</title>', headers: { 'content-type': 'text/html' } }],
    ['another API', { status: 200, body: { hello: 'world' } }],
    ['a list', { status: 200, body: [{ version: '4' }] }],
    ['nothing there', { status: 404, body: { error: 'Not Found' } }],
    ['a login', { status: 401, body: '' }],
    ['a redirect', { status: 301, headers: { location: 'http://127.0.0.1:9/api/v2/instance' } }],
  ])('is refused when it answers with %s, and nothing goes elsewhere', async (_what, reply) => {
    used.stub.reply = reply;
    const error = await rejectionOf(find({ host: new URL(used.stub.url).host }));
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    expect((error as Error).message).toContain('does not answer as a Mastodon server does');
    expect(used.stub.requests.map(({ path }) => path)).toEqual(['/api/v2/instance', '/api/v1/instance']);
  });

  it('is refused when its document has no end', async () => {
    used.stub.reply = endless;
    const error = await rejectionOf(find({ host: new URL(used.stub.url).host }));
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
  });

  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  };
  it.each([
    ['trouble', { status: 503, body: 'down' }],
    ['silence', () => undefined],
  ])('can be tried again later when it answers with %s', async (_what, reply) => {
    used.stub.reply = reply;
    const error = await rejectionOf(find({ host: new URL(used.stub.url).host }));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable' });
  });
});

describe('limits that a server claims', () => {
  const usual = { max: 500, unit: 'graphemes' };
  const others = { visibilities: ['public', 'unlisted', 'private', 'direct'], hasQuotePolicies: false };
  it.each([
    ['nothing', {}, usual],
    ['zero', { max_characters: 0, characters_reserved_per_url: 0 }, usual],
    ['less than zero', { max_characters: -5 }, usual],
    ['words', { max_characters: 'many', characters_reserved_per_url: 'few' }, usual],
    ['no number', { max_characters: null }, usual],
    ['a billion', { max_characters: 1e9 }, { max: 100_000, unit: 'graphemes' }],
    ['a fraction', { max_characters: 7.9 }, { max: 7, unit: 'graphemes' }],
    [
      'addresses longer than a text',
      { max_characters: 40, characters_reserved_per_url: 1e9 },
      { max: 40, unit: 'graphemes', linkLength: 40 },
    ],
    [
      'texts and addresses of a billion',
      { max_characters: 1e9, characters_reserved_per_url: 1e9 },
      { max: 100_000, unit: 'graphemes', linkLength: 4_096 },
    ],
  ])('are bounded: %s', async (_what, statuses, text) => {
    used.stub.reply = { status: 200, body: { version: '4', configuration: { statuses } } };
    expect(await used.driver.readLimits?.(account, {})).toEqual({ text, ...others });
  });

  it('come from the server alone, even where it names another place for its software', async () => {
    await using other = await startStubNetwork();
    const links = [{ rel: 'x', href: `${other.url}/nodeinfo/2.0` }];
    used.stub.reply = { status: 200, body: { version: '4', links } };
    expect(await used.driver.readLimits?.(account, {})).toEqual({ text: usual, ...others });
    expect(other.requests).toEqual([]);
  });
});

describe('answers to a status', () => {
  const publish = () => used.driver.publish({ text: 'hello', media: [], settings: {} }, account, {});

  it.each([
    ['javascript:alert(1)', '/@ada/7'],
    ['http://user:secret@evil.example/', '/@ada/7'],
    [null, '/@ada/7'],
    [{}, '/@ada/7'],
    ['https://fosstodon.org/@ada/7', 'https://fosstodon.org/@ada/7'],
  ])('with the address %j give a link that is safe to show', async (url, expected) => {
    used.stub.reply = { status: 200, body: { id: '7', url } };
    expect((await publish()).url).toBe(expected.startsWith('/') ? `${used.stub.url}${expected}` : expected);
  });

  it.each([7.5, '../../etc', {}, null, 'x'.repeat(65)])('with the id %j are no proof of a post', async (id) => {
    used.stub.reply = { status: 200, body: { id } };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
  });

  it.each([301, 307, 308])('that redirect (%i) are followed nowhere, with a token least of all', async (status) => {
    await using other = await startStubNetwork();
    used.stub.reply = { status, headers: { location: other.url } };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'outcome-unknown' });
    expect(other.requests).toEqual([]);
  });

  it.each([
    [400, 'status too long, 6000 characters provided', 'invalid_request'],
    [401, 'The access token is invalid', 'reconnect_required'],
    [403, 'This action is outside the authorized scopes', 'network_forbidden'],
    [403, 'This action is not allowed', 'network_forbidden'],
    [422, 'Validation failed: Text character limit of 500 exceeded', 'invalid_request'],
    [422, 'Cannot attach files that have not finished processing. Try again in a moment!', 'media_refused'],
    [422, 'Validation failed: something else', 'network_refused'],
    [429, 'Too many requests', 'network_rate_limited'],
    [500, 'Internal Server Error', 'outcome_unknown'],
    [503, 'There was a temporary problem serving your request, please try again', 'outcome_unknown'],
  ])('with %i "%s" are %s', async (status, error, code) => {
    used.stub.reply = { status, body: { error: `${error} the-token the-app-secret` } };
    const failure = (await rejectionOf(publish())) as Error;
    expect(failure).toMatchObject({ code });
    expect(failure.message).not.toMatch(/the-token|the-app-secret/);
  });
});

describe('an older server', () => {
  it('takes files by the first version of the call', async () => {
    used.stub.reply = (response, { path }) => {
      const isKnown = !path.startsWith('/api/v2/');
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
      const file = { id: '5', url: 'https://a.org/5.png' };
      response.end(JSON.stringify(path === '/api/v1/media' ? file : { id: '7', version: '3.5.0' }));
    };
    const post = { text: 'a picture', media: [sampleImage({ shade: 1 })], settings: {} };
    expect((await used.driver.publish(post, account, {})).platformPostId).toBe('7');
    const paths = used.stub.requests.map(({ method, path }) => `${method} ${path}`);
    expect(paths.slice(-3)).toEqual(['POST /api/v2/media', 'POST /api/v1/media', 'POST /api/v1/statuses']);
    expect(JSON.parse(used.stub.requests.at(-1)?.body ?? '')).toMatchObject({ media_ids: ['5'] });
  });

  it('that tells no source of a status leaves its text unknown, and no reblog is asked for', async () => {
    used.stub.reply = (response, { path }) => {
      const isList = path.includes('/statuses?');
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isList ? [{ id: '1', created_at: new Date().toISOString(), content: 'x' }] : {}));
    };
    expect(await used.driver.listRecentPosts?.(account, {})).toEqual([]);
    expect(used.stub.requests[0]?.path).toContain('exclude_reblogs=true');
  });
});

describe('the name of an account', () => {
  it.each(['https://mastodon.social/@ada', `https://${'x'.repeat(100_000)}.org/@ada`, 'javascript:alert(1)', null])(
    'ends with the server that was signed in at, whatever page it names',
    async (url) => {
      used.stub.reply = { status: 200, body: { id: '7', username: 'ada', url } };
      const accounts = await used.driver.oauth?.listAccounts(token, {});
      const username = `ada@${new URL(used.stub.url).host}`;
      expect(accounts).toMatchObject([{ accountId: '7', username, description: `@${username}` }]);
    },
  );
});

describe('answers to a sign-in', () => {
  const redirectUri = 'http://127.0.0.1:9/callback';
  it.each([
    ['no id', 200, { client_secret: 's' }, 'network_unavailable'],
    ['an id that fills disks', 200, { client_id: 'x'.repeat(513), client_secret: 's' }, 'network_unavailable'],
    ['such a secret', 200, { client_id: 'x', client_secret: 's'.repeat(513) }, 'network_unavailable'],
    ['a page', 200, '<html>', 'network_unavailable'],
    ['no such call', 404, { error: 'Not Found' }, 'network_refused'],
    ['no new apps', 403, { error: 'Forbidden' }, 'network_refused'],
    [
      'wrong scopes',
      422,
      { error: "Validation failed: Scopes doesn't match configured on the server." },
      'network_refused',
    ],
  ])('that register no app (%s) are explained', async (_what, status, body, code) => {
    used.stub.reply = { status, body };
    expect(await rejectionOf(used.driver.oauth?.registerApp?.({ redirectUri }, {}))).toMatchObject({ code });
  });

  it.each([{}, { access_token: 7 }, { access_token: 'a b' }, { access_token: 'x', token_type: 'mac' }])(
    'without a usable token (%j) connect nothing',
    async (body) => {
      used.stub.reply = { status: 200, body };
      const codeVerifier = JSON.stringify({
        verifier: 'v'.repeat(43),
        clientId: 'the-app',
        clientSecret: 'the-app-secret',
      });
      const failure = await rejectionOf(used.driver.oauth?.exchangeCode({ code: 'c', redirectUri, codeVerifier }, {}));
      expect(failure).toMatchObject({ platform: 'mastodon' });
      expect((failure as Error).message).not.toContain('the-app-secret');
    },
  );

  it('treat "read write" as all the permissions that it holds', async () => {
    used.stub.reply = { status: 200, body: { access_token: 't', token_type: 'Bearer', scope: 'read write' } };
    const codeVerifier = JSON.stringify({ verifier: 'v'.repeat(43), clientId: 'a', clientSecret: 's' });
    const granted = await used.driver.oauth?.exchangeCode({ code: 'c', redirectUri, codeVerifier }, {});
    expect(granted?.scopes).toEqual(used.driver.oauth?.scopes);
  });
});
