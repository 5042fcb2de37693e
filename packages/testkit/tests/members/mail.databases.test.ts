import { type ReceivedMail, startMailCatcher, useResource, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { invite, join, newAddress, tokenOf } from './people.ts';

const DAY_MS = 24 * 3_600_000;

const catcher = useResource(() => startMailCatcher());
const from = { name: '', address: 'social@example.com' };
const { stack, clock } = useStack({
  clock: true,
  config: {
    get mailServer() {
      return { host: '127.0.0.1', port: catcher.port, encryption: 'if offered' as const, login: null, from };
    },
  },
});

const arrived = (to: string) => catcher.mails.filter((mail) => mail.to.includes(to));
async function mailTo(email: string): Promise<ReceivedMail> {
  await vi.waitFor(() => expect(arrived(email)).toHaveLength(1), 20_000);
  return arrived(email)[0] as ReceivedMail;
}

test('an invitation with an address is mailed there: it names the person who invites, and its link works', async () => {
  const workspace = await stack.createWorkspace();
  const email = newAddress();
  const owner = await workspace.browser();
  const body = { role: 'writer', email };
  const made = await owner.visit('POST', '/api/invitations', { body });
  expect(made.body).toMatchObject({ mailed: true });
  const { subject, text } = await mailTo(email);
  expect([subject, text]).toEqual([
    `Invitation to ${new URL(stack.url).host}`,
    expect.stringContaining(`${workspace.email} invites you`),
  ]);
  expect(text.match(/\b[a-z]+:\/\/\S+/g)).toEqual([made.body.url]);
  expect(await join(stack.url, tokenOf(made.body.url), email)).toMatchObject({ status: 201 });
  const dump = await stack.dump();
  expect(dump).not.toContain(tokenOf(made.body.url));
});

test('an address gets one invitation a day, from all workspaces together, and the link works', async () => {
  const [one, other] = [await stack.createWorkspace(), await stack.createWorkspace()];
  const email = newAddress();
  expect((await invite(one, { role: 'writer', email })).body.mailed).toBe(true);
  const second = await invite(other, { role: 'writer', email: email.toUpperCase() });
  expect(second.body.mailed).toBe(false);
  await mailTo(email);
  expect(await join(stack.url, second.token)).toMatchObject({ status: 201 });
  clock.advance(DAY_MS);
  expect((await invite(other, { role: 'writer', email })).body.mailed).toBe(true);
});

test('a workspace mails at most 20 invitations a day', async () => {
  const workspace = await stack.createWorkspace();
  const mailed = async () => {
    const { body } = await invite(workspace, { role: 'writer', email: newAddress() });
    await workspace.api('DELETE', `/api/invitations/${body.invitation.id}`);
    return body.mailed;
  };
  for (let index = 0; index < 20; index += 1) expect(await mailed()).toBe(true);
  expect(await mailed()).toBe(false);
});

test('an invitation that is revoked before its mail has gone out is not mailed', async () => {
  const workspace = await stack.createWorkspace();
  const email = newAddress();
  const { body } = await invite(workspace, { role: 'writer', email });
  await workspace.api('DELETE', `/api/invitations/${body.invitation.id}`);
  const [row] = await stack.query(`select state, content from mail where recipient = '${email}'`);
  expect(['ended', 'sent']).toContain(row?.['state']);
  expect(row?.['content']).toBeNull();
});

test('a member sets a forgotten password by mail, and keeps the role', async () => {
  const workspace = await stack.createWorkspace();
  const email = newAddress();
  const { token } = await invite(workspace, { role: 'editor' });
  await join(stack.url, token, email);
  await stack.anonymous('POST', '/api/account/password/forgot', { body: { email } });
  const link = /#([A-Za-z0-9_-]{43})$/m.exec((await mailTo(email)).text)?.[1] ?? '';
  const reset = (more: object) =>
    stack.anonymous('POST', '/api/account/password/reset', {
      body: { token: link, newPassword: 'another long one', ...more },
    });
  expect(await reset({ revokeKeys: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await reset({})).toMatchObject({ status: 200 });
  const signIn = { body: { email, password: 'another long one' } };
  expect((await stack.anonymous('POST', '/api/account/sign-in', signIn)).body).toMatchObject({ email, role: 'editor' });
  expect(await workspace.api('GET', '/api/usage')).toMatchObject({ status: 200 });
});
