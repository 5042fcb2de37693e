import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlueskyAccount, startBlueskyServer } from '../../src/servers/bluesky-server.ts';
import { freePort } from '../../src/servers/local-server.ts';
import { useResource } from '../../src/stack/use-stack.ts';
import { launchChromium } from '../dashboard/support/chromium.ts';
import { type DashboardServer, startDashboard } from '../dashboard/support/dashboard-server.ts';
import { Visitor } from '../dashboard/support/visitor.ts';
import { leadTo } from './bluesky-stack.ts';

const bluesky = useResource(() => startBlueskyServer());
let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Names the account on the card of Bluesky, and waits for the page of its server. */
async function nameAccount({ page }: Visitor, handle: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect Bluesky', exact: true }).click();
  await page.getByLabel('Name of the account').fill(handle);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${bluesky.url}/**`);
}

/** Signs in on the server's own page, up to its question. */
async function signIn({ page }: Visitor, { password }: BlueskyAccount): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Authorize' }).waitFor();
}

describe.each(['127.0.0.1', 'localhost'])('a person at http://%s', (host) => {
  let server: DashboardServer;
  let account: BlueskyAccount;

  beforeAll(async () => {
    const port = await freePort();
    const baseUrl = `http://${host}:${port}`;
    server = await startDashboard({ ...leadTo(bluesky), SOCIAL_PORT: String(port), SOCIAL_BASE_URL: baseUrl });
    account = await bluesky.createAccount(`ada-${host.replaceAll('.', '-')}`);
  });
  afterAll(() => server.stop());

  test('signs in on the consent page of a real server, and publishes', async () => {
    const visitor = await Visitor.arrive(browser, server);
    try {
      await visitor.signUp();
      await nameAccount(visitor, `@${account.handle}`);
      await signIn(visitor, account);
      await visitor.page.getByRole('button', { name: 'Authorize' }).click();
      await visitor.page.waitForURL(`${server.url}/connect/bluesky**`);
      await visitor.confirm('Bluesky');
      await visitor.card('Bluesky').getByText(new RegExp(account.handle)).waitFor();
      const data = { text: `Hello from ${host}`, platforms: ['bluesky'] };
      const answer = await visitor.context.request.post('/api/v1/posts', { data });
      expect([answer.status(), (await answer.json()).platformResults.bluesky]).toMatchObject([201, { ok: true }]);
      expect((await bluesky.readPosts(account.did)).map(({ value }) => value.text)).toEqual([data.text]);
      expect(visitor.takeComplaints().filter((text) => text.includes(server.url))).toEqual([]);
    } finally {
      await visitor.context.close();
    }
  });

  test('who denies reads that nothing was connected', async () => {
    const visitor = await Visitor.arrive(browser, server);
    try {
      await visitor.signUp();
      await nameAccount(visitor, account.handle);
      await signIn(visitor, account);
      await visitor.page.getByRole('button', { name: 'Deny access' }).click();
      await visitor.page.waitForURL(`${server.url}/**`);
      await visitor.seeText('Nothing was connected');
    } finally {
      await visitor.context.close();
    }
  });
});
