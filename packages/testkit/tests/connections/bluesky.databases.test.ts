import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack } = useStack();
const START = '/api/auth/bluesky';

test('a sign-in connects only the account that was named, and only with the name of its server in the callback', async () => {
  const workspace = await stack.createWorkspace();
  const browser = await workspace.browser();
  const begin = async () => {
    const start = await browser.visit('GET', `${START}?handle=sandbox-owner.bsky.test`);
    const consent = await browser.visit('GET', start.headers.get('location') ?? '');
    return new URL(consent.headers.get('location') ?? '');
  };
  const elsewhere = await begin();
  elsewhere.searchParams.set('iss', 'https://evil.example');
  const seen = await watchRequests(stack);
  expect((await browser.visit('GET', elsewhere.href)).status).toBe(502);
  const nameless = await begin();
  nameless.searchParams.delete('iss');
  expect((await browser.visit('GET', nameless.href)).status).toBe(400);
  expect(await seen('token')).toEqual([]);
  expect((await browser.visit('GET', (await begin()).href)).headers.get('location')).toMatch(/^\/connect\/bluesky/);
  // The app of a server on its user's machine has no secret to keep.
  expect(await stack.query('select * from network_app')).toEqual([]);
});

test('an account that has moved to another server is connected again, and posts go there', async () => {
  const workspace = await stack.createWorkspace({ connect: ['bluesky'] });
  const where = `where workspace_id = '${workspace.workspaceId}'`;
  await stack.query(`update connection set network_origin = 'http://127.0.0.1:9' ${where}`);
  expect((await (await workspace.browser()).connect('bluesky')).body).toMatchObject({ ok: true });
  const rows = await stack.query(`select network_origin from connection ${where}`);
  expect(rows).toEqual([{ network_origin: `${stack.sandboxUrl}/bluesky` }]);
  const answer = await workspace.publish({ text: uniqueText('Moved'), platforms: ['bluesky'] });
  expect(answer.body.platformResults.bluesky).toMatchObject({ ok: true, state: 'published' });
});

test('a server at a public address describes its app with a public key, always the same', async () => {
  const workspace = await stack.createWorkspace();
  await stack.restart({ SOCIAL_BASE_URL: 'https://social.example.com' });
  const [first, second] = await Promise.all([1, 2].map(() => workspace.api('GET', `${START}/client.json`)));
  const client_id = 'https://social.example.com/api/auth/bluesky/client.json';
  expect([first?.status, first?.body]).toMatchObject([
    200,
    { client_id, dpop_bound_access_tokens: true, jwks: { keys: [{ kty: 'EC', crv: 'P-256' }] } },
  ]);
  expect(second?.body).toEqual(first?.body);
  // Not for the operator's other subdomains.
  expect(first?.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(first?.text).not.toContain('"d"');
  const [row] = await stack.query(`select * from network_app where client_id = '${client_id}'`);
  expect(row?.['client_secret']).toMatch(/^v1\./);
  expect((await workspace.api('GET', '/api/auth/mastodon/client.json')).status).toBe(404);
});
