import { samplePng } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import {
  addressesOf,
  boxOf,
  day,
  entry,
  hour,
  MONTH,
  openOctober,
  schedule,
  setSlots,
  storeDraft,
  TALL,
} from './support/calendar.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

/** Uploads a picture that is one pixel wide. @returns its address */
async function uploadPicture({ context }: Visitor): Promise<string> {
  const headers = { 'content-type': 'image/png' };
  const upload = await context.request.post('/api/v1/media', { data: samplePng(120), headers });
  return ((await upload.json()) as { url: string }).url;
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
  const scheduled = texts.map((text, at) => ({ text, scheduledFor: `2099-11-30T${10 + at}:30:00Z` }));
  for (const post of [
    { text: 'Sent at once', mediaUrls: [await uploadPicture(visitor)] },
    ...scheduled,
    { text: 'Night', scheduledFor: '2099-11-10T23:30:00Z' },
  ]) {
    const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  await context.request.delete(`/api/v1/posts/${ids[1]}`);

  await page.goto(MONTH);
  const today = page.locator('td[aria-current="date"]');
  await today.getByRole('link', { name: /^Published \d\d:\d\d Sent at once with a file by .*LinkedIn$/ }).waitFor();
  const thumb = () => page.evaluate<number>('document.querySelector("[class*=_thumb_]")?.naturalWidth ?? 0');
  await expect.poll(thumb, { timeout: 8_000 }).toBe(1);
  expect(await today.textContent()).toContain('Today');
  // The address that earlier versions gave a month.
  await visitor.show('/calendar?month=2099-11');
  await visitor.seeHeading('November 2099');
  // A browser that speaks American English, whose weeks begin on Sunday.
  expect(await page.getByRole('columnheader').allTextContents()).toEqual('Sun Mon Tue Wed Thu Fri Sat'.split(' '));
  const last = day(visitor, 'Monday 30 November');
  await last.getByRole('link', { name: /^Canceled 11:30 One/ }).waitFor();
  await last.getByRole('link', { name: /^Scheduled 12:30 Two/ }).waitFor();
  const night = day(visitor, 'Wednesday 11 November');
  await night.getByRole('link', { name: /^Scheduled 00:30 Night/ }).waitFor();
  const write = await night.getByRole('link', { name: 'Write for Wednesday 11 November' }).getAttribute('href');
  expect(write).toBe('/write?at=2099-11-11T08%3A00%3A00.000Z');
  await expectGoodLook(page, 'calendar-month');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: 'Next month' }).press('Enter');
  await visitor.seeHeading('December 2099');
  // The next press of the key shows the month after that.
  await page.locator('a:focus[aria-label="Next month"]').waitFor();
  expect(new URL(page.url()).search).toBe('?view=month&day=2099-12-01');
  await page.getByRole('link', { name: 'Previous month' }).click();
  await last.getByRole('button', { name: '+2 more on Monday 30 November' }).click();
  const all = page.getByRole('dialog', { name: 'Monday 30 November, 11:30 to 15:30' });
  await all.getByRole('link', { name: /^Scheduled 15:30 Five/ }).waitFor();
  await all.getByRole('link', { name: 'All posts of this day' }).click();
  await visitor.seeHeading('Posts');
  await visitor.seeText('That is all: 5 posts.');
});

test('shows a week with its hours, each entry at its minute', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const url = await uploadPicture(visitor);
  await context.request.post('/api/v1/posts', {
    data: { text: 'With a picture', platforms: ['profnet'], scheduledFor: '2099-10-26T08:45:00Z', mediaUrls: [url] },
  });
  await schedule(visitor, { text: 'First of two', scheduledFor: '2099-10-27T08:00:00Z' });
  await schedule(visitor, { text: 'Second of two', scheduledFor: '2099-10-27T08:30:00Z' });
  for (const [minute, text] of ['Crowd 1', 'Crowd 2', 'Crowd 3', 'Crowd 4'].entries()) {
    await schedule(visitor, { text, scheduledFor: `2099-10-28T11:0${minute}:00Z` });
  }
  await storeDraft(visitor, { text: 'Planned', scheduledFor: '2099-10-29T13:15:00Z' });
  const expired = `/media/${Buffer.alloc(26).toString('base64url')}/${'0'.repeat(64)}.png`;
  const mediaUrls = [new URL(expired, url).href];
  await storeDraft(visitor, { text: 'Its file is gone', mediaUrls, scheduledFor: '2099-10-30T13:15:00Z' });
  await schedule(visitor, { text: 'In the first', scheduledFor: '2099-10-25T00:30:00Z' });
  await schedule(visitor, { text: 'In the second', scheduledFor: '2099-10-25T01:30:00Z' });

  await openOctober(visitor, '/calendar?day=2099-10-28', '25 – 31 October 2099');
  await page.getByText('Times are those of Europe/Berlin.').waitFor();
  const pictured = entry(visitor, /^Scheduled 09:45 With a picture with a file by .*LinkedIn$/);
  await pictured.waitFor();
  const [cell, at] = [await boxOf(hour(visitor, '2099-10-26T09')), await boxOf(pictured)];
  expect((at.y - cell.y) / cell.height).toBeCloseTo(0.75, 1);
  expect(at.width / cell.width, 'nothing stands beside it').toBeGreaterThan(0.9);

  const [first, second] = [await boxOf(entry(visitor, /First of two/)), await boxOf(entry(visitor, /Second of two/))];
  expect(first.x + first.width, 'they stand side by side').toBeLessThanOrEqual(second.x + 1);
  expect(second.y).toBeGreaterThan(first.y);
  await entry(visitor, /^Draft 14:15 Planned/).waitFor();
  const gone = entry(visitor, /^Draft 14:15 Its file is gone with a file/);
  await gone.waitFor();
  expect(await gone.locator('img[class*="_thumb_"]').count(), 'nothing is asked of an expired address').toBe(0);

  await page.getByRole('columnheader', { name: /25/ }).getByText('25 hours').waitFor();
  const repeated = hour(visitor, '2099-10-25T02');
  expect(await repeated.getByRole('link').count(), 'the hour comes twice').toBe(2);
  await repeated.getByRole('link', { name: /^Scheduled 02:30 UTC\+01:00 In the second/ }).waitFor();

  await hour(visitor, '2099-10-28T12').getByRole('button', { name: /^\+3/ }).click();
  const crowd = page.getByRole('dialog', { name: 'Wednesday 28 October, 12:01 to 12:03' });
  // Taken from the list by its key, an entry is moved in the week; it is left where it was when the focus goes on.
  await crowd.getByRole('link', { name: /Crowd 4/ }).press('m');
  await page.getByText(/^Moving “Crowd 4/).waitFor();
  await crowd.waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await page.getByText(/^Moving “Crowd 4/).waitFor({ state: 'detached' });
  await expectGoodLook(page, 'calendar-week', { isOtherOnPhone: true, isCrossed: true });
  await page.setViewportSize(TALL);

  await page.getByRole('link', { name: 'Today' }).click();
  await visitor.seeHeading('11 – 17 October 2099');
  expect(new URL(page.url()).search).toBe('');
  const line = await boxOf(page.locator('[class*="_now_"]'));
  const noon = await boxOf(hour(visitor, '2099-10-15T12'));
  expect(Math.abs(line.y - noon.y)).toBeLessThan(3);
  const addresses = addressesOf(visitor);
  await hour(visitor, '2099-10-16T16').click({ position: { x: 20, y: 50 } });
  await visitor.seeHeading('Write');
  expect(addresses).toContain('?at=2099-10-16T14%3A30%3A00.000Z');
  await page.goBack();
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await visitor.seeHeading('October 2099');
  expect(new URL(page.url()).search).toBe('?view=month');
});

test('is gone through by arrow keys, across the borders of weeks and months', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await schedule(visitor, { text: 'Early', scheduledFor: '2099-10-17T10:05:00Z' });
  await openOctober(visitor, '/calendar', '11 – 17 October 2099');
  await entry(visitor, /^Scheduled 12:05 Early/).waitFor();
  const focused = () =>
    page.evaluate<string>('document.activeElement.dataset.cell ?? document.activeElement.textContent.slice(0, 60)');
  await hour(visitor, '2099-10-15T12').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  expect(await focused()).toBe('2099-10-17T12');
  await page.keyboard.press('Enter');
  expect(await focused()).toContain('Early');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await visitor.seeHeading('18 – 24 October 2099');
  expect(await focused()).toBe('2099-10-18T12');
  await page.keyboard.press('PageUp');
  await visitor.seeHeading('11 – 17 October 2099');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('2099-10-11T13');
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await visitor.seeHeading('October 2099');
  await day(visitor, 'Saturday 31 October').focus();
  await page.keyboard.press('ArrowDown');
  await visitor.seeHeading('November 2099');
  expect(await focused()).toBe('2099-11-07');
  await visitor.show('/calendar?day=2099-10-20');
  const addresses = addressesOf(visitor);
  await hour(visitor, '2099-10-20T11').focus();
  await page.keyboard.press('Enter');
  await visitor.seeHeading('Write');
  expect(addresses).toContain('?at=2099-10-20T09%3A00%3A00.000Z');
});

test('lists the days on a phone, calls none empty before it was read, and offers no writing for days that are over', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.setViewportSize({ width: 360, height: 740 });
  let turn = Promise.withResolvers<'refuse' | 'answer'>();
  await page.route('**/api/v1/posts?*', async (route) => {
    if ((await turn.promise) === 'answer') return route.continue();
    await route.fulfill({ status: 400, json: { error: 'no', code: 'invalid_request', requestId: 'r1' } });
  });
  visitor.expectRefusal('400 /api/v1/posts');
  await page.goto('/calendar');
  await page.getByText('Reading the posts…').waitFor();
  expect(await page.getByText('No post on this day.').count()).toBe(0);
  turn.resolve('refuse');
  await page.getByRole('alert').getByText('The posts of this month could not be read').waitFor();
  expect(await page.getByText('No post on this day.').count()).toBe(0);
  // The page may read on its own, too: nothing is answered before the button was pressed.
  turn = Promise.withResolvers();
  await page.getByRole('button', { name: 'Try again' }).click();
  turn.resolve('answer');
  await page.getByText('No post on this day.').waitFor();

  await page.setViewportSize({ width: 1280, height: 800 });
  await visitor.show('/calendar?month=2020-02');
  await visitor.seeHeading('February 2020');
  expect(await page.getByRole('gridcell').count()).toBe(35);
  expect(await page.getByRole('link', { name: /^Write for/ }).count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await visitor.seeText('No post in this month.');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: /, today$/ }).waitFor();
  await visitor.seeText('No post on this day.');

  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await schedule(visitor, { text: 'By thumb', scheduledFor: '2099-10-20T09:00:00Z' });
  await visitor.show('/calendar?day=2099-10-01');
  await page.getByRole('button', { name: 'Move 11:00 By thumb' }).click();
  await page.getByRole('dialog', { name: 'Move to…' }).getByRole('button', { name: 'A week later' }).click();
  await page.getByRole('status').getByText('Moved to Tue 27 Oct, 11:00').waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ scheduledFor: '2099-10-27T10:00:00.000Z' });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const view of ['list', 'month', 'week']) {
    await visitor.show(`/calendar?view=${view}&day=2099-10-27`);
    await entry(visitor, /^Scheduled 11:00 By thumb/).waitFor({ state: 'attached' });
    expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(320);
  }
});

test('shows free slots as places to fill', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  await setSlots(visitor, profiles[0]?.id, { time: '17:40', weekdays: ['tuesday', 'thursday'] });
  await schedule(visitor, { text: 'Has its slot', scheduledFor: '2099-10-20T15:40:00Z' });
  const id = await schedule(visitor, { text: 'Comes near', scheduledFor: '2099-10-19T07:00:00Z' });
  await openOctober(visitor, '/calendar?day=2099-10-20', '18 – 24 October 2099');
  const slot = page.getByRole('link', { name: '+ 17:40 Write for this free slot' });
  await slot.waitFor();
  expect(await slot.count(), 'the other one has a post').toBe(1);
  const { height } = await boxOf(hour(visitor, '2099-10-22T17'));
  await entry(visitor, /^Scheduled 09:00 Comes near/).dragTo(hour(visitor, '2099-10-22T17'), {
    sourcePosition: { x: 30, y: 4 },
    targetPosition: { x: 30, y: height * 0.75 + 4 },
  });
  await page.getByRole('status').getByText('Moved to Thu 22 Oct, 17:40').waitFor();
  await slot.waitFor({ state: 'detached' });
  await context.request.delete(`/api/v1/posts/${id}`);
  await expectGoodLook(page, 'calendar-slots');
  await page.setViewportSize(TALL);
  const addresses = addressesOf(visitor);
  await slot.click();
  await visitor.seeHeading('Write');
  const wanted = new URLSearchParams({ at: '2099-10-22T15:40:00.000Z', profileId: profiles[0]?.id ?? '' });
  expect(addresses).toContain(`?${wanted}`);
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
  await openOctober(visitor, MONTH, 'October 2099');
  const crowded = day(visitor, 'Tuesday 20 October');
  await crowded.getByRole('link', { name: /^Canceled 08:00 Number 0/ }).waitFor();
  await crowded.getByRole('button', { name: '+102 more' }).waitFor();
  await page.getByLabel('Outcome').selectOption('Canceled');
  await crowded.getByRole('button', { name: /more/ }).waitFor({ state: 'detached' });
  await crowded.getByRole('link', { name: /^Canceled 08:00 Number 0/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?view=month&outcome=canceled');
  await page.getByRole('link', { name: 'Next month' }).click();
  await visitor.seeText('Nothing in this month passes the filters.');
  expect(new URL(page.url()).search).toBe('?view=month&day=2099-11-01&outcome=canceled');
  await page.getByLabel('Network').selectOption('X');
  expect(new URL(page.url()).search).toBe('?view=month&day=2099-11-01&outcome=canceled&platform=microblog');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(new URL(page.url()).search).toBe('?view=month&day=2099-11-01');
});
