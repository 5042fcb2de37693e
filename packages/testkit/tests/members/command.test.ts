import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { addPerson, invite, join, newAddress, tokenOf } from './people.ts';

const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack);

const says = async (args: string[], code = 0) => {
  const result = await desk.social(['members', ...args, '--output', 'text']);
  expect([result.code, result.stderr]).toEqual([code, expect.anything()]);
  return `${result.stdout}${result.stderr}`;
};
const listed = async () => (await workspace.api('GET', '/api/members')).body;

test('somebody is invited, joins, gets another role and is removed', async () => {
  const invited = await desk.social(['members', 'invite', '--role', 'writer', '--output', 'text']);
  expect(invited).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http\S+\/join#[\w-]{43}\n$/) });
  expect(invited.stderr).toContain('No mail was sent: pass it on. The link works once');
  expect(await says(['list'])).toMatch(/invitation \w{8} +invited as writer +until .* First key/);
  const email = newAddress();
  expect((await join(stack.url, tokenOf(invited.stdout.trim()), email)).status).toBe(201);
  expect(await says(['list'])).toMatch(new RegExp(`${workspace.email} +owner, founder`));
  expect(await says(['role', email.toUpperCase(), 'editor'])).toBe(`✔ ${email} is editor now\n`);
  expect(await says(['list'])).toMatch(new RegExp(`${email} +editor .* First key`));
  expect(await says(['remove', email, '--yes'])).toBe(`✔ ${email} was removed\n`);
  expect((await listed()).members).toHaveLength(1);
});

test('an invitation is revoked by the address or the end of the id', async () => {
  const first = await invite(workspace, { role: 'owner' });
  await invite(workspace, { role: 'editor', email: 'bo@example.com' });
  expect(await says(['remove', first.body.invitation.id.slice(-8), '--yes'])).toContain('the invitation of');
  expect(await says(['remove', 'bo@example.com', '--yes'])).toContain('the invitation of bo@example.com is revoked');
  expect((await listed()).invitations).toEqual([]);
});

test('as JSON, the answers are those of the server', async () => {
  const { id } = await addPerson(stack.url, workspace, 'writer');
  const { stdout } = await desk.social(['members', 'list', '--json']);
  expect(JSON.parse(stdout)).toEqual(await listed());
  const changed = await desk.social(['members', 'role', id, 'owner', '--json', '--key', 'promotion']);
  expect(JSON.parse(changed.stdout)).toMatchObject({ id, role: 'owner' });
  const again = await desk.social(['members', 'role', id, 'owner', '--json', '--key', 'promotion']);
  expect(again.stdout).toBe(changed.stdout);
});

test.each([
  [['invite'], "required option '--role <role>' not specified"],
  [['invite', '--role', 'admin'], 'There is no role "admin"'],
  [['invite', '--role', ''], 'It is empty'],
  [['invite', '--role', 'writer', '--email', 'bo'], 'email'],
  [['role', 'nobody@example.com', 'writer'], 'There is no member "nobody@example.com"'],
  [['role', 'nobody@example.com', 'boss'], 'There is no role "boss"'],
  [['role', 'nobody@example.com'], "missing required argument 'role'"],
  [['remove', 'nobody@example.com', '--yes'], 'There is no member'],
  [['remove', '', '--yes'], 'There is no member'],
])('%j is wrong usage', async (args, message) => {
  expect(await says(args, 2)).toContain(message);
  expect(await listed()).toMatchObject({ members: [{ isFounder: true }], invitations: [] });
});

test('the founder is not removed, and the command says why', async () => {
  expect(await says(['remove', workspace.email, '--yes'], 1)).toContain('The founder of the workspace');
});
