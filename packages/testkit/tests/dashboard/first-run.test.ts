import { randomBytes } from 'node:crypto';
import type { Browser, Locator } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../src/servers/local-server.ts';
import { test } from './support/browser-test.ts';
import { startDashboard } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { Visitor } from './support/visitor.ts';

/** Starts a server with these settings, and opens a browser on it. */
async function comeTo(browser: Browser, settings: Record<string, string>) {
  const server = await startDashboard(settings);
  onTestFinished(() => server.stop());
  const arrive = async () => {
    const visitor = await Visitor.arrive(browser, server);
    onTestFinished(async () => {
      await visitor.context.close();
      expect(visitor.takeComplaints()).toEqual([]);
    });
    return visitor;
  };
  return { server, arrive, visitor: await arrive() };
}

/** In the middle of a week, so that the calendar shows the day of the post at first. */
const THURSDAY = new Date('2099-10-15T10:00:00Z');

/** Walks as a person does who has never seen the dashboard. @returns the pages on which they do something, and how much they do */
async function walkToFirstPost({ page, email, password }: Visitor) {
  const way = { pages: [] as string[], fields: 0, presses: 0 };
  const reach = async (control: Locator) => {
    await control.waitFor();
    const { pathname } = new URL(page.url());
    if (way.pages.at(-1) !== pathname) way.pages.push(pathname);
  };
  const fill = async (field: Locator, text: string) => {
    await reach(field);
    way.fields += 1;
    await field.fill(text);
  };
  const press = async (control: Locator) => {
    await reach(control);
    way.presses += 1;
    await control.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.clock.setFixedTime(THURSDAY);
  await page.goto('/');
  await fill(page.getByLabel('Email'), email);
  await fill(page.getByRole('textbox', { name: 'Password' }), password);
  await press(button('Create account'));
  await press(page.getByRole('link', { name: 'Bluesky' }));
  await fill(page.getByLabel('Name of the account'), '@sandbox-owner.bsky.test');
  await press(button('Continue'));
  await press(page.getByRole('radio', { name: 'Sandbox Owner' }));
  await press(button('Approve'));
  await press(button('Connect'));
  await page.getByRole('status').getByText('Bluesky is connected as').waitFor();
  await press(page.getByRole('link', { name: 'Write a post' }));
  await press(page.getByRole('checkbox', { name: /Bluesky/ }));
  await fill(page.getByLabel('Text', { exact: true }), 'The first one');
  await press(page.getByRole('radio', { name: 'At a date and time' }));
  await press(button('Schedule'));
  await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor();
  await press(page.getByRole('link', { name: 'Calendar', exact: true }));
  await page.getByRole('link', { name: /The first one/ }).waitFor();
  return way;
}

test('leads the first person on an empty server to a scheduled post, and greets no one after', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ browser }) => {
  const { visitor, arrive } = await comeTo(browser, { SOCIAL_SIGN_UP: 'first' });
  const { page } = visitor;
  for (const address of ['/', '/sign-in', '/connections?profileId=1']) {
    await page.goto(address);
    await visitor.seeHeading('Create the owner account');
  }
  expect(await page.getByLabel('Setup token').count()).toBe(0);
  await expectGoodLook(page, 'first-run');
  const late = await arrive();
  await late.page.goto('/');
  await late.seeHeading('Create the owner account');

  const way = await walkToFirstPost(visitor);
  expect(way).toEqual({
    pages: ['/sign-up', '/', '/connections', '/bluesky/oauth/authorize', '/connect/bluesky', '/connections', '/write'],
    ...{ fields: 4, presses: 11 },
  });
  // This screen still showed the greeting when another person became the owner.
  late.expectRefusal('403 /api/account/sign-up');
  await late.fillCredentials('Create account');
  await late.seeHeading('No new accounts');
  await late.seeText('none was created');
  await expectGoodLook(late.page, 'sign-up-closed');
  await late.page.getByRole('link', { name: 'Sign in with an account you have' }).click();
  await late.seeHeading('Sign in');
  await late.seeText('Ask this server’s operator');
  await late.page.goto('/connections');
  await late.seeHeading('Sign in');
  expect(await late.read('/api/account')).toMatchObject({ status: 401 });
});

test('asks for the setup token on a public host', async ({ browser }) => {
  const port = await freePort();
  const server = await startDashboard(
    {
      ...{ SOCIAL_SIGN_UP: 'first', SOCIAL_BASE_URL: 'https://social.example' },
      ...{ SOCIAL_HOST: '0.0.0.0', SOCIAL_PORT: `${port}`, SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') },
    },
    { isSandboxed: false },
  );
  onTestFinished(() => server.stop());
  // As a proxy in front of a public server does, this takes the name and the encryption off.
  const context = await browser.newContext({ baseURL: 'https://social.example' });
  onTestFinished(async () => {
    // The stream of changes is under way for as long as the page is open.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  await context.route('https://social.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}${pathname}${search}` }) });
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await page.getByLabel('Setup token').fill('a guess');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').getByText('needs the setup token that the server printed').waitFor();
  const token = /setup token: (\S+)/.exec(server.log())?.[1] ?? '';
  await page.getByLabel('Setup token').fill(` ${token} `);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Account owner@example.com' }).waitFor();
});

test('says how to create the first account where sign-up is closed', async ({ browser }) => {
  const { visitor } = await comeTo(browser, { SOCIAL_SIGN_UP: 'closed' });
  await visitor.page.goto('/');
  await visitor.seeHeading('No account yet');
  await visitor.seeText('social-server workspace create');
  expect(await visitor.page.getByRole('textbox').count()).toBe(0);
  await expectGoodLook(visitor.page, 'first-run-closed');
  await visitor.page.getByRole('button', { name: 'Then sign in' }).click();
  await visitor.seeHeading('No account yet');
});
