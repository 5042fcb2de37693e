import { NEW_PASSWORD, PASSWORD, WRONG_PASSWORD } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

test('creates an account, signs out in every tab and signs in again', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  stranger,
  server,
}) => {
  const { page, email } = visitor;
  await stranger.enroll();
  await page.goto('/');
  await visitor.seeHeading('Sign in');
  await expectGoodLook(page, 'sign-in');
  await page.getByRole('link', { name: 'Create one' }).click();
  await visitor.seeHeading('Create an account');
  await expectGoodLook(page, 'sign-up');
  await visitor.fillCredentials('Create account');
  await visitor.enterWorkspace();
  await visitor.seeText(email);

  const { name, value } = await visitor.sessionCookie();
  const other = await visitor.context.newPage();
  await other.goto('/connections');
  await visitor.seeConnections(other);
  await visitor.signOut();
  const account = await fetch(`${server.url}/api/account`, { headers: { cookie: `${name}=${value}` } });
  expect(account.status, 'a copy of the cookie is worth nothing').toBe(401);
  await other.reload();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.close();
  await page.goBack();
  await visitor.seeHeading('Sign in');
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });

  await page.goto('/connections');
  await visitor.fillCredentials('Sign in');
  await visitor.seeConnections();
  await visitor.seeText('Nothing is connected yet.');
  expect(await visitor.read('/api/account')).toMatchObject({ status: 200, body: { email } });
  await page.reload();
  await visitor.seeText(email);
});

test('refuses a wrong password and a second account for an address in words, and keeps what was typed', async ({
  visitor,
  stranger,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await visitor.context.clearCookies();
  await page.goto('/sign-in');
  visitor.expectRefusal('401 /api/account/sign-in');
  await visitor.fillCredentials('Sign in', WRONG_PASSWORD);
  const alert = page.getByRole('alert');
  await alert.getByText('Not signed in').waitFor();
  const text = await alert.textContent();
  expect(await page.getByLabel('Email').inputValue()).toBe(visitor.email);
  await expectGoodLook(page, 'sign-in-refused');
  await page.reload();
  await page.getByLabel('Email').fill(stranger.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(WRONG_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await alert.getByText('Not signed in').waitFor();
  expect(await alert.textContent(), 'the message does not show which addresses have an account').toBe(text);

  await page.getByRole('link', { name: 'Create one' }).click();
  visitor.expectRefusal('409 /api/account/sign-up');
  await visitor.fillCredentials('Create account', 'another horse battery');
  await alert.getByText('No account was created.').waitFor();
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });
});

test('replaces a session cookie that another person put into the browser', async ({ visitor, stranger, server }) => {
  await stranger.enroll();
  await visitor.enroll();
  const first = await visitor.sessionCookie();
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
  await visitor.context.request.post('/api/account/sign-out', { data: {} });

  const planted = await stranger.sessionCookie();
  await visitor.context.addCookies([planted]);
  const { email, password } = visitor;
  const answer = await visitor.context.request.post('/api/account/sign-in', { data: { email, password } });
  expect(answer.status()).toBe(200);
  const second = await visitor.sessionCookie();
  expect(second.value).not.toBe(planted.value);
  expect(second.value).not.toBe(first.value);
  expect(await visitor.read('/api/account')).toMatchObject({ status: 200, body: { email } });
  for (const known of [planted, first]) {
    const account = await fetch(`${server.url}/api/account`, { headers: { cookie: `${known.name}=${known.value}` } });
    const body = (await account.json()) as { email?: string };
    expect(body.email, 'a known session never becomes the victim’s').not.toBe(email);
  }
});

test('changes the password, which signs every other browser out, and revokes the API keys only where that is chosen', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, stranger }) => {
  const { page, email, password } = visitor;
  await visitor.enroll();
  const elsewhere = stranger.context.request;
  await elsewhere.post('/api/account/sign-in', { data: { email, password } });
  await page.goto('/account');
  const present = page.getByRole('textbox', { name: 'Current password' });
  const next = page.getByRole('textbox', { name: 'New password' });
  const change = page.getByRole('button', { name: 'Change the password' });
  await visitor.seeText(`Signed in as ${email}, owner.`);
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  expect(await page.getByRole('checkbox', { name: /API key/ }).count(), 'there is no key').toBe(0);
  for (const name of ['ci', 'laptop']) await visitor.context.request.post('/api/keys', { data: { name } });
  await page.reload();
  const box = page.getByRole('checkbox', { name: 'Revoke all 2 API keys too' });
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await present.fill(WRONG_PASSWORD);
  await next.fill(NEW_PASSWORD);
  visitor.expectRefusal('400 /api/account/password');
  await change.click();
  await visitor.seeText('This is not the current password. Nothing was changed.');
  await expect.poll(() => page.locator(':focus').inputValue(), { message: 'the field to mend' }).toBe(WRONG_PASSWORD);
  await expectGoodLook(page, 'password-wrong');
  expect(await stranger.read('/api/account')).toMatchObject({ status: 200 });

  await present.fill(password);
  await change.click();
  await page.getByRole('status').getByText('API keys keep working.').waitFor();
  expect([await present.inputValue(), await next.inputValue()]).toEqual(['', '']);
  expect(await stranger.read('/api/account')).toMatchObject({ status: 401 });
  expect(await visitor.read('/api/account')).toMatchObject({ status: 200 });
  expect((await visitor.read('/api/keys')).body).toMatchObject({ keys: [{ name: 'laptop' }, { name: 'ci' }] });

  const last = 'battery horse staple';
  await box.check();
  await present.fill(NEW_PASSWORD);
  await next.fill(last);
  await change.click();
  await page.getByRole('status').getByText('2 API keys are revoked.').waitFor();
  await box.waitFor({ state: 'detached' });
  expect((await visitor.read('/api/keys')).body).toEqual({ keys: [] });
  await visitor.signOut();
  visitor.expectRefusal('401 /api/account/sign-in');
  await visitor.fillCredentials('Sign in');
  await page.getByRole('alert').getByText('Not signed in').waitFor();
  await visitor.fillCredentials('Sign in', last);
  await visitor.enterWorkspace();
  // The stream of changes may ask once more with the session that has ended.
  visitor.expectComplaint('/api/events');
});

test('shows where the account is signed in, and ends what is not wanted', async ({ visitor, server }) => {
  const { page, email, password } = visitor;
  await visitor.enroll();
  const signInAs = async (userAgent: string) => {
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${server.url}/api/account/sign-in`, { method: 'POST', headers, body });
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return async () => (await fetch(`${server.url}/api/account`, { headers: { cookie: cookie.join('; ') } })).status;
  };
  const onPhone = await signInAs('Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0');
  const byScript = await signInAs(`backup-script/1.0 (+<b>markup</b>) ${'x'.repeat(80)}`);
  // The page reads nothing that its ended session may not see, also where every timer is late.
  await using _script = await page.addInitScript(() => {
    const startTimer = globalThis.setTimeout.bind(globalThis);
    Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => startTimer(run, ms + 100) });
  });
  await page.goto('/account');
  await page.getByRole('article', { name: 'Chrome on Linux, this one' }).getByText('From 127.0.0.1, since').waitFor();
  await page.getByText(/^backup-script\/1\.0 \(\+<b>markup<\/b>\) x+…$/).waitFor();
  await expectGoodLook(page, 'account');
  const phone = page.getByRole('article', { name: 'Firefox on Android' });
  await phone.getByRole('button', { name: 'Sign out Firefox on Android' }).click();
  await page.getByRole('status').getByText('Firefox on Android is signed out.').waitFor();
  await phone.waitFor({ state: 'detached' });
  expect([await onPhone(), await byScript()]).toEqual([401, 200]);
  await expect
    .poll(() => page.locator(':focus').textContent(), { message: 'the button that had the focus is gone' })
    .toBe('Sessions');

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('status').getByText('Every other browser is signed out.').waitFor();
  expect(await byScript()).toBe(401);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await visitor.seeHeading('Sign in');
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });
});

test('deletes the workspace with the password, after a question, and signs out', async ({ visitor }) => {
  await visitor.enroll();
  const { page } = visitor;
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Delete the workspace' }).waitFor();
  const remove = page.getByRole('button', { name: 'Delete the workspace' });
  const password = page.getByLabel('Your password');
  const dialog = page.getByRole('dialog');
  await password.fill(WRONG_PASSWORD);
  await remove.click();
  await dialog.getByText('nobody can bring it back').waitFor();
  await expectGoodLook(page, 'delete-workspace');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  visitor.expectRefusal('400 /api/workspace');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('This is not your password. Nothing was deleted.').waitFor();
  expect(await visitor.read('/api/account')).toMatchObject({ status: 200 });
  await password.fill(PASSWORD);
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await visitor.seeHeading('Sign in');
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });
});
