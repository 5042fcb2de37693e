import { gzipSync } from 'node:zlib';
import type { Page, Response, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import { hearingProblems, readAloud } from './support/screen-reader.ts';
import type { Visitor } from './support/visitor.ts';

const MAX_SIGN_IN_BYTES = 130_000;
/** Half of the layout shift up to which browsers call a page good. @see https://web.dev/articles/cls */
const MAX_SHIFT = 0.05;
/** Pages by the width of the window. `:post` and `:draft` stand for the ids of what was written. */
const PAGES = {
  1280: [
    ...['/', '/write', '/calendar', '/calendar?view=month', '/connections', '/usage', '/results'],
    ...['/calendar?view=list', '/posts/:post'],
  ],
  360: [
    ...['/', '/write', '/calendar', '/drafts', '/results', '/activity', '/start'],
    ...['/connections', '/profiles', '/keys', '/usage', '/account', '/drafts/:draft'],
  ],
};

async function publish({ context }: Visitor, text: string): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], text } });
  return ((await answer.json()) as { id: string }).id;
}

// A browser that has loaded the pages before may not say what it loads.
test('loads little before signing in', async ({ visitor, stranger }) => {
  await visitor.enroll();
  const scripts: Response[] = [];
  stranger.page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.push(answer);
  });
  await stranger.page.goto('/sign-in', { waitUntil: 'networkidle' });
  await stranger.seeHeading('Sign in');
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_SIGN_IN_BYTES);
});

test('moves nothing on any page while its answers come late, and leads listeners through it', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet', 'socialnet'] });
  const [post = ''] = await Promise.all(
    ['One', 'Two\n\nin three lines', 'Three'].map((text) => publish(visitor, text)),
  );
  const answer = await context.request.post('/api/v1/drafts', { data: { platforms: ['profnet'], text: 'Four' } });
  const { id: draft } = (await answer.json()) as { id: string };
  // The page itself waits: to hold each of its requests outside costs more than to load the page.
  await using _script = await page.addInitScript(`
    const ask = window.fetch;
    window.fetch = async (asked, options) => {
      const isLate = /\\/api\\/(?!events)/.test(asked.url ?? asked);
      if (isLate) await new Promise((resolve) => setTimeout(resolve, 150));
      return ask(asked, options);
    };
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const shifts: Record<string, number> = {};
  const problems: Record<string, string[]> = {};
  for (const [width, paths] of Object.entries(PAGES)) {
    await page.setViewportSize({ width: Number(width), height: 800 });
    for (const path of paths) {
      await page.goto(path.replace(':post', post).replace(':draft', draft));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('.mantine-Skeleton-root:visible').count()).toBe(0);
      shifts[`${path} at ${width}`] = await page.evaluate<number>(
        'new Promise((r) => setTimeout(() => r(shift), 100))',
      );
      problems[`${path} at ${width}`] = hearingProblems(await readAloud(page));
    }
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift >= MAX_SHIFT)).toEqual([]);
  expect(problems).toEqual(Object.fromEntries(Object.keys(shifts).map((page) => [page, []])));
});

test('shows in other tabs which account is signed in now, and nothing of the account before', async ({
  visitor,
  stranger,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await stranger.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await publish(visitor, 'For the eyes of the first');
  await page.goto('/');
  await visitor.seeText('For the eyes of the first');
  const other = await context.newPage();
  await other.goto('/connections');
  await visitor.seeConnections(other);
  await other.getByRole('button', { name: `Account ${visitor.email}` }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await visitor.seeHeading('Sign in');
  await other.getByLabel('Email').fill(stranger.email);
  await other.getByRole('textbox', { name: 'Password' }).fill(stranger.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: `Account ${stranger.email}` }).waitFor();
  await visitor.seeHeading('Connect an account first');
  expect(await page.textContent('body')).not.toContain('For the eyes of the first');
});

test('warns of a second post when what may have been sent was changed', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  await visitor.seeText('It would cost 1 credit.');
  await composition.text.fill('With a tpyo');
  await loseAnswer(page);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('It is not known whether it was sent.').waitFor();
  visitor.expectComplaint('net::ERR_FAILED');
  await page.unrouteAll();
  await composition.text.fill('With a typo');
  await page.getByRole('alert').getByText('It may have been sent before you changed it').waitFor();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByRole('alert').getByText('It may have been sent before you changed it').waitFor();
  await composition.text.fill('With a tpyo');
  await page.getByRole('alert').getByText('the same post cannot be posted twice').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  expect((await server.sandbox.posts()).filter(({ text }) => text.startsWith('With a'))).toHaveLength(1);
});

async function loseAnswer(page: Page): Promise<void> {
  await page.route('**/api/v1/posts', async (route: Route) => {
    await route.fetch();
    await route.abort();
  });
}

test('shows the result of a post after another page was shown, lets no one change the post while it is being sent, and tells that another one was canceled elsewhere', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  await composition.text.fill('Takes its time');
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs: 3_000 });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Sending');
  await page.getByRole('link', { name: 'Profiles', exact: true }).click();
  await visitor.seeHeading('Profiles');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await visitor.seeHeading('Sending');
  expect(await composition.text.isDisabled()).toBe(true);
  await visitor.seeHeading('Published');
  await page.getByRole('link', { name: 'Profiles', exact: true }).click();
  await visitor.seeHeading('Profiles');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await visitor.seeHeading('Preview');

  await composition.choose('LinkedIn');
  await composition.text.fill('Not after all');
  await page.getByLabel('At a date and time').check();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await visitor.seeHeading('Scheduled');
  const address = (await page.getByRole('link', { name: 'See the post' }).getAttribute('href')) ?? '';
  await context.request.delete(`/api/v1${address}`);
  await visitor.seeHeading('Canceled');
});

test('says what to do when the code of a page does not come', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/profiles');
  await visitor.seeHeading('Profiles');
  await page.route('**/assets/usage*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await visitor.seeHeading('This page cannot be shown');
  await expectGoodLook(page, 'page-broken');
  expect(visitor.takeComplaints().length).toBeGreaterThan(0);
  visitor.expectComplaint('/assets/usage');
  await page.getByRole('link', { name: 'Profiles', exact: true }).click();
  await visitor.seeHeading('Profiles');
  await page.unrouteAll();
  await page.goto('/usage');
  await visitor.seeHeading('Usage');
});
