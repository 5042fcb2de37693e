import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

test('looks good: signing in and up', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, stranger }) => {
  const { page } = visitor;
  await stranger.enroll();
  await page.goto('/sign-in');
  await visitor.seeHeading('Sign in');
  await expectGoodLook(page, 'sign-in');
  visitor.expectRefusal('401 /api/account/sign-in');
  await visitor.fillCredentials('Sign in');
  await page.getByRole('alert').waitFor();
  await expectGoodLook(page, 'sign-in-refused');
  await page.goto('/sign-up');
  await visitor.seeHeading('Create an account');
  await expectGoodLook(page, 'sign-up');
});

test('looks good: the connections', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await visitor.seeText('Nothing is connected yet.');
  await expectGoodLook(page, 'connections-none');
  await visitor.context.request.post('/api/profiles', { data: { name: 'Press team of the northern offices' } });
  await visitor.connect('LinkedIn');
  await visitor.connect('X');
  await page.getByRole('status').getByText('X is connected').waitFor();
  await expectGoodLook(page, 'connections-two');
  await page.getByRole('button', { name: 'Disconnect X' }).click();
  await visitor.seeHeading('Disconnect X?');
  await expectGoodLook(page, 'disconnect');
  visitor.expectRefusal('404 /no/such/page');
  await page.goto('/no/such/page');
  await visitor.seeHeading('No such page');
  await expectGoodLook(page, 'no-such-page');
});

test('looks good: connecting', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
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
  await visitor.confirm('X');
  await expectGoodLook(page, 'connect-result');
});

test('looks good: connecting that goes wrong', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.signUp();
  visitor.expectRefusal('401 /api/connect/microblog/options');
  await page.goto('/connect/microblog');
  await page.getByRole('alert').getByText('This connection attempt is over').waitFor();
  await expectGoodLook(page, 'connect-over');
  visitor.expectRefusal('400 /api/auth/microblog/callback');
  await page.goto('/api/auth/microblog/callback');
  await visitor.seeHeading('This link belongs to another visit');
  await expectGoodLook(page, 'callback-foreign');
  await page.getByRole('link', { name: 'Connect X again' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await visitor.seeHeading('Nothing was connected');
  await expectGoodLook(page, 'callback-denied');

  await server.sandbox.fault({ network: 'x', operation: 'token', kind: 'server-error' });
  visitor.expectRefusal('502 /api/auth/microblog/callback');
  await page.getByRole('link', { name: 'Connect X again' }).click();
  await visitor.approve();
  await visitor.seeHeading('The network does not answer as it should');
  await expectGoodLook(page, 'callback-refused');
  await server.sandbox.clearFaults();
});

test('opens and closes the navigation and the menu of a phone by the keyboard', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.signUp();
  await page.setViewportSize({ width: 360, height: 740 });
  const navigation = page.getByRole('navigation', { name: 'Workspace' });
  await navigation.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open the navigation' }).focus();
  await page.keyboard.press('Enter');
  await navigation.getByRole('link', { name: 'Connections' }).focus();
  await expectGoodLook(page, 'navigation-open');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Escape');
  await navigation.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Open the navigation');

  await page.getByRole('button', { name: `Account ${visitor.email}` }).focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Account and sessions' });
  await item.waitFor();
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe(`Account ${visitor.email}`);
});
