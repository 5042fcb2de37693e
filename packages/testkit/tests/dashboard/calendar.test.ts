import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

const NOW = new Date('2099-10-15T10:00:00Z');
/** Holds a whole month: a page that scrolls between pressing and moving starts no drag. */
const TALL = { width: 1280, height: 1100 };

async function schedule({ context }: Visitor, post: { text: string; scheduledFor: string }): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Opens October 2099 in the middle of that month: it ends with the end of daylight saving time, on Sunday 25. */
async function openOctober({ page }: Visitor): Promise<void> {
  await page.setViewportSize(TALL);
  await page.clock.setFixedTime(NOW);
  await page.goto('/calendar');
  await page.getByRole('heading', { name: 'October 2099' }).waitFor();
}

function day({ page }: Visitor, name: string) {
  return page.getByRole('cell').filter({ hasText: new RegExp(name) });
}

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
  expect(write).toBe('/write?at=2099-11-11T08%3A00%3A00.000Z');
  await expectGoodLook(page, 'calendar');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'Dec 2099' }).press('Enter');
  await visitor.seeHeading('December 2099');
  // The next press of the key shows the month after that.
  await page.locator('a:focus', { hasText: 'Jan 2100' }).waitFor();
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

test('calls no month empty before it was read', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.setViewportSize({ width: 360, height: 740 });
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/posts?*', async (route) => {
    await mayAnswer;
    await route.fulfill({ status: 400, json: { error: 'no', code: 'invalid_request', requestId: 'r1' } });
  });
  visitor.expectRefusal('400 /api/v1/posts');
  await page.goto('/calendar');
  await page.getByText('Reading the posts…').waitFor();
  expect(await page.getByText('No post on this day.').count()).toBe(0);
  answer();
  await page.getByRole('alert').getByText('The posts of this month could not be read').waitFor();
  expect(await page.getByText('No post on this day.').count()).toBe(0);
  await page.unroute('**/api/v1/posts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No post on this day.').waitFor();
});

test('moves a post to another day at its time of day, and back', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await schedule(visitor, { text: 'Release', scheduledFor: '2099-10-24T11:38:00Z' });
  await openOctober(visitor);
  const entry = page.getByRole('link', { name: 'Scheduled 13:38 Release', exact: true });
  expect(await entry.getAttribute('title')).toContain('open it to change its time');
  const letThrough = Promise.withResolvers<void>();
  await page.route(`**/api/v1/posts/${id}`, async (route) => {
    await letThrough.promise;
    await route.continue();
  });
  await entry.dragTo(day(visitor, 'Sunday 25 October'));
  await day(visitor, 'Saturday 24 October').getByText('Moving… to Sun 25 Oct, 13:38').waitFor();
  letThrough.resolve();
  await page.getByRole('status').getByText('Moved to Sun 25 Oct, 13:38').waitFor();
  await day(visitor, 'Sunday 25 October').getByRole('link', { name: 'Scheduled 13:38 Release' }).waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ scheduledFor: '2099-10-25T12:38:00.000Z' });
  await expectGoodLook(page, 'calendar-moved');
  await page.setViewportSize(TALL);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('Moved back to Sat 24 Oct, 13:38').waitFor();
  await day(visitor, 'Saturday 24 October').getByRole('link', { name: 'Scheduled 13:38 Release' }).waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ scheduledFor: '2099-10-24T11:38:00.000Z' });
  expect(await page.getByRole('heading', { level: 1 }).evaluate('document.activeElement.textContent')).toBe('Calendar');
});

test('moves nothing to a time that is over, nor what no longer waits', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await schedule(visitor, { text: 'Early', scheduledFor: '2099-10-20T06:15:00Z' });
  const canceled = await schedule(visitor, { text: 'Gone', scheduledFor: '2099-10-21T06:15:00Z' });
  await context.request.delete(`/api/v1/posts/${canceled}`);
  await openOctober(visitor);
  const entry = page.getByRole('link', { name: 'Scheduled 08:15 Early', exact: true });
  for (const [target, time] of [
    ['Wednesday 14 October', 'Wed 14 Oct, 08:15'],
    ['Thursday 15 October', 'Thu 15 Oct, 08:15'],
  ] as const) {
    await entry.dragTo(day(visitor, target));
    await page.getByRole('alert').getByText(`Not moved: ${time} is over`).waitFor();
  }
  await expectGoodLook(page, 'calendar-refused');
  await page.setViewportSize(TALL);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const gone = page.getByRole('link', { name: 'Canceled 08:15 Gone', exact: true });
  expect(await gone.getAttribute('draggable'), 'only what waits can be dragged').toBe('false');

  visitor.expectRefusal(`409 /api/v1/posts/${id}`);
  await page.route(`**/api/v1/posts/${id}`, async (route) => {
    await context.request.delete(`/api/v1/posts/${id}`);
    await route.continue();
  });
  await entry.dragTo(day(visitor, 'Friday 23 October'));
  await page.getByRole('alert').getByText('Not moved').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('shows the post as it stands now');
  await day(visitor, 'Tuesday 20 October').getByRole('link', { name: 'Canceled 08:15 Early' }).waitFor();
});

test('shows what passes the filters of the address, of more posts than one read holds', async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const at = (minute: number) => new Date(Date.parse('2099-10-20T06:00:00Z') + minute * 60_000).toISOString();
  const first = await schedule(visitor, { text: 'Number 0', scheduledFor: at(0) });
  await Promise.all(
    Array.from({ length: 104 }, (_, n) => schedule(visitor, { text: `Number ${n + 1}`, scheduledFor: at(n + 1) })),
  );
  await context.request.delete(`/api/v1/posts/${first}`);
  await openOctober(visitor);
  const crowded = day(visitor, 'Tuesday 20 October');
  await crowded.getByRole('link', { name: 'Canceled 08:00 Number 0' }).waitFor();
  await crowded.getByRole('link', { name: '+102 more' }).waitFor();
  await page.getByLabel('Outcome').selectOption('Canceled');
  await crowded.getByRole('link', { name: /more/ }).waitFor({ state: 'detached' });
  await crowded.getByRole('link', { name: 'Canceled 08:00 Number 0' }).waitFor();
  expect(new URL(page.url()).search).toBe('?outcome=canceled');
  await page.getByRole('link', { name: 'Nov 2099' }).click();
  await visitor.seeText('No post in these weeks passes the filters.');
  expect(new URL(page.url()).search).toBe('?month=2099-11&outcome=canceled');
  await page.getByLabel('Network').selectOption('X');
  expect(new URL(page.url()).search).toBe('?month=2099-11&outcome=canceled&platform=microblog');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(new URL(page.url()).search).toBe('?month=2099-11');
});
