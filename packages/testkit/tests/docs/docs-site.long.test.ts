import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileServer, startFileServer } from '@social/testkit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../dashboard/support/chromium.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from '../dashboard/support/good-look.ts';

const SITE = fileURLToPath(new URL('../../../../apps/docs/dist/site/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

let site: FileServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  site = await startFileServer();
  for (const file of globSync('**/*', { cwd: SITE }).filter((name) => statSync(join(SITE, name)).isFile())) {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    site.serve(`/${file}`, { body: readFileSync(join(SITE, file)), headers: { 'content-type': type } });
  }
  site.serve('/', { body: readFileSync(join(SITE, 'index.html')), headers: { 'content-type': TYPES['.html'] ?? '' } });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ baseURL: site.url });
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url());
  });
  page.on('response', (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`));
});

afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

test('the first page says what it is and leads on', { timeout: LOOKING_TIMEOUT_MS }, async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'social' }).waitFor();
  await expectGoodLook(page, 'docs-first');
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
});

test('search finds an error by its code', { timeout: LOOKING_TIMEOUT_MS }, async () => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('idempotency_key_reused');
  const found = page
    .getByRole('dialog')
    .getByRole('link', { name: /idempotency_key_reused/ })
    .first();
  await found.waitFor();
  await expectGoodLook(page, 'docs-search');
  await found.click();
  await page.waitForURL(/errors\.html#idempotency_key_reused$/);
});

test('a command has a page with its options, examples and exit codes', { timeout: LOOKING_TIMEOUT_MS }, async () => {
  await page.goto('/commands/post.html');
  await page.getByRole('heading', { level: 1, name: 'social post' }).waitFor();
  await page.getByRole('cell', { name: '--dry-run', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'some platforms failed', exact: true }).waitFor();
  await expectGoodLook(page, 'docs-command');
});

test('the catalogue of errors says what to do', { timeout: LOOKING_TIMEOUT_MS }, async () => {
  await page.goto('/errors.html#rate_limited');
  await page.getByText('Wait for the number of seconds in Retry-After.').first().waitFor();
  await expectGoodLook(page, 'docs-errors');
});

test('darkness follows the system', async () => {
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe('rgb(255, 255, 255)');
});

test('pictures are light or dark as the page is', async () => {
  const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const picture = page.getByRole('img', { name: "The dashboard's page Posts" });
  await expect.poll(() => picture.getAttribute('src')).toMatch(/posts-dark/);
  expect(await scheme()).toBe('dark');
  await page.getByRole('switch').first().click();
  await expect.poll(() => picture.getAttribute('src')).toMatch(/posts-light/);
  expect(await scheme()).toBe('light');
});

test('the reference of the API asks no other server for anything', async () => {
  await page.goto('/api.html');
  await page.getByText('Publish, schedule and read posts').first().waitFor();
});
