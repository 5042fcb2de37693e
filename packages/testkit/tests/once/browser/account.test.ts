import { expect, onTestFinished } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook } from './support/good-look.ts';
import { startServerProcess } from './support/server-process.ts';
import { Visitor } from './support/visitor.ts';

test('creates an account, signs out and signs in again', async ({ visitor }) => {
  const { page, email } = visitor;
  await page.goto('/');
  await visitor.seeHeading('Sign in');
  await page.getByRole('link', { name: 'Create one' }).click();
  await visitor.seeHeading('Create an account');
  await visitor.fillCredentials('Create account');
  await visitor.seeConnections();
  await visitor.seeText('Nothing is connected yet.');
  await visitor.seeText(email);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.seeHeading('Sign in');
  await page.goBack();
  await visitor.seeHeading('Sign in');
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });

  await visitor.fillCredentials('Sign in');
  await visitor.seeConnections();
  expect(await visitor.read('/api/account')).toMatchObject({ status: 200, body: { email } });
  await page.reload();
  await visitor.seeText(email);
});

test('refuses a wrong password in words and keeps what was typed', async ({ visitor, stranger }) => {
  await visitor.signUp();
  visitor.expectRefusal('401 /api/account/sign-in');
  await visitor.page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.fillCredentials('Sign in', 'wrong horse battery');
  const alert = visitor.page.getByRole('alert');
  await alert.getByText('Not signed in').waitFor();
  const text = await alert.textContent();
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(visitor.email);

  stranger.expectRefusal('401 /api/account/sign-in');
  await stranger.page.goto('/sign-in');
  await stranger.fillCredentials('Sign in');
  await stranger.page.getByRole('alert').waitFor();
  expect(await stranger.page.getByRole('alert').textContent(), 'nobody learns which addresses have an account').toBe(
    text,
  );

  await visitor.fillCredentials('Sign in');
  await visitor.seeConnections();
});

test('refuses a second account for the same address', async ({ visitor }) => {
  await visitor.signUp();
  await visitor.page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.page.getByRole('link', { name: 'Create one' }).click();
  visitor.expectRefusal('409 /api/account/sign-up');
  await visitor.fillCredentials('Create account', 'another horse battery');
  await visitor.page.getByRole('alert').getByText('No account was created.').waitFor();
  expect(await visitor.read('/api/account')).toMatchObject({ status: 401 });
});

test('replaces a session cookie that somebody else put into the browser', async ({ visitor, stranger, server }) => {
  await stranger.signUp();
  await visitor.signUp();
  const first = await visitor.sessionCookie();
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
  await visitor.page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.seeHeading('Sign in');

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

test('ends the session in every tab at sign-out', async ({ visitor, server }) => {
  await visitor.signUp();
  const { name, value } = await visitor.sessionCookie();
  const other = await visitor.context.newPage();
  await other.goto('/');
  await visitor.seeConnections(other);
  await visitor.page.getByRole('button', { name: 'Sign out' }).click();
  await visitor.seeHeading('Sign in');
  const account = await fetch(`${server.url}/api/account`, { headers: { cookie: `${name}=${value}` } });
  expect(account.status, 'a copy of the cookie is worth nothing').toBe(401);
  await other.reload();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('says how to get an account where only the first one may sign up', async ({ browser }) => {
  const server = await startServerProcess({ SOCIAL_SIGN_UP: 'first' });
  onTestFinished(() => server.stop());
  const owner = await Visitor.arrive(browser, server);
  await owner.signUp();
  const late = await Visitor.arrive(browser, server);
  await late.page.goto('/sign-up');
  late.expectRefusal('403 /api/account/sign-up');
  await late.fillCredentials('Create account');
  await late.page.getByRole('alert').getByText('No account was created.').waitFor();
  await late.page.getByLabel('Setup token').waitFor();
  await expectGoodLook(late.page, 'sign-up-closed');
  expect(late.takeComplaints()).toEqual([]);
  await Promise.all([owner, late].map(({ context }) => context.close()));
});
