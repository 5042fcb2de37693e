import { randomBytes } from 'node:crypto';
import { Browserless, NEW_PASSWORD, PASSWORD, useStack } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';
import { runServer } from '../../src/programs/server-process.ts';
import { addPerson, invite, join, type Person, type Role } from './people.ts';

const SECRET = randomBytes(32).toString('base64');

const { stack, workspace } = useStack({ connect: ['profnet'], env: { SOCIAL_SECRET_KEYS: SECRET } });

const add = (role: Role) => addPerson(stack.url, workspace, role);
const change = (by: Browserless, { id }: Pick<Person, 'id'>, role: Role) =>
  by.visit('PATCH', `/api/members/${id}`, { body: { role } });
const account = (browser: Browserless) => browser.visit('GET', '/api/account');
const listed = async () => (await workspace.api('GET', '/api/members')).body.members;
const founderId = async (): Promise<string> => (await listed())[0].id;

test('the founder comes first and has no row; members are listed with the name of the one who invited them', async () => {
  const person = await add('writer');
  const [founder, ...others] = await listed();
  expect(founder).toMatchObject({ email: workspace.email, role: 'owner', isFounder: true, invitedBy: null });
  expect(others).toContainEqual({
    ...{ id: person.id, email: person.email, role: 'writer', isFounder: false },
    ...{ joinedAt: expect.any(String), invitedBy: 'First key' },
  });
  expect((await account(await workspace.browser())).body).toMatchObject({ email: workspace.email, role: 'owner' });
  expect((await account(person.browser)).body).toMatchObject({ email: person.email, role: 'writer' });
});

test('a role changes from the next request on, and the log says by whom', async () => {
  const person = await add('writer');
  const publish = () =>
    person.browser.visit('POST', '/api/v1/posts', {
      body: { text: `Hello ${person.id}`, platforms: ['profnet'], dryRun: false },
    });
  const refused = await publish();
  expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing', details: { role: 'writer' } } });
  expect(refused.body.error).toContain(
    'Your role here is writer, which may not publish; nothing was done. Send "draft": true',
  );
  expect(refused.body.error).toContain('or ask an owner of this workspace');
  const owner = await workspace.browser();
  expect(await change(owner, person, 'editor')).toMatchObject({ status: 200, body: { role: 'editor' } });
  expect(await publish()).toMatchObject({ status: 201, body: { outcome: 'published' } });
  expect(await change(owner, person, 'writer')).toMatchObject({ status: 200 });
  expect(await publish()).toMatchObject({ status: 403 });
  const [entry] = await workspace.readLog({ action: 'member.role_changed' });
  expect(entry.metadata).toEqual({ member: person.email, before: 'editor', role: 'writer', by: workspace.email });
});

test('a writer writes drafts, and approves none', async () => {
  const { browser, email } = await add('writer');
  const body = { text: 'To be approved', platforms: ['profnet'], draft: true };
  const { status, body: draft } = await browser.visit('POST', '/api/v1/posts', { body });
  expect([status, draft.writtenBy.name]).toEqual([201, email]);
  const approval = { body: { ifUpdatedAt: draft.updatedAt } };
  const refused = await browser.visit('POST', `/api/v1/drafts/${draft.id}/approve`, approval);
  expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
  const editor = await add('editor');
  expect(await editor.browser.visit('POST', `/api/v1/drafts/${draft.id}/approve`, approval)).toMatchObject({
    status: 201,
    body: { draft: { writtenBy: { name: email }, approvedBy: { name: editor.email } } },
  });
});

describe('the founder', () => {
  test('is neither removed nor given another role, by nobody, and cannot leave', async () => {
    const owner = await add('owner');
    const id = await founderId();
    expect(await change(owner.browser, { id }, 'writer')).toMatchObject({ status: 409 });
    expect(await owner.browser.visit('DELETE', `/api/members/${id}`)).toMatchObject({ status: 409 });
    expect(await workspace.api('DELETE', `/api/members/${id}`)).toMatchObject({ status: 409 });
    const own = await workspace.browser();
    expect(await own.visit('POST', '/api/account/leave')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await account(own)).toMatchObject({ status: 200 });
  });
});

test('two owners who take the role from each other at the same moment do not both lose it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await add('owner'), await add('owner')];
    const answers = await Promise.all([change(one.browser, other, 'writer'), change(other.browser, one, 'writer')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    await Promise.all([one, other].map(({ id }) => workspace.api('DELETE', `/api/members/${id}`)));
  }
});

describe('a member who is removed', () => {
  test('loses session, stream and address at once; what it wrote stays and names it', async () => {
    const person = await add('writer');
    const draft = (
      await person.browser.visit('POST', '/api/v1/drafts', { body: { text: 'Stays', platforms: ['profnet'] } })
    ).body;
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await fetch(`${stack.url}/api/events`, { headers: { cookie } });
    const ended = stream.text();
    expect(await workspace.api('DELETE', `/api/members/${person.id}`)).toMatchObject({ status: 200 });
    expect(await account(person.browser)).toMatchObject({ status: 401 });
    await ended;
    expect((await workspace.api('GET', `/api/v1/drafts/${draft.id}`)).body.writtenBy.name).toBe(person.email);
    const [entry] = await workspace.readLog({ action: 'member.removed' });
    expect(entry.metadata).toMatchObject({ member: person.email, role: 'writer', by: 'First key' });
    expect(await workspace.api('DELETE', `/api/members/${person.id}`)).toMatchObject({ status: 404 });
    const { token } = await invite(workspace, { role: 'writer' });
    expect(await join(stack.url, token, person.email)).toMatchObject({ status: 201 });
  });

  test('has approved no command that has not fetched its key', async () => {
    const owner = await add('owner');
    const asked = (await stack.anonymous('POST', '/api/command/device', { body: { machine: 'laptop' } })).body;
    const approved = await owner.browser.visit('POST', '/api/command/device/approve', {
      body: { userCode: asked.userCode },
    });
    expect(approved.status).toBe(200);
    await workspace.api('DELETE', `/api/members/${owner.id}`);
    const fetched = await stack.anonymous('POST', '/api/command/device/exchange', {
      body: { deviceCode: asked.deviceCode },
    });
    expect(fetched.body.code).toBe('expired_token');
  });

  test('finishes no connection', async () => {
    const editor = await add('editor');
    await editor.browser.authorize('profnet');
    const { body } = await editor.browser.visit('GET', '/api/connect/profnet/options');
    await workspace.api('PATCH', `/api/members/${editor.id}`, { body: { role: 'writer' } });
    await workspace.api('PATCH', `/api/members/${editor.id}`, { body: { role: 'editor' } });
    const confirmed = await editor.browser.visit('POST', '/api/connect/profnet/confirm', {
      body: { option: body.options[0] },
    });
    expect(confirmed).toMatchObject({ status: 401, body: { code: 'session_required' } });
  });
});

test('a member leaves, whatever the role, and is gone', async () => {
  for (const role of ['owner', 'editor', 'writer'] as const) {
    const person = await add(role);
    expect(await person.browser.visit('POST', '/api/account/leave')).toMatchObject({ status: 200 });
    expect(await account(person.browser)).toMatchObject({ status: 401 });
    expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(person.id);
    await vi.waitFor(async () => {
      const [entry] = await workspace.readLog({ action: 'member.removed' });
      expect(entry.metadata).toEqual({ member: person.email, role, by: person.email });
    });
  }
});

describe("a member's own account", () => {
  const visit = (body: object) => ({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...body } });

  test('has its own password and sessions', async () => {
    const person = await add('writer');
    const second = new Browserless(stack.url);
    await second.signIn(person.email, PASSWORD);
    expect((await person.browser.visit('GET', '/api/account/sessions')).body.sessions).toHaveLength(2);
    expect(await person.browser.visit('POST', '/api/account/password', visit({}))).toMatchObject({ status: 200 });
    expect(await account(second)).toMatchObject({ status: 401 });
    expect(await account(person.browser)).toMatchObject({ status: 200, body: { email: person.email } });
    expect(await account(await workspace.browser())).toMatchObject({ status: 200 });
    await new Browserless(stack.url).signIn(person.email, NEW_PASSWORD);
  });

  test('revokes no keys of the workspace, unless it is an owner', async () => {
    const made = (await workspace.api('POST', '/api/keys', { body: { name: 'Stays' } })).body;
    const editor = await add('editor');
    const refused = await editor.browser.visit('POST', '/api/account/password', visit({ revokeKeys: true }));
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await new Browserless(stack.url).signIn(editor.email, PASSWORD);
    expect(await workspace.api('GET', '/api/usage', { key: made.rawKey })).toMatchObject({ status: 200 });
  });

  test('signs out without ending what another member has begun', async () => {
    const [one, other] = [await add('owner'), await add('owner')];
    const asked = (await stack.anonymous('POST', '/api/command/device', { body: { machine: 'desk' } })).body;
    await one.browser.visit('POST', '/api/command/device/approve', { body: { userCode: asked.userCode } });
    await other.browser.visit('POST', '/api/account/sign-out');
    const fetched = await stack.anonymous('POST', '/api/command/device/exchange', {
      body: { deviceCode: asked.deviceCode },
    });
    expect(fetched.status).toBe(201);
  });
});

test('a workspace that is deleted takes the accounts of its members with it', async () => {
  const gone = await stack.createWorkspace();
  const person = await addPerson(stack.url, gone, 'writer');
  const database = stack.databaseUrl === undefined ? {} : { SOCIAL_DATABASE_URL: stack.databaseUrl };
  const env = { SOCIAL_DATA_DIR: stack.dataDir, SOCIAL_SECRET_KEYS: SECRET, ...database };
  const refused = await runServer(['workspace', 'delete', person.email, '--yes'], env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`member of the workspace of ${gone.email}`),
  ]);
  await runServer(['workspace', 'delete', gone.email, '--yes'], env);
  expect(await account(person.browser)).toMatchObject({ status: 401 });
  const { token } = await invite(workspace, { role: 'writer' });
  expect(await join(stack.url, token, person.email)).toMatchObject({ status: 201 });
  expect(await stack.query(`select * from member where workspace_id = '${gone.workspaceId}'`)).toEqual([]);
});
