import { expect } from 'vitest';
import { type SocialOnTerminal, startSocial } from '../../src/programs/social-command.ts';
import { test } from './support/browser-test.ts';
import type { DashboardServer } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import type { Visitor } from './support/visitor.ts';

/** `social connect microblog` on a terminal, and the page of the network that it has the visitor's browser open. */
async function connectByCommand(visitor: Visitor, server: DashboardServer): Promise<SocialOnTerminal> {
  await visitor.enroll();
  const made = await visitor.context.request.post('/api/keys', { data: { name: 'terminal' } });
  const { rawKey } = (await made.json()) as { rawKey: string };
  const command = startSocial(['connect', 'microblog'], { SOCIAL_BASE_URL: server.url, SOCIAL_API_KEY: rawKey });
  await visitor.page.goto(await command.opened());
  await visitor.page.waitForURL(`${server.sandboxUrl}/**`);
  return command;
}

test('ends the waiting command when the person denies', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  await using command = await connectByCommand(visitor, server);
  await visitor.page.getByRole('button', { name: 'Deny' }).click();
  await visitor.seeHeading('Nothing was connected');
  await visitor.seeText('You can go back to the terminal: the command there ends');
  expect(await command.ended).toBe(1);
  await command.sees(/The connection was denied in the browser\r?\nNothing was connected\./);
});

test('ends the waiting command when the network fails, and says why', async ({ visitor, server }) => {
  await using command = await connectByCommand(visitor, server);
  await server.sandbox.fault({ network: 'x', operation: 'token', kind: 'server-error' });
  visitor.expectRefusal('502 /api/auth/microblog/callback');
  await visitor.approve();
  await visitor.seeText('You can go back to the terminal');
  await server.sandbox.clearFaults();
  expect(await command.ended).toBe(1);
  await command.sees(/Nothing was connected, and nothing was stored\. The trouble is on its side/);
});

test('leads back to the terminal when the account is connected', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  await using command = await connectByCommand(visitor, server);
  await visitor.approve();
  await visitor.confirm('X');
  await visitor.seeText('You can go back to the terminal: the command continues there.');
  await expectGoodLook(visitor.page, 'connections-from-command');
  expect(await command.ended).toBe(0);
  await command.sees(/is connected as @sandbox_owner to profile default/);
  await visitor.show('/connections?connected=microblog');
  await visitor.page.getByRole('status').getByText('X is connected as').waitFor();
  expect(await visitor.page.getByText('go back to the terminal').count(), 'no command has led here').toBe(0);
});

test('ends the waiting command when another profile was chosen', async ({ visitor, server }) => {
  await using command = await connectByCommand(visitor, server);
  await visitor.context.request.post('/api/profiles', { data: { name: 'Brand' } });
  await visitor.approve();
  await visitor.seeHeading('Choose the account to publish as');
  await visitor.page.getByLabel('Profile').selectOption({ label: 'Brand' });
  await visitor.confirm('X');
  expect(await command.ended).toBe(1);
  await command.sees(/connected to another profile, which was chosen in the browser/);
  await visitor.page.getByRole('status').getByText('X is connected as').waitFor();
  expect(await visitor.page.getByText('go back to the terminal').count(), 'the command does not go on').toBe(0);
});
