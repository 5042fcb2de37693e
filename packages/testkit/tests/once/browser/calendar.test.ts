import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

test('shows a month with what was sent and what is to be sent', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const ids: string[] = [];
  const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
  const scheduled = texts.map((text, hour) => ({ text, scheduledFor: `2099-11-30T${10 + hour}:30:00Z` }));
  for (const post of [
    { text: 'Sent at once' },
    ...scheduled,
    { text: 'Night', scheduledFor: '2099-11-10T23:30:00Z' },
  ]) {
    const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  await context.request.delete(`/api/v1/posts/${ids[1]}`);

  await page.goto('/calendar');
  const today = page.locator('td[aria-current="date"]');
  await today.getByRole('link', { name: /^Published \d\d:\d\d Sent at once$/ }).waitFor();
  expect(await today.textContent()).toContain('Today');
  await page.goto('/calendar?month=2099-11');
  await visitor.seeHeading('November 2099');
  expect(await page.getByRole('columnheader').allTextContents()).toEqual('Mon Tue Wed Thu Fri Sat Sun'.split(' '));
  const last = page.getByRole('cell').filter({ hasText: 'Monday 30 November' });
  await last.getByRole('link', { name: 'Canceled 11:30 One' }).waitFor();
  await last.getByRole('link', { name: 'Scheduled 12:30 Two' }).waitFor();
  const night = page.getByRole('cell').filter({ hasText: 'Wednesday 11 November' });
  await night.getByRole('link', { name: 'Scheduled 00:30 Night' }).waitFor();
  const write = await night.getByRole('link', { name: 'Write for Wednesday 11 November' }).getAttribute('href');
  expect(write).toMatch(/^\/write\?at=2099-11-1[01]T\d\d%3A00%3A00\.000Z$/);
  await expectGoodLook(page, 'calendar');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'Dec 2099' }).click();
  await visitor.seeHeading('December 2099');
  expect(new URL(page.url()).search).toBe('?month=2099-12');
  await last.getByRole('link', { name: '+2 more on Monday 30 November' }).click();
  await visitor.seeHeading('Posts');
  await visitor.seeText('That is all: 5 posts.');
});

test('offers no writing for days that are over, and lists the days on a phone', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/calendar?month=2020-02');
  await visitor.seeHeading('February 2020');
  expect(await page.getByRole('cell').count()).toBe(35);
  expect(await page.getByRole('link', { name: /^Write for/ }).count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await visitor.seeText('No post in this month.');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: /, today$/ }).waitFor();
  await visitor.seeText('No post on this day.');
});
