import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { sandboxSeed } from '../../src/index.ts';
import { exchangeX, signInToX, xAuthorizeUrl } from '../networks/x/sign-in.ts';
import { png, serve } from '../support/media.ts';
import { call, proofKey, send, test, textAt } from '../support/sandbox.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env['SOCIAL_TEST_CHROMIUM'] ?? '' });
});

afterAll(() => browser.close());

test('a person chooses an account and approves, or denies, without any script', async ({ sandbox }) => {
  await sandbox.settings({ autoApprove: false });
  const redirectUri = `${await serve((_request, response) => response.end('back at the app'))}/callback`;
  const { verifier, challenge } = proofKey();
  const right = { redirect_uri: redirectUri, code_challenge: challenge, code_challenge_method: 'S256' };
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  await page.goto(xAuthorizeUrl(sandbox, right));
  await page.getByRole('radio', { name: 'Sandbox Friend' }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/\/callback\?/);
  const back = new URL(page.url());
  expect(back.searchParams.get('state')).toBe('state-1');
  const code = back.searchParams.get('code') ?? '';
  const { body } = await exchangeX(sandbox, { code, code_verifier: verifier, redirect_uri: redirectUri });
  const headers = { authorization: `Bearer ${textAt(body, 'access_token')}` };
  expect((await call(`${sandbox.url}/x/2/users/me`, { headers })).body).toMatchObject({
    data: { username: 'sandbox_friend' },
  });

  await page.goto(xAuthorizeUrl(sandbox, right));
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(/\/callback\?/);
  expect(new URL(page.url()).search).toBe('?error=access_denied&state=state-1');
  await context.close();
});

test('the page shows new posts, escaped, with pictures, and marks them as deleted or hidden', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(sandbox.url);
  await page.getByText('Nothing has been published here yet.').waitFor();

  const media = { media: png.toString('base64'), media_category: 'tweet_image' };
  const uploaded = await send(`${sandbox.url}/x/2/media/upload`, 'POST', media, headers);
  const text = '<img src=x onerror=alert(1)> https://example.com/a?b=1&c=2';
  const post = { text, media: { media_ids: [textAt(uploaded.body, 'data', 'id')] } };
  const created = await send(`${sandbox.url}/x/2/tweets`, 'POST', post, headers);
  const card = page.getByRole('article').filter({ hasText: '<img src=x onerror=alert(1)>' });
  await card.waitFor();
  expect(await card.getByRole('link', { name: 'https://example.com/a?b=1&c=2' }).getAttribute('href')).toBe(
    'https://example.com/a?b=1&c=2',
  );
  const picture = card.getByRole('img', { name: 'picture without a description' });
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);

  await call(`${sandbox.url}/x/2/tweets/${textAt(created.body, 'data', 'id')}`, { method: 'DELETE', headers });
  await card.getByText('deleted', { exact: true }).waitFor();
  await send(`${sandbox.url}/x/2/tweets/${sandboxSeed.x.posts.reply}/hidden`, 'PUT', { hidden: true }, headers);
  await page
    .getByRole('article')
    .filter({ hasText: 'A test suite, of course.' })
    .getByText('hidden', { exact: true })
    .waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('a person adds and clears faults on the page, which fits a phone', async ({ sandbox }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const faults = async () => (await call(`${sandbox.url}/_sandbox/faults`)).body;
  await page.goto(`${sandbox.url}/?network=linkedin`);
  await page.getByLabel('Operation').selectOption('publish');
  await page.getByLabel('Kind').selectOption('accept-then-drop');
  await page.getByLabel('Times').fill('3');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByText('3 more times').waitFor();
  expect(await faults()).toEqual({
    faults: [{ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 3 }],
  });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Clear faults' }).click();
  await page.getByText('No faults are waiting').waitFor();
  expect(await faults()).toEqual({ faults: [] });
  await page.close();
});

test('pages load nothing from elsewhere and allow no inline script', async ({ sandbox }) => {
  for (const path of ['/', `/x/sandbox_owner/status/${sandboxSeed.x.posts.owner}`, '/x/i/oauth2/authorize']) {
    const { headers, text } = await call(sandbox.url + path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  }
});

test('the page of a network without a sign-in shows credentials to paste', async ({ sandbox }) => {
  const { bot } = sandboxSeed.telegram;
  expect((await call(`${sandbox.url}/?network=telegram`)).text).toContain(bot.token);
  expect((await call(`${sandbox.url}/?network=discord`)).text).toContain(sandboxSeed.discord.webhook.token);
  expect((await call(sandbox.url)).text).not.toContain(bot.token);
});
