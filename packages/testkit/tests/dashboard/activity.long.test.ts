import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import type { DashboardServer } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

async function publish({ context }: Visitor, text: string, platforms: string[]): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { text, platforms } });
  if (!answer.ok()) throw new Error(`publishing answered ${answer.status()} ${await answer.text()}`);
  return (await answer.json()).id;
}

/** A workspace in which one platform took a post and another, connected as well, refused it. */
async function live(visitor: Visitor, { sandbox }: DashboardServer, text: string): Promise<string> {
  await visitor.enroll();
  await quickConnect(visitor, sandbox, { platforms: ['profnet', 'socialnet'] });
  await sandbox.fault({ network: 'facebook', operation: 'publish', kind: 'forbidden', times: 1 });
  return publish(visitor, text, ['profnet', 'socialnet']);
}

test('tells what happened in words, with the details behind a disclosure', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const postId = await live(visitor, server, 'Activity in words');
  await page.goto('/activity');
  const { total, logs } = (await visitor.read('/api/logs')).body as { total: number; logs: unknown[] };
  await visitor.seeText(`${total} entries`);
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(logs.length);
  await rows.getByText('LinkedIn connected as Sandbox Owner').waitFor();

  const published = rows.filter({ hasText: 'Published to LinkedIn' });
  await published.getByText('Done', { exact: true }).waitFor();
  expect(await published.getByRole('link', { name: 'Activity in words' }).getAttribute('href')).toBe(
    `/posts/${postId}`,
  );
  await published.getByText('Details').click();
  await published.getByText(/^urn:li:share:\d+$/).waitFor();
  const failed = rows.filter({ hasText: 'Not published to Facebook' });
  await failed.getByText('Failed', { exact: true }).waitFor();
  await failed.getByText('Details').click();
  await failed.getByText('Error').waitFor();
  await expectGoodLook(page, 'activity');
});

test('keeps the filters in the address', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, server }) => {
  const { page } = visitor;
  await live(visitor, server, 'Activity filtered');
  await page.goto('/activity?status=failed&action=nonsense');
  await visitor.seeText('1 entry');
  expect(await page.getByLabel('Outcome').inputValue()).toBe('failed');
  await visitor.seeText('Not published to Facebook');

  await page.getByLabel('Network').selectOption('LinkedIn');
  await visitor.seeHeading('No entry matches');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ status: 'failed', platform: 'profnet' });
  await page.getByRole('button', { name: 'Show everything' }).click();
  await visitor.seeText('Published to LinkedIn');
  expect(new URL(page.url()).search).toBe('');
  await page.locator('h1:focus').waitFor();

  await page.getByLabel('What happened').selectOption('Connected');
  await visitor.seeText('2 entries');
  await page.reload();
  await visitor.seeText('2 entries');
  expect(await page.getByText('Published to').count()).toBe(0);

  await page.context().request.post('/api/profiles', { data: { name: 'Brand' } });
  await page.goto('/activity');
  await visitor.seeText('5 entries');
  await visitor.chooseProfile('Brand');
  await visitor.seeText('1 entry');
  await visitor.seeText('Profile Brand created');
  await page.getByLabel('Outcome').selectOption('Failed');
  await visitor.seeHeading('No entry matches');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('button', { name: 'Profile: All profiles' }).waitFor();
  await visitor.seeText('5 entries');
  await visitor.show('/activity?profile=default&status=failed');
  await visitor.seeText('1 entry');
  await page.getByLabel('Outcome').selectOption('Done');
  await visitor.seeText('3 entries');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ status: 'success', profile: 'default' });
});

test('says what to do first, and shows older entries on request, also when something happens while they are read', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await page.goto('/activity');
  await visitor.seeHeading('Nothing has happened yet');
  await page.getByRole('link', { name: 'Connect an account' }).waitFor();
  await expectGoodLook(page, 'activity-empty');
  // The free plan has fewer profiles.
  await server.setPlan(visitor.email, 'pro');
  for (let profile = 1; profile <= 60; profile += 1) {
    await context.request.post('/api/profiles', { data: { name: `Profile ${profile}` } });
  }
  const { total } = (await visitor.read('/api/logs')).body as { total: number };
  await page.goto('/activity');
  await visitor.seeText(`The newest 50 of ${total} entries`);
  await page.route(
    /\/api\/logs\?.*offset=50/,
    async (route) => {
      const readAgain = page.waitForResponse(/\/api\/logs\?.*offset=0/);
      await context.request.post('/api/profiles', { data: { name: 'Created meanwhile' } });
      await readAgain;
      // The page has given this read up: it asks for everything again.
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.locator(':focus', { hasText: 'There is nothing older.' }).waitFor();
  const words = await page
    .getByRole('listitem')
    .getByText(/^Profile .* created$/)
    .allTextContents();
  expect(words).toContain('Profile Profile 1 created');
  expect(words).toContain('Profile Created meanwhile created');
  expect(new Set(words).size, 'nothing is shown twice').toBe(words.length);

  const filter = page.getByLabel('What happened');
  await filter.focus();
  await filter.selectOption('Connected');
  await visitor.seeHeading('No entry matches');
  expect(
    await page.getByText('There is nothing older.').count(),
    'no more entries were asked for under these filters',
  ).toBe(0);
  await filter.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await visitor.seeText(/ entries$/);
  expect(await page.getByText('There is nothing older.').count(), 'nor after coming back').toBe(0);
  await page.locator('h1:focus').waitFor();
});
