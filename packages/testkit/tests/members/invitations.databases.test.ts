import { Browserless, NEW_PASSWORD, PASSWORD, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { addPerson, invite, join, newAddress, tokenOf } from './people.ts';

const DAY_MS = 24 * 3_600_000;

const { stack, workspace, clock } = useStack({ clock: true, env: { SOCIAL_SIGN_UP: 'closed' } });

const open = async () => (await workspace.api('GET', '/api/members')).body.invitations;
const describeLink = (token: string) => stack.anonymous('POST', '/api/account/join/describe', { body: { token } });
const notValid = { status: 400, body: { code: 'invalid_request', details: { field: 'token' } } };

test('a link says what it is for, and makes one new account that is signed in', async () => {
  const { token, body } = await invite(workspace, { role: 'editor', email: 'Bo@Example.com' });
  expect(body).toMatchObject({ mailed: false, invitation: { role: 'editor', email: 'bo@example.com' } });
  expect(body.url).toBe(`${stack.url}/join#${token}`);
  expect(await open()).toContainEqual(body.invitation);
  const said = await describeLink(token);
  expect(said).toMatchObject({
    status: 200,
    body: { workspace: workspace.email, role: 'editor', email: 'bo@example.com' },
  });
  expect(Date.parse(said.body.expiresAt)).toBe(clock.now() + 7 * DAY_MS);
  const browser = new Browserless(stack.url);
  // The address of an invitation is a suggestion.
  const email = newAddress();
  const joined = await browser.visit('POST', '/api/account/join', { body: { token, email, password: PASSWORD } });
  expect(joined).toMatchObject({ status: 201, body: { email, workspaceId: workspace.workspaceId, role: 'editor' } });
  expect((await browser.visit('GET', '/api/account')).body).toEqual(joined.body);
  expect(await open()).not.toContainEqual(body.invitation);
  await new Browserless(stack.url).signIn(email, PASSWORD);
  expect(await join(stack.url, token)).toMatchObject(notValid);
});

test('of two people who use a link at the same moment one joins, and the other leaves nothing behind', async () => {
  const { token } = await invite(workspace, { role: 'writer' });
  const addresses = [newAddress(), newAddress()];
  const answers = await Promise.all(addresses.map((email) => join(stack.url, token, email)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  const users = await stack.query(`select email from "user" where email in ('${addresses.join("','")}')`);
  expect(users).toHaveLength(1);
});

test('unknown, used, revoked and expired links are answered alike, and make no account', async () => {
  const used = await invite(workspace, { role: 'writer' });
  await join(stack.url, used.token);
  const revoked = await invite(workspace, { role: 'writer' });
  const path = `/api/invitations/${revoked.body.invitation.id}`;
  expect(await workspace.api('DELETE', path)).toMatchObject({ status: 200 });
  expect(await workspace.api('DELETE', path)).toMatchObject({ status: 404 });
  const expired = await invite(workspace, { role: 'writer' });
  clock.advance(7 * DAY_MS);
  expect((await open()).map(({ id }: { id: string }) => id)).not.toContain(expired.body.invitation.id);
  for (const token of ['a'.repeat(43), used.token, revoked.token, expired.token]) {
    const answers = [await describeLink(token), await join(stack.url, token)];
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject(notValid);
      expect(body.error).toBe(answers[0]?.body.error);
    }
  }
});

test('an address with an account is refused, and the link works on', async () => {
  const { token } = await invite(workspace, { role: 'writer' });
  const other = await stack.createWorkspace();
  const taken = await join(stack.url, token, other.email.toUpperCase());
  expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  expect(taken.body.error).toContain('another address');
  expect(await join(stack.url, token)).toMatchObject({ status: 201 });
});

describe('who has invited matters until the link is used', () => {
  test('the link of an owner who was removed, or has another role now, opens nothing', async () => {
    for (const end of ['removed', 'demoted']) {
      const owner = await addPerson(stack.url, workspace, 'owner');
      const made = await owner.browser.visit('POST', '/api/invitations', { body: { role: 'owner' } });
      const token = tokenOf(made.body.url);
      expect(await describeLink(token)).toMatchObject({ status: 200, body: { invitedBy: owner.email } });
      const path = `/api/members/${owner.id}`;
      if (end === 'removed') await workspace.api('DELETE', path);
      else await workspace.api('PATCH', path, { body: { role: 'editor' } });
      expect(await describeLink(token)).toMatchObject(notValid);
      expect(await join(stack.url, token)).toMatchObject(notValid);
      expect((await open()).map(({ id }: { id: string }) => id)).not.toContain(made.body.invitation.id);
    }
  });

  test('the link of a key that was revoked opens nothing', async () => {
    const { key, rawKey } = (await workspace.api('POST', '/api/keys', { body: { name: 'Invites' } })).body;
    const made = await workspace.api('POST', '/api/invitations', { key: rawKey, body: { role: 'owner' } });
    expect(made.body.invitation.createdBy).toBe('Invites');
    await workspace.api('DELETE', `/api/keys/${key.id}`);
    expect(await join(stack.url, tokenOf(made.body.url))).toMatchObject(notValid);
  });
});

describe('a key invites only people who can do no more than itself', () => {
  const cases: [string, object, readonly string[]][] = [
    ['only some scopes', { scopes: ['admin', 'read', 'draft'] }, ['writer']],
    ['a profile', { profiles: ['default'] }, []],
    ['platforms', { platforms: ['profnet'] }, []],
    ['an end', { expiresAt: '2099-01-01T00:00:00Z' }, []],
    ['a limit of credits', { creditLimit: 10 }, []],
    ['everything', {}, ['owner', 'editor', 'writer']],
  ];
  test.each(cases)('a key with %s', async (_what, wanted, allowed) => {
    const { rawKey: key } = (await workspace.api('POST', '/api/keys', { body: { name: 'Limited', ...wanted } })).body;
    const person = await addPerson(stack.url, workspace, 'editor');
    for (const role of ['owner', 'editor', 'writer']) {
      const made = await workspace.api('POST', '/api/invitations', { key, body: { role } });
      expect([role, made.status]).toEqual([role, allowed.includes(role) ? 201 : 403]);
      if (made.status === 201) await workspace.api('DELETE', `/api/invitations/${made.body.invitation.id}`);
      else expect(made.body.code).toBe('forbidden');
    }
    const change = { key, body: { role: 'writer' } };
    const isFree = allowed.includes('editor');
    expect((await workspace.api('PATCH', `/api/members/${person.id}`, change)).status).toBe(isFree ? 200 : 403);
    if (!isFree) expect((await workspace.api('DELETE', `/api/members/${person.id}`, { key })).status).toBe(403);
  });
});

test('a workspace has at most 20 open invitations and 100 members', async () => {
  const full = await stack.createWorkspace();
  const made = await Promise.all(
    Array.from({ length: 24 }, () => full.api('POST', '/api/invitations', { body: { role: 'writer' } })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(made.find(({ status }) => status !== 201)?.body).toMatchObject({
    code: 'quota_exceeded',
    details: { limit: 20 },
  });
  const [first] = made.filter(({ status }) => status === 201);
  const at = '2026-01-01T00:00:00.000Z';
  const flag = stack.databaseUrl === undefined ? '0' : 'false';
  for (let index = 0; index < 99; index += 1) {
    const id = `filled ${full.workspaceId} ${index}`;
    await stack.query(
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('${id}', 'x', '${id}@example.com', ${flag}, '${at}', '${at}')`,
    );
    await stack.query(`insert into member values ('${id}', '${full.workspaceId}', 'writer', 'x', '${at}')`);
  }
  const email = newAddress();
  const late = await join(stack.url, tokenOf(first?.body.url), email);
  expect(late).toMatchObject({ status: 403, body: { code: 'quota_exceeded', details: { limit: 100 } } });
  expect(await stack.query(`select id from "user" where email = '${email}'`)).toEqual([]);
});

test('neither the database nor the log nor an answer holds a token', async () => {
  const { token } = await invite(workspace, { role: 'writer' });
  const { token: tried } = await invite(workspace, { role: 'writer' });
  await describeLink(tried);
  await join(stack.url, tried);
  const shown = [
    await stack.dump(),
    stack.log.join(''),
    (await workspace.api('GET', '/api/members')).text,
    (await workspace.api('GET', '/api/logs?limit=200')).text,
  ].join('');
  expect(shown).toContain(workspace.email);
  for (const secret of [token, tried]) expect(shown).not.toContain(secret);
});

test.each([
  ['no role', 'role', {}],
  ['an unknown role', 'role', { role: 'admin' }],
  ['a role in capitals', 'role', { role: 'Owner' }],
  ['no address', 'email', { role: 'writer', email: 'bo' }],
  ['a long address', 'email', { role: 'writer', email: `${'b'.repeat(250)}@example.com` }],
  ['two lines as an address', 'email', { role: 'writer', email: 'bo@example.com\nBcc: x@example.com' }],
  ['an unknown field', 'emial', { role: 'writer', emial: 'bo@example.com' }],
])('an invitation with %s is refused', async (_what, field, body) => {
  const { status, body: refusal } = await workspace.api('POST', '/api/invitations', { body });
  expect([status, refusal.details.field]).toEqual([400, field]);
});

test.each([
  ['a short token', { token: 'x' }],
  ['a short password', { password: 'short' }],
  ['a blank password', { password: ' '.repeat(9) }],
  ['no address', { email: 'nobody' }],
])('joining with %s is refused, and the link works on', async (_what, wrong) => {
  const { token } = await invite(workspace, { role: 'writer' });
  const body = { token, email: newAddress(), password: NEW_PASSWORD, ...wrong };
  expect(await stack.anonymous('POST', '/api/account/join', { body })).toMatchObject({ status: 400 });
  expect(await describeLink(token)).toMatchObject({ status: 200 });
});
