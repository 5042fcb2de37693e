import { hostname } from 'node:os';
import { expect } from 'vitest';
import { startSocial } from '../../src/programs/social-command.ts';
import { test } from './support/browser-test.ts';
import type { DashboardServer } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const QUESTION = (machine: string) => `Allow the command on ${machine} to act for this workspace?`;

async function workspaceOf(server: DashboardServer, apiKey: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/profiles`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { profiles } = (await answer.json()) as { profiles: { id: string }[] };
  return profiles[0]?.id ?? '';
}

async function begin(server: DashboardServer, machine: string) {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${server.url}/api/command/device`, { ...request, body: JSON.stringify({ machine }) });
  const begun = (await answer.json()) as { deviceCode: string; userCode: string };
  const exchange = async () => {
    const body = JSON.stringify({ deviceCode: begun.deviceCode });
    const exchanged = await fetch(`${server.url}/api/command/device/exchange`, { ...request, body });
    return (await exchanged.json()) as { rawKey?: string; code?: string };
  };
  return { ...begun, exchange };
}

test('signs the command in on its page, after a sign-in there', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, email } = visitor;
  await visitor.enroll();
  await visitor.context.clearCookies();
  await using command = startSocial(['login', '--base-url', server.url]);
  const address = await command.opened();
  expect(await command.sees(/http:\S+authorize-command\S+/)).toBe(address);
  await page.goto(address);
  await page.getByText('nothing is approved by signing in').waitFor();
  await expectGoodLook(page, 'command-sign-in');
  await visitor.fillCredentials('Sign in');
  await visitor.seeHeading(QUESTION(hostname()));
  await visitor.seeText(`It is the workspace of ${email}`);
  await expectGoodLook(page, 'command-browser');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('http://127.0.0.1:*/callback?*');
  await visitor.seeText('You can close this page');
  expect(await command.ended).toBe(0);
  await command.sees(/Signed in to /);
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  expect(await workspaceOf(server, command.storedKey())).toBe(profiles[0]?.id);
  await page.goto('/activity');
  await visitor.seeText(`API key made for the command on ${hostname()}`);
});

test('signs a newcomer in before an account is connected from the terminal', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await using command = startSocial(['connect', 'profnet', '--base-url', server.url]);
  await page.goto(await command.sees(/http:\S+authorize-command\S+/));
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.goto(await command.sees(/http:\S+\/api\/auth\/profnet\S+/));
  await visitor.approve();
  await visitor.confirm('LinkedIn');
  expect(await command.ended).toBe(0);
  await command.sees(
    /You are not signed in to \S+: this comes first\.[\s\S]*Signed in to[\s\S]*is connected as Sandbox Owner/,
  );
});

test('allows the command less than it asks for', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await using command = startSocial(['login', '--scope', 'read,publish', '--base-url', server.url]);
  await page.goto(await command.opened());
  const boxes = page.getByRole('checkbox');
  await boxes.first().waitFor();
  expect(await boxes.count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Read posts, usage and activity' }).uncheck();
  await expectGoodLook(page, 'command-scopes');
  await page.getByRole('button', { name: 'Approve' }).click();
  await visitor.seeText('You can close this page');
  expect(await command.ended).toBe(0);
  await command.sees(/Signed in to /);
  expect((await visitor.read('/api/keys')).body).toMatchObject({ keys: [{ scopes: ['publish'] }] });
});

test('denies the command, which ends', async ({ visitor, server }) => {
  await visitor.enroll();
  await using command = startSocial(['login', '--base-url', server.url]);
  await visitor.page.goto(await command.opened());
  await visitor.page.getByRole('button', { name: 'Deny' }).click();
  await visitor.seeText('the command got no key');
  expect(await command.ended).toBe(1);
  await command.sees(/The sign-in was denied in the browser/);
  expect((await visitor.read('/api/keys')).body).toEqual({ keys: [] });
});

test('signs a command on another machine in by its code', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await using command = startSocial(['login', '--no-browser', '--base-url', server.url]);
  const code = await command.sees(/\b[B-Z]{4}-[B-Z]{4}\b/);
  await page.goto('/device');
  await visitor.seeHeading('Enter the code that the command shows');
  const field = page.getByLabel('Code');
  await field.fill('bbbb-bbbb');
  visitor.expectRefusal('404 /api/command/device');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByRole('alert').getByText('No command waits with this code.').waitFor();
  expect(await field.inputValue(), 'to be mended').toBe('BBBB-BBBB');
  await expectGoodLook(page, 'command-code-unknown');
  await field.fill(code.toLowerCase().replace('-', ' '));
  await page.getByRole('button', { name: 'Look it up' }).click();
  await visitor.seeHeading(QUESTION(hostname()));
  await page.getByText('127.0.0.1', { exact: true }).waitFor();
  await expect
    .poll(() => page.locator(':focus').textContent(), { message: 'the field that had the focus is gone' })
    .toBe(QUESTION(hostname()));
  await page.getByRole('button', { name: 'Approve' }).click();
  await visitor.seeHeading('Approved');
  expect(await command.ended).toBe(0);
  expect(command.storedKey()).toMatch(/^sk_live_/);
});

test('fills the code in, shows a long name whole, denies, and says that a request has expired meanwhile or that an address is not whole', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  const machine = `build-${'7'.repeat(74)}`;
  const { userCode, exchange } = await begin(server, machine);
  await page.goto(`/device?code=${userCode}`);
  await visitor.seeHeading(QUESTION(machine));
  await page.getByText(userCode, { exact: true }).waitFor();
  await expectGoodLook(page, 'command-device');
  await page.getByRole('button', { name: 'Deny' }).click();
  await visitor.seeHeading('Denied');
  expect((await exchange()).code).toBe('access_denied');

  const late = await begin(server, 'build-7');
  await page.goto(`/device?code=${late.userCode}`);
  await visitor.seeHeading(QUESTION('build-7'));
  await visitor.context.request.post('/api/command/device/deny', { data: { userCode: late.userCode } });
  visitor.expectRefusal('404 /api/command/device/approve');
  await page.getByRole('button', { name: 'Approve' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Not approved').waitFor();
  await alert.getByText('The command got no key.').waitFor();
  await visitor.show('/authorize-command?machine=m&port=49152&state=');
  await page.getByRole('alert').getByText('This address is not whole').waitFor();
});
