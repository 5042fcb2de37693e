import { expect } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { open, test, textAt } from '../../support/sandbox.ts';
import { ask, beginSession, owner, refusalOf, run } from './sign-in.ts';

const { password, appPassword, handles } = sandboxSeed.bluesky;
const server = 'com.atproto.server';
const hourMs = 3_600_000;

async function openWithClock() {
  const clock = { now: Date.parse('2026-11-24T10:00:00Z') };
  return { clock, sandbox: await open({ clock: () => clock.now }) };
}

test.each([
  ['its DID', owner],
  ['its handle', handles.sandbox_owner],
  ['its handle in capitals', handles.sandbox_owner.toUpperCase()],
  ['its e-mail address', 'sandbox_owner@example.com'],
])('a session begins for an account named by %s', async (_name, identifier) => {
  const sandbox = await open();
  const answer = await run(sandbox, `${server}.createSession`, { identifier, password });
  expect(answer).toMatchObject({ status: 200, body: { did: owner, handle: handles.sandbox_owner, active: true } });
  const shown = await ask(sandbox, `${server}.getSession`, {}, textAt(answer.body, 'accessJwt'));
  expect(shown).toMatchObject({ status: 200, body: { did: owner, email: 'sandbox_owner@example.com' } });
});

test('a wrong password and an unknown account are refused in the same words', async ({ sandbox }) => {
  for (const identifier of [owner, 'nobody.bsky.test']) {
    const answer = await run(sandbox, `${server}.createSession`, { identifier, password: 'wrong' });
    expect(refusalOf(answer)).toEqual([401, 'AuthenticationRequired', 'Invalid identifier or password']);
  }
});

test('tokens that are missing, forged, of another kind or expired are refused, most of them with status 400', async () => {
  const { clock, sandbox } = await openWithClock();
  const { access, refresh } = await beginSession(sandbox);
  const get = async (token?: string) => refusalOf(await ask(sandbox, `${server}.getSession`, {}, token));
  expect(await get()).toEqual([401, 'AuthMissing', 'Authentication Required']);
  expect(await get('x.y.z')).toEqual([400, 'InvalidToken', 'Token could not be verified']);
  expect(await get(refresh)).toEqual([400, 'InvalidToken', 'Token could not be verified']);
  expect(await get('a b')).toEqual([400, 'InvalidToken', 'Malformed authorization header']);
  expect(refusalOf(await run(sandbox, `${server}.refreshSession`, undefined, access))[1]).toBe('InvalidToken');
  clock.now += 2 * hourMs - 1000;
  expect((await ask(sandbox, `${server}.getSession`, {}, access)).status).toBe(200);
  clock.now += 1000;
  expect(await get(access)).toEqual([400, 'ExpiredToken', 'Token has expired']);
});

test('the lifetime of access tokens can be set', async () => {
  const { clock, sandbox } = await openWithClock();
  await sandbox.settings({ tokenLifetimeSeconds: 5 });
  const { access } = await beginSession(sandbox);
  clock.now += 5000;
  expect(refusalOf(await ask(sandbox, `${server}.getSession`, {}, access))[1]).toBe('ExpiredToken');
});

test('a used refresh token leads to the same successor for two hours', async () => {
  const { clock, sandbox } = await openWithClock();
  const { refresh } = await beginSession(sandbox);
  const renew = (token = refresh) => run(sandbox, `${server}.refreshSession`, undefined, token);
  const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;
  const first = textAt((await renew()).body, 'refreshJwt');
  clock.now += 2 * hourMs - 1000;
  expect(idOf(textAt((await renew()).body, 'refreshJwt'))).toBe(idOf(first));
  clock.now += 1000;
  expect(refusalOf(await renew())).toEqual([400, 'ExpiredToken', 'Token has been revoked']);
  expect((await renew(first)).status).toBe(200);
});

test('after the end of a session its access token still works, and its refresh token does not', async ({ sandbox }) => {
  const { access, refresh } = await beginSession(sandbox);
  expect((await run(sandbox, `${server}.deleteSession`, undefined, refresh)).status).toBe(200);
  expect((await ask(sandbox, `${server}.getSession`, {}, access)).status).toBe(200);
  const renewed = await run(sandbox, `${server}.refreshSession`, undefined, refresh);
  expect(refusalOf(renewed)).toEqual([400, 'ExpiredToken', 'Token has been revoked']);
});

test("app passwords are managed with the account's own password only, and revoking one ends its sessions", async ({
  sandbox,
}) => {
  const { access } = await beginSession(sandbox, password);
  const made = await run(sandbox, `${server}.createAppPassword`, { name: 'social' }, access);
  expect(made.body).toMatchObject({ name: 'social', privileged: false });
  const secret = textAt(made.body, 'password');
  expect(secret).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const session = await beginSession(sandbox, secret);
  const refused = await run(sandbox, `${server}.createAppPassword`, { name: 'x' }, session.access);
  expect(refusalOf(refused)).toEqual([400, 'InvalidToken', 'Bad token scope']);
  const listed = await ask(sandbox, `${server}.listAppPasswords`, {}, access);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  expect(listed.body).toMatchObject({ passwords: [{ name: 'sandbox' }, { name: 'social' }] });
  await run(sandbox, `${server}.revokeAppPassword`, { name: 'social' }, access);
  expect((await ask(sandbox, `${server}.getSession`, {}, session.access)).status).toBe(200);
  const renewed = await run(sandbox, `${server}.refreshSession`, undefined, session.refresh);
  expect(refusalOf(renewed)[2]).toBe('Token has been revoked');
  const again = await run(sandbox, `${server}.createSession`, { identifier: owner, password: secret });
  expect(again.status).toBe(401);
});

test('handles and DIDs confirm each other', async ({ sandbox }) => {
  const resolve = (handle: string) => ask(sandbox, 'com.atproto.identity.resolveHandle', { handle });
  expect((await resolve(handles.sandbox_owner)).body).toEqual({ did: owner });
  expect(refusalOf(await resolve('nobody.bsky.test'))).toEqual([400, 'HandleNotFound', 'Unable to resolve handle']);
  expect(refusalOf(await resolve('x_y'))[1]).toBe('InvalidRequest');
  const base = sandbox.networks.bluesky;
  for (const did of [owner, encodeURIComponent(owner)]) {
    const response = await fetch(`${base}/plc/${did}`);
    expect(await response.json()).toMatchObject({
      id: owner,
      alsoKnownAs: [`at://${handles.sandbox_owner}`],
      service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: base }],
    });
  }
  expect((await fetch(`${base}/plc/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa`)).status).toBe(404);
});

test('an account that is added has a DID and a handle of its own', async ({ sandbox }) => {
  const { id } = await sandbox.addAccount({ network: 'bluesky', username: 'Ada_Two', name: 'Ada' });
  expect(id).toMatch(/^did:plc:[a-z2-7]{24}$/);
  const resolved = await ask(sandbox, 'com.atproto.identity.resolveHandle', { handle: 'ada-two.bsky.test' });
  expect(resolved.body).toEqual({ did: id });
  expect((await beginSession(sandbox, appPassword, 'ada-two.bsky.test')).access).toContain('.');
});
