import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const PROFNET = 'LinkedIn';
const MICROBLOG = 'X';

test('connects both networks through their consent pages', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.askForConsent(PROFNET);
  await visitor.seeText('LinkedIn, simulated by the sandbox');
  await visitor.approve('Sandbox Friend');
  await visitor.seeHeading('Choose the account to publish as');
  expect(await page.getByRole('radio', { name: /Sandbox Friend/ }).isChecked()).toBe(true);
  await visitor.seeText('Nothing is stored until you press Connect.');
  await visitor.confirm(PROFNET);
  await visitor.card(PROFNET).getByText('Sandbox Friend', { exact: true }).waitFor();
  await page.getByRole('status').getByText(`${PROFNET} is connected as Sandbox Friend`).waitFor();

  await visitor.connect(MICROBLOG);
  await visitor.card(MICROBLOG).getByText('@sandbox_owner', { exact: true }).waitFor();
  await visitor.seeText(/^2 of \d+ networks connected/);
  expect(await visitor.read('/api/connect/status')).toMatchObject({
    body: {
      profnet: { connected: true, displayName: 'Sandbox Friend', state: 'connected' },
      microblog: { connected: true, username: 'sandbox_owner', state: 'connected', missingScopes: [] },
    },
  });
});

test('lets two tabs connect at the same time', async ({ visitor }) => {
  await visitor.signUp();
  const second = await visitor.context.newPage();
  await second.goto('/connections');
  await visitor.askForConsent(MICROBLOG);
  await second.getByRole('link', { name: `Connect ${PROFNET}` }).click();
  await second.getByRole('radio', { name: 'Sandbox Friend' }).check();
  await visitor.approve();
  await second.getByRole('button', { name: 'Approve' }).click();
  await visitor.confirm(PROFNET, second);
  await visitor.confirm(MICROBLOG);
  await visitor.card(MICROBLOG).getByText('Sandbox Owner', { exact: true }).waitFor();
  await visitor.card(PROFNET).getByText('Sandbox Friend').waitFor();
});

test('lets a person sign in on the connect page', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await visitor.context.clearCookies();
  await page.goto('/api/auth/microblog');
  await visitor.approve();
  await visitor.seeHeading('Sign in to finish');
  await visitor.fillCredentials('Sign in');
  await visitor.seeHeading('Choose the account to publish as');
  await visitor.confirm(MICROBLOG);
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: true } } });
});

test('lets a person create an account on the connect page', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
  const { page } = visitor;
  await page.goto('/api/auth/microblog');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await expectGoodLook(page, 'consent');
  await visitor.approve();
  await visitor.seeHeading('Sign in to finish');
  await expectGoodLook(page, 'connect-sign-in');
  await page.getByRole('button', { name: 'Create one' }).click();
  await visitor.fillCredentials('Create account');
  await visitor.seeHeading('Choose the account to publish as');
  await expectGoodLook(page, 'connect-accounts');
  await visitor.confirm(MICROBLOG);
  await expectGoodLook(page, 'connect-result');
  expect(await visitor.read('/api/connect/status')).toMatchObject({ body: { microblog: { connected: true } } });
});

test('reads the accounts again after the network failed once', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/api/auth/microblog');
  await server.sandbox.fault({ network: 'x', operation: 'identity', kind: 'server-error', times: 100 });
  visitor.expectRefusal('502 /api/connect/microblog/options', '503 /api/connect/microblog/options');
  await visitor.approve();
  await page.getByRole('alert').getByText('The accounts of X could not be read').waitFor();
  await expectGoodLook(page, 'connect-unread');
  await server.sandbox.clearFaults();
  await page.getByRole('button', { name: 'Try again' }).click();
  await visitor.confirm(MICROBLOG);
});
