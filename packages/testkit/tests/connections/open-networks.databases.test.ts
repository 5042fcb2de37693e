import { createServer } from 'node:http';
import type { Settings } from '@social/sandbox';
import { type Browserless, samplePng, startFileServer, uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';
import { close, listen } from '../../src/servers/local-server.ts';

const { stack, clock } = useStack({ clock: true });

const START = '/api/auth/mastodon';
const host = (name: string) => `${START}?host=${encodeURIComponent(name)}`;
const page = { headers: { accept: 'text/html' } };
const setMastodon = (mastodon: Partial<Settings['mastodon']>) => stack.sandbox.settings({ mastodon });
const apps = (seen: readonly { operation: string; path: string }[]) =>
  seen.filter(({ path }) => path.endsWith('/api/v1/apps')).length;

/** Begins the sign-in, lets the network approve it, and returns the address of the callback. */
async function approved(browser: Browserless): Promise<URL> {
  const start = await browser.visit('GET', host('fosstodon.org'));
  const consent = await browser.visit('GET', start.headers.get('location') ?? '');
  return new URL(consent.headers.get('location') ?? '');
}

describe('the sign-in at a server that the user names', () => {
  test('registers an app there once, encrypted, and again when the server has forgotten it', async () => {
    const seen = await watchRequests(stack);
    const [one, two] = [await stack.createWorkspace(), await stack.createWorkspace()];
    for (const { connect } of [one, two]) await connect('mastodon');
    expect(apps(await seen())).toBe(1);
    const [app] = await stack.query('select * from network_app');
    expect(app?.['client_secret']).toMatch(/^v1\./);
    expect((await one.connections()).mastodon).toMatchObject({
      ...{ connected: true, username: expect.stringMatching(/^sandbox_owner@127\.0\.0\.1:\d+$/), missingScopes: [] },
      text: { max: 500, unit: 'graphemes', linkLength: 23 },
    });
    await stack.sandbox.reset();
    await stack.sandbox.settings({ autoApprove: true });
    const forgotten = await watchRequests(stack);
    const three = await stack.createWorkspace();
    await three.connect('mastodon');
    expect(apps(await forgotten())).toBe(1);
    const [registered, ...others] = await stack.query('select * from network_app');
    expect(others).toEqual([]);
    expect(registered?.['client_id']).not.toBe(app?.['client_id']);
    const { body } = await three.publish({ text: uniqueText('After'), platforms: ['mastodon'] });
    expect(body.platformResults.mastodon).toMatchObject({ ok: true });
  });

  test('asks a person for the server on a page of its own, and a program in an error', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const program = await browser.visit('GET', START);
    expect([program.status, program.body]).toMatchObject([
      400,
      { code: 'invalid_request', details: { field: 'host' }, error: expect.stringContaining('host=fosstodon.org') },
    ]);
    const asked = await browser.visit('GET', `${START}?attempt=${'a'.repeat(22)}`, page);
    expect(asked.text).toContain('<h1>Where is your Mastodon account?</h1>');
    expect(asked.text).toContain('<form action="/api/auth/mastodon" method="get">');
    expect(asked.text).toContain(`<input type="hidden" name="attempt" value="${'a'.repeat(22)}">`);
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self' https: http:");
  });

  test.each([
    ['192.168.1.1', 'IP address'],
    ['0x7f.1', 'IP address'],
    ['[::ffff:7f00:1]', 'IP address'],
    ['fosstodon.org:8443', 'port'],
    ['user:secret@fosstodon.org', 'name or password'],
    ['printer.local', 'private name'],
    ['fоsstodon.org', 'xn--'],
    ['intranet', 'whole name'],
    ['"><script>alert(1)</script>', 'not the name of a server'],
  ])('refuses %j, asks nothing of any network, and says what to write', async (name, reason) => {
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    const { status, body } = await browser.visit('GET', host(name));
    expect([status, body.code, body.error]).toEqual([400, 'invalid_request', expect.stringContaining(reason)]);
    const asked = await browser.visit('GET', host(name), page);
    expect([asked.status, asked.text]).toEqual([400, expect.stringContaining('Where is your Mastodon account?')]);
    expect(asked.text).not.toContain('<script>');
    expect(asked.text).not.toContain('secret@');
    expect(await seen()).toEqual([]);
  });

  test('says what is wrong with a server that speaks another language, and stores nothing', async () => {
    const server = createServer((_request, response) => response.end('<!doctype html>Hello'));
    const port = await listen(server);
    try {
      const browser = await (await stack.createWorkspace()).browser();
      const { status, body } = await browser.visit('GET', host(`127.0.0.1:${port}`));
      expect([status, body.error]).toEqual([400, expect.stringContaining('does not answer as a Mastodon server does')]);
      expect(await stack.query(`select * from oauth_flow where network_origin like '%:${port}'`)).toEqual([]);
    } finally {
      await close(server);
    }
  });

  test('is of no use at a network that has no servers to choose', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const { status, body } = await browser.visit('GET', '/api/auth/microblog?host=fosstodon.org');
    expect([status, body.code, body.details]).toEqual([400, 'invalid_request', { field: 'host' }]);
  });

  test('ends when the callback names another server, as a mix-up of two sign-ins would', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const callback = await approved(browser);
    callback.searchParams.set('iss', 'https://evil.example');
    const seen = await watchRequests(stack);
    expect((await browser.visit('GET', callback.href)).status).toBe(400);
    expect(await seen('token')).toEqual([]);
  });

  test('names no setting of this server when it is refused, since no operator has registered an app', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const refused = await approved(browser);
    refused.searchParams.delete('code');
    refused.searchParams.set('error', 'invalid_scope');
    const forgotten = await approved(browser);
    await stack.sandbox.reset();
    await stack.sandbox.settings({ autoApprove: true });
    for (const callback of [refused, forgotten]) {
      const { text } = await browser.visit('GET', callback.href);
      expect(text).toContain('<h1>The connection could not be made</h1>');
      expect(text).not.toMatch(/SOCIAL_MASTODON|operator/);
    }
    expect(await stack.query("select id from oauth_flow where ending = 'misconfigured'")).toEqual([]);
  });

  test('works once, and only in the browser that began it', async () => {
    const workspace = await stack.createWorkspace();
    const callback = await approved(await workspace.browser());
    expect((await stack.browser().visit('GET', callback.href)).status).toBe(400);
    const browser = await workspace.browser();
    expect((await browser.visit('GET', callback.href)).headers.get('location')).toMatch(/^\/connect\/mastodon/);
    expect((await browser.visit('GET', callback.href)).status).toBe(400);
  });
});

describe('a pasted access token', () => {
  const paste = (workspace: { api: Awaited<ReturnType<typeof stack.createWorkspace>>['api'] }, body: object) =>
    workspace.api('POST', '/api/connect/mastodon/token', { body });

  /** Makes a token as a user does in the settings of an account. */
  async function tokenWith(scopes: string): Promise<string> {
    const registered = await fetch(`${stack.sandboxUrl}/mastodon/api/v1/apps`, {
      method: 'POST',
      body: new URLSearchParams({ client_name: 'x', redirect_uris: 'http://127.0.0.1:9/', scopes }),
    });
    const { client_id, client_secret } = (await registered.json()) as Record<string, string>;
    const query = `client_id=${client_id}&redirect_uri=http://127.0.0.1:9/&scope=${scopes}&response_type=code`;
    const consent = await fetch(`${stack.sandboxUrl}/mastodon/oauth/authorize?${query}`, { redirect: 'manual' });
    const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      client_id,
      client_secret,
      redirect_uri: 'http://127.0.0.1:9/',
    };
    const answer = await fetch(`${stack.sandboxUrl}/mastodon/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form as Record<string, string>),
    });
    const { access_token = '' } = (await answer.json()) as Record<string, string>;
    return access_token;
  }

  test('connects the account at the server that is named with it', async () => {
    const accessToken = await tokenWith('read write');
    const workspace = await stack.createWorkspace();
    const { status, body } = await paste(workspace, { host: '@sandbox_owner@fosstodon.org', accessToken });
    expect([status, body]).toMatchObject([201, { ok: true, account: { name: 'Sandbox Owner' } }]);
    expect((await workspace.connections()).mastodon).toMatchObject({ connected: true, text: { max: 500 } });
    const published = await workspace.publish({ text: uniqueText('Pasted'), platforms: ['mastodon'] });
    expect(published.body.platformResults.mastodon).toMatchObject({ ok: true });
    expect(await stack.dump()).not.toContain(accessToken);
  });

  test.each([
    [{ accessToken: 'x'.repeat(40) }, 'host'],
    [{ host: 'fosstodon.org' }, 'accessToken'],
    [{ host: 'fosstodon.org', accessToken: 'short' }, 'accessToken'],
    [{ host: 'fosstodon.org', accessToken: 'unknown-'.repeat(5) }, 'accessToken'],
    [{ host: '127.1', accessToken: 'x'.repeat(40) }, 'host'],
  ])('is refused without a word of it: %j', async (body, field) => {
    const answer = await paste(await stack.createWorkspace(), body);
    expect([answer.status, answer.body.code, answer.body.details.field]).toEqual([400, 'invalid_request', field]);
    expect(answer.body.error).toMatch(new RegExp(`^${field}: `));
    expect(answer.text).not.toMatch(/x{40}|unknown-unknown/);
  });

  test.each([
    ['read', 'write:statuses write:media'],
    ['write', 'read:accounts read:statuses'],
  ])('with %s alone is refused, and its field says what it lacks', async (scopes, missing) => {
    const workspace = await stack.createWorkspace();
    const { status, body } = await paste(workspace, { host: 'fosstodon.org', accessToken: await tokenWith(scopes) });
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', details: { field: 'accessToken' } }]);
    expect(body.error).toContain(`accessToken: lacks ${missing}; make a token with read:accounts`);
    expect((await workspace.connections()).mastodon.connected).toBe(false);
  });
});

describe('a connected account', () => {
  test('publishes a thread with pictures and settings', async () => {
    await using files = await startFileServer();
    const url = files.serve('/a.png', { body: samplePng(1), headers: { 'content-type': 'image/png' } });
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    const [first, second] = [uniqueText('First'), uniqueText('Second')];
    const { body } = await workspace.publish({
      ...{ text: first, thread: [second], platforms: ['mastodon'] },
      media: [{ url, alt: 'A dot' }],
      meta: { visibility: 'unlisted', language: 'en' },
    });
    expect(body.platformResults.mastodon).toMatchObject({ ok: true });
    const accepted = (await stack.sandbox.posts('mastodon')).filter(({ text }) => [first, second].includes(text));
    expect(accepted).toMatchObject([
      { media: [{}], replyToId: null },
      { media: [], replyToId: accepted[0]?.id },
    ]);
  });

  test('counts the content warning with each part of a thread, in a dry run and before anything is sent', async () => {
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    const request = {
      ...{ text: uniqueText('First'), thread: ['x'.repeat(480)], platforms: ['mastodon'] },
      meta: { spoilerText: 'About food, at length' },
    };
    const dry = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: request });
    const tooLong = expect.stringContaining('501 of 500 characters with its content warning at the server');
    expect(dry.body.platformResults.mastodon).toMatchObject({ ok: false, error: tooLong, characters: { count: 501 } });
    const { body } = await workspace.publish(request);
    expect(body.platformResults.mastodon).toMatchObject({ ok: false, code: 'invalid_request', error: tooLong });
    expect((await stack.sandbox.posts('mastodon')).filter(({ text }) => text === request.text)).toEqual([]);
  });

  test('is read after a lost answer, so that the post is not sent again', async () => {
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    await stack.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'accept-then-drop' });
    const text = `${uniqueText('Lost')} & https://example.com <3 `;
    const { body } = await workspace.publish({ text, platforms: ['mastodon'] });
    expect(body.platformResults.mastodon).toMatchObject({ ok: true });
    const accepted = (await stack.sandbox.posts('mastodon')).filter((post) => post.text === text.trim());
    expect(accepted).toHaveLength(1);
    expect(body.platformResults.mastodon.url).toContain(accepted[0]?.id);
  });

  test('is another account than one with the same id at another server', async () => {
    const workspace = await stack.createWorkspace({ connect: ['mastodon'] });
    await stack.query(
      `update connection set network_origin = 'http://127.0.0.1:9' where workspace_id = '${workspace.workspaceId}'`,
    );
    expect((await (await workspace.browser()).connect('mastodon')).status).toBe(201);
    const names = (await workspace.connections()).mastodon.accounts.map(({ name }: { name: string }) => name);
    expect(names).toEqual([expect.any(String), `${names[0]}-2`]);
  });

  test('takes texts up to the limit of its server, which is read again after six hours', async () => {
    const workspace = await stack.createWorkspace();
    await setMastodon({ maxCharacters: 5_000 });
    await workspace.connect('mastodon');
    const long = uniqueText('x'.repeat(1_000));
    const request = { text: long, platforms: ['mastodon'] };
    const dry = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: request });
    expect(dry.body.platformResults.mastodon).toMatchObject({ ok: true, characters: { max: 5_000 } });
    expect((await workspace.publish(request)).body.platformResults.mastodon).toMatchObject({ ok: true });

    await setMastodon({ maxCharacters: 300 });
    clock.advance(5 * 3_600_000);
    await stack.restart();
    expect((await workspace.connections()).mastodon.text).toMatchObject({ max: 5_000 });
    clock.advance(2 * 3_600_000);
    await stack.restart();
    await vi.waitFor(async () => {
      expect((await workspace.connections()).mastodon.text).toMatchObject({ max: 300 });
    }, 15_000);
    // An app without accounts was registered for nobody; this one has one.
    await stack.query(`update network_app set created_at = '2020-01-01T00:00:00.000Z'`);
    await stack.query(`insert into network_app (id, network_origin, client_id, client_secret, created_at)
      values ('x', 'https://unused.example', '', '', '2020-01-01T00:00:00.000Z')`);
    await stack.restart();
    await vi.waitFor(async () => {
      expect(await stack.query('select network_origin from network_app')).toEqual([
        { network_origin: `${stack.sandboxUrl}/mastodon` },
      ]);
    }, 15_000);
    const refused = await workspace.publish({ ...request, platforms: ['mastodon', 'profnet'] });
    expect(refused.body.platformResults.mastodon).toMatchObject({ ok: false, code: 'invalid_request' });
    expect(refused.body.platformResults.mastodon.error).toContain('at the server of the connected account');
  });
});
