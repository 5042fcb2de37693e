import { Browserless, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { addPerson, invite, join, newAddress, tokenOf } from './people.ts';

const { stack, workspace } = useStack();

const add = (role: 'owner' | 'editor' | 'writer') => addPerson(stack.url, workspace, role);
const usable = async (key: string) => (await workspace.api('GET', '/api/usage', { key })).status === 200;
const remove = (id: string, query = '') => workspace.api('DELETE', `/api/members/${id}${query}`);

/** An owner with a key of its own, one made with that key, and one of the sign-in of a command. */
async function ownerWithKeys() {
  const owner = await add('owner');
  const made = await owner.browser.visit('POST', '/api/keys', { body: { name: 'Own' } });
  const further = await workspace.api('POST', '/api/keys', { key: made.body.rawKey, body: { name: 'Made with it' } });
  const asked = (await stack.anonymous('POST', '/api/command/device', { body: { machine: 'laptop' } })).body;
  await owner.browser.visit('POST', '/api/command/device/approve', { body: { userCode: asked.userCode } });
  const fetched = await stack.anonymous('POST', '/api/command/device/exchange', {
    body: { deviceCode: asked.deviceCode },
  });
  return { ...owner, keys: [made.body.rawKey, further.body.rawKey, fetched.body.rawKey] };
}

describe('the keys that an owner has made', () => {
  test('are revoked when it is removed, and no longer invite it back', async () => {
    const { id, keys } = await ownerWithKeys();
    expect(await Promise.all(keys.map(usable))).toEqual([true, true, true]);
    const [own] = keys;
    const invited = await workspace.api('POST', '/api/invitations', { key: own, body: { role: 'owner' } });
    expect(await remove(id)).toMatchObject({ status: 200, body: { ok: true, revokedKeys: 3 } });
    expect(await Promise.all(keys.map(usable))).toEqual([false, false, false]);
    expect(await join(stack.url, tokenOf(invited.body.url))).toMatchObject({ status: 400 });
    const [entry] = await workspace.readLog({ action: 'member.removed' });
    expect(entry.metadata).toMatchObject({ revokedKeys: 3 });
    expect(await usable(workspace.apiKey)).toBe(true);
  });

  test('are revoked when it becomes an editor, or leaves', async () => {
    const demoted = await ownerWithKeys();
    const change = { body: { role: 'editor' } };
    expect(await workspace.api('PATCH', `/api/members/${demoted.id}`, change)).toMatchObject({ status: 200 });
    expect(await Promise.all(demoted.keys.map(usable))).toEqual([false, false, false]);
    const left = await ownerWithKeys();
    expect(await left.browser.visit('POST', '/api/account/leave')).toMatchObject({ status: 200 });
    expect(await Promise.all(left.keys.map(usable))).toEqual([false, false, false]);
  });

  test('stay where that is asked for', async () => {
    const removed = await ownerWithKeys();
    expect(await remove(removed.id, '?keepKeys=true')).toMatchObject({ body: { revokedKeys: 0 } });
    const demoted = await ownerWithKeys();
    const change = { body: { role: 'writer', keepKeys: true } };
    await workspace.api('PATCH', `/api/members/${demoted.id}`, change);
    expect(await Promise.all([...removed.keys, ...demoted.keys].map(usable))).toEqual(Array(6).fill(true));
  });
});

test('the links of an owner who is one no longer stay dead when it becomes one again', async () => {
  const owner = await add('owner');
  const invited = await owner.browser.visit('POST', '/api/invitations', { body: { role: 'owner' } });
  for (const role of ['writer', 'owner']) await workspace.api('PATCH', `/api/members/${owner.id}`, { body: { role } });
  expect(await join(stack.url, tokenOf(invited.body.url))).toMatchObject({ status: 400 });
});

test('a link names a person, never the name of a key, which may be any text', async () => {
  const key = (await workspace.api('POST', '/api/keys', { body: { name: 'Verify at https://evil.example' } })).body;
  const invited = await workspace.api('POST', '/api/invitations', { key: key.rawKey, body: { role: 'writer' } });
  const describeLink = (url: string) =>
    stack.anonymous('POST', '/api/account/join/describe', { body: { token: tokenOf(url) } });
  expect((await describeLink(invited.body.url)).body.invitedBy).toBe(workspace.email);
  const owner = await add('owner');
  const own = await owner.browser.visit('POST', '/api/invitations', { body: { role: 'writer' } });
  expect((await describeLink(own.body.url)).body).toMatchObject({ workspace: workspace.email, invitedBy: owner.email });
});

test('a key that is bound to profiles does not list the members, and the log names no invited address', async () => {
  const body = { name: 'Bound', scopes: ['admin', 'read'], profiles: ['default'] };
  const { rawKey } = (await workspace.api('POST', '/api/keys', { body })).body;
  expect(await workspace.api('GET', '/api/members', { key: rawKey })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  const email = newAddress();
  await invite(workspace, { role: 'writer', email });
  expect((await workspace.api('GET', '/api/logs')).text).not.toContain(email);
});

test('one member who opens every stream that it may open shuts nobody else out', async () => {
  const writer = await add('writer');
  const cookie = [...writer.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ending = new AbortController();
  const open = async (headers: Record<string, string>) =>
    (await fetch(`${stack.url}/api/events`, { headers, signal: ending.signal })).status;
  const own = await Promise.all(Array.from({ length: 21 }, () => open({ cookie })));
  expect(own.toSorted()).toEqual([...Array(20).fill(200), 429]);
  expect(await open({ authorization: `Bearer ${workspace.apiKey}` })).toBe(200);
  ending.abort();
  expect(await new Browserless(stack.url).visit('GET', '/healthz')).toMatchObject({ status: 200 });
});
