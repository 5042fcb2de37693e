import { NEW_PASSWORD, type ReceivedMail, startMailCatcher } from '@social/testkit';
import { expect, vi } from 'vitest';
import { test as base } from './support/browser-test.ts';
import { startDashboard } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs: none
  .extend('catcher', { scope: 'file' }, async ({}, { onCleanup }) => {
    const catcher = await startMailCatcher();
    onCleanup(() => catcher[Symbol.asyncDispose]());
    return catcher;
  })
  .extend('server', { scope: 'file' }, async ({ catcher }, { onCleanup }) => {
    const server = await startDashboard({
      SOCIAL_SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      SOCIAL_MAIL_FROM: 'Social <social@example.com>',
    });
    onCleanup(() => server.stop());
    return server;
  });

/** Waits for the newest mail to an address. */
function linkIn(mails: readonly ReceivedMail[], to: string, subject: string): Promise<string> {
  return vi.waitFor(() => {
    const mail = mails.find((each) => each.to.includes(to) && each.subject === subject);
    const link = /^http:\S+$/m.exec(mail?.text ?? '')?.[0];
    expect(link).toBeDefined();
    return link as string;
  }, 20_000);
}

test('chooses mails, and confirms the address by a link', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  stranger,
  catcher,
}) => {
  const { page, email } = visitor;
  await visitor.enroll();
  await page.goto('/account');
  const failed = page.getByRole('checkbox', { name: 'A post failed' });
  await failed.waitFor();
  expect(await failed.isChecked()).toBe(true);
  await visitor.seeText('Nothing is mailed before the address is confirmed.');
  await expectGoodLook(page, 'mail-unconfirmed');
  // The page shows the choice once its request is on its way, which is not at once.
  await failed.click();
  await expect.poll(async () => (await visitor.read('/api/account/mail')).body['kinds']).not.toContain('post.failed');
  await expect.poll(() => failed.isChecked()).toBe(false);

  await page.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await page.getByRole('status').getByText(`A link was sent to ${email}.`).waitFor();
  visitor.expectRefusal('429 /api/account/mail/confirmation');
  await page.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await page.getByRole('alert').getByText('No link was sent').waitFor();
  const link = await linkIn(catcher.mails, email, 'Confirm your address');
  // Another browser, which is not signed in.
  await stranger.page.goto(link);
  await stranger.seeHeading('Confirm your address');
  await expectGoodLook(stranger.page, 'confirm-address');
  await stranger.page.getByRole('button', { name: 'Confirm' }).click();
  await stranger.page.getByRole('status').getByText(`${email} is confirmed.`).waitFor();
  await page.reload();
  await visitor.seeText(/^Confirmed /);

  const address = page.getByLabel('Address for mails');
  await address.fill(`other-${email}`);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('button', { name: 'Send a link to confirm it' }).waitFor();
  stranger.expectRefusal('400 /api/account/mail/confirm');
  await stranger.page.goto('/account');
  await stranger.page.goto(link);
  await stranger.page.getByRole('button', { name: 'Confirm' }).click();
  await stranger.seeHeading('This link does not work');
  await expectGoodLook(stranger.page, 'confirm-address-invalid');
});

test('replaces a forgotten password by a link', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  stranger,
  catcher,
}) => {
  const { page, email } = visitor;
  await visitor.enroll();
  await stranger.page.goto('/sign-in');
  await stranger.page.getByRole('link', { name: 'Forgot the password?' }).click();
  await stranger.seeHeading('Forgot the password?');
  await stranger.page.getByLabel('Email').fill(email);
  await stranger.page.getByRole('button', { name: 'Send a link' }).click();
  await stranger.page.getByRole('status').getByText('If there is an account with this address').waitFor();
  await expectGoodLook(stranger.page, 'forgot-password');

  await stranger.page.goto(await linkIn(catcher.mails, email, 'Set a new password'));
  await stranger.seeHeading('Choose a new password');
  await expectGoodLook(stranger.page, 'reset-password');
  await stranger.page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await stranger.page.getByRole('button', { name: 'Change the password' }).click();
  await stranger.page.getByRole('status').getByText('The password is changed.').waitFor();
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });
  await page.goto('/sign-in');
  await visitor.fillCredentials('Sign in', NEW_PASSWORD);
  await visitor.enterWorkspace();

  stranger.expectRefusal('400 /api/account/password/reset');
  await stranger.page.reload();
  await stranger.page.getByRole('textbox', { name: 'New password' }).fill('another horse battery');
  await stranger.page.getByRole('button', { name: 'Change the password' }).click();
  await stranger.seeHeading('This link does not work');
});
