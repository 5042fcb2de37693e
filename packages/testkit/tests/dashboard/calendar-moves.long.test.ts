import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import {
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

const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Europe/Berlin' });

test('moves a post to another day of the month at its time of day, and back, but nothing to a time that is over, nor what no longer waits', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await schedule(visitor, { text: 'Release', scheduledFor: '2099-10-24T11:38:00Z' });
  const earlyId = await schedule(visitor, { text: 'Early', scheduledFor: '2099-10-20T06:15:00Z' });
  const canceled = await schedule(visitor, { text: 'Gone', scheduledFor: '2099-10-21T06:15:00Z' });
  await context.request.delete(`/api/v1/posts/${canceled}`);
  await openOctober(visitor, MONTH, 'October 2099');
  const release = entry(visitor, /^Scheduled 13:38 Release/);
  expect(await release.getAttribute('title')).toContain('Drag it to another time');
  const letThrough = Promise.withResolvers<void>();
  await page.route(`**/api/v1/posts/${id}`, async (route) => {
    await letThrough.promise;
    await route.continue();
  });
  await release.dragTo(day(visitor, 'Sunday 25 October'));
  await day(visitor, 'Saturday 24 October').getByText('Moving… to Sun 25 Oct, 13:38').waitFor();
  letThrough.resolve();
  await page.getByRole('status').getByText('Moved to Sun 25 Oct, 13:38').waitFor();
  await day(visitor, 'Sunday 25 October')
    .getByRole('link', { name: /^Scheduled 13:38 Release/ })
    .waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ scheduledFor: '2099-10-25T12:38:00.000Z' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('Moved back to Sat 24 Oct, 13:38').waitFor();
  await day(visitor, 'Saturday 24 October')
    .getByRole('link', { name: /^Scheduled 13:38 Release/ })
    .waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ scheduledFor: '2099-10-24T11:38:00.000Z' });
  expect(await page.getByRole('heading', { level: 1 }).evaluate('document.activeElement.textContent')).toBe('Calendar');

  const early = entry(visitor, /^Scheduled 08:15 Early/);
  for (const [target, time] of [
    ['Wednesday 14 October', 'Wed 14 Oct, 08:15'],
    ['Thursday 15 October', 'Thu 15 Oct, 08:15'],
  ] as const) {
    await early.dragTo(day(visitor, target));
    await page.getByRole('alert').getByText(`Not moved: ${time} is over`).waitFor();
  }
  await expectGoodLook(page, 'calendar-refused');
  await page.setViewportSize(TALL);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await entry(visitor, /^Canceled 08:15 Gone/).dragTo(day(visitor, 'Friday 23 October'));
  await page.getByRole('alert').getByText('It was canceled.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await entry(visitor, /^Canceled 08:15 Gone/).press('m');
  await page.getByRole('alert').getByText('It was canceled.').waitFor();

  visitor.expectRefusal(`409 /api/v1/posts/${earlyId}`);
  await page.route(`**/api/v1/posts/${earlyId}`, async (route) => {
    await context.request.delete(`/api/v1/posts/${earlyId}`);
    await route.continue();
  });
  await early.dragTo(day(visitor, 'Friday 23 October'));
  await page.getByRole('alert').getByText('Not moved').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('shows it as it stands now');
  await day(visitor, 'Tuesday 20 October')
    .getByRole('link', { name: /^Canceled 08:15 Early/ })
    .waitFor();
});

test('moves an entry to an hour of the week, by pointer in quarters, or by the arrow keys, and a draft from the shelf beside the week and back', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await schedule(visitor, { text: 'Release', scheduledFor: '2099-10-16T07:07:00Z' });
  const draftId = await storeDraft(visitor, { text: 'An idea' });
  const at = async () => (await visitor.read(`/api/v1/posts/${id}`)).body['scheduledFor'];
  await openOctober(visitor, '/calendar', '11 – 17 October 2099');
  const release = entry(visitor, /^Scheduled 09:07 Release/);
  const { height } = await boxOf(hour(visitor, '2099-10-17T11'));
  // Taken at its upper edge, it is put down with its upper edge at 11:32, which is nearest to 11:30.
  await release.dragTo(hour(visitor, '2099-10-17T11'), {
    sourcePosition: { x: 30, y: 2 },
    targetPosition: { x: 30, y: height * (32 / 60) + 2 },
  });
  await page.getByRole('status').getByText('Moved to Sat 17 Oct, 11:30').waitFor();
  expect(await at()).toBe('2099-10-17T09:30:00.000Z');

  await entry(visitor, /^Scheduled 11:30 Release/).focus();
  await page.keyboard.press('m');
  const status = page.getByRole('status');
  await status.getByText('Sat 17 Oct, 11:30').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await status.getByText('Sat 17 Oct, 12:00').waitFor();
  await page.keyboard.press('ArrowRight');
  await status.getByText('Sun 18 Oct, 12:00').waitFor();
  await visitor.seeHeading('18 – 24 October 2099');
  await page.keyboard.press('Enter');
  await status.getByText('Moved to Sun 18 Oct, 12:00').waitFor();
  expect(await at()).toBe('2099-10-18T10:00:00.000Z');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Release');

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowLeft');
  await visitor.seeHeading('11 – 17 October 2099');
  await page.keyboard.press('Escape');
  await visitor.seeHeading('18 – 24 October 2099');
  expect(await at(), 'nothing was moved').toBe('2099-10-18T10:00:00.000Z');

  // Clocks go back in the night to 25 October: 02:45 is followed by the second 02:00.
  await entry(visitor, /^Scheduled 12:00 Release/).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('PageDown');
  for (let quarters = 0; quarters < 40; quarters += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await status.getByText('Moved to Sun 25 Oct, 03:00').waitFor({ state: 'hidden' });
  await status.getByText('Clocks go back on that day and show this time twice').waitFor();
  expect(await at()).toBe('2099-10-25T01:00:00.000Z');

  await visitor.show('/calendar');
  await visitor.seeHeading('11 – 17 October 2099');
  const shelf = page.getByRole('region', { name: 'Drafts without a time' });
  await shelf.getByRole('link', { name: /^Draft An idea/ }).dragTo(hour(visitor, '2099-10-16T15'), {
    sourcePosition: { x: 30, y: 4 },
    targetPosition: { x: 30, y: 6 },
  });
  await page.getByRole('status').getByText('Moved to Fri 16 Oct, 15:00').waitFor();
  await entry(visitor, /^Draft 15:00 An idea/).waitFor();
  expect((await visitor.read(`/api/v1/drafts/${draftId}`)).body).toMatchObject({
    scheduledFor: '2099-10-16T13:00:00.000Z',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('The draft has no time again').waitFor();
  await shelf.getByRole('button', { name: 'Move An idea' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to…' });
  await dialog.getByLabel('New time (Europe/Berlin)').fill('2099-10-17T18:45');
  await expectGoodLook(page, 'calendar-move-to');
  await dialog.getByRole('button', { name: 'Save the new time' }).click();
  await page.getByRole('status').getByText('Moved to Sat 17 Oct, 18:45').waitFor();
  expect((await visitor.read(`/api/v1/drafts/${draftId}`)).body).toMatchObject({
    scheduledFor: '2099-10-17T16:45:00.000Z',
  });

  await storeDraft(visitor, { text: 'For a slot', slot: 'next' });
  await page.reload();
  await shelf.getByRole('button', { name: 'Move For a slot' }).click();
  await dialog.getByLabel('New time (Europe/Berlin)').fill('2099-10-16T15:00');
  await dialog.getByRole('button', { name: 'Save the new time' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('The draft is for the next free slot again').waitFor();
});

test('puts entries into the free slots of their profile, by pointer, by keys and in the dialog', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  await setSlots(visitor, profiles[0]?.id, { time: '17:40', weekdays: ['thursday'] });
  const made = await context.request.post('/api/profiles', { data: { name: 'Brand' } });
  const { profile } = (await made.json()) as { profile: { id: string } };
  await setSlots(visitor, profile.id, { time: '17:40', weekdays: ['friday'] });
  const id = await schedule(visitor, { text: 'A post', scheduledFor: '2099-10-22T15:15:00Z' });
  const draftId = await storeDraft(visitor, { text: 'An idea' });
  const read = async () => (await visitor.read(`/api/v1/drafts/${draftId}`)).body;
  const status = page.getByRole('status');

  await openOctober(visitor, MONTH, 'October 2099');
  const slotOn = (name: string, of: string) =>
    day(visitor, name).getByRole('link', { name: `+ 17:40 ${of} Write for this free slot` });
  await entry(visitor, /^Draft An idea/).dragTo(slotOn('Thursday 29 October', 'Default'));
  await status.getByText('Moved to Thu 29 Oct, 17:40').waitFor();
  expect(await read()).toMatchObject({ scheduledFor: '2099-10-29T16:40:00.000Z' });
  await entry(visitor, /^Scheduled 17:15 A post/).dragTo(slotOn('Friday 23 October', 'Brand'));
  await status.getByText('Moved to Fri 23 Oct, 17:15').waitFor();

  await visitor.show('/calendar?day=2099-10-20');
  await page.getByRole('link', { name: '+ 17:40 Default Write for this free slot' }).waitFor();
  await entry(visitor, /^Scheduled 17:15 A post/).focus();
  for (const key of ['m', 'ArrowLeft', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await status.getByText('Thu 22 Oct, 17:40').waitFor();
  await page.keyboard.press('Enter');
  await status.getByText('Moved to Thu 22 Oct, 17:40').waitFor();

  await visitor.show('/calendar?view=list&day=2099-10-20');
  const next = page.getByRole('dialog', { name: 'Move to…' }).getByRole('button', { name: 'Next free slot' });
  await page.getByRole('button', { name: 'Move 17:40 A post' }).click();
  await next.click();
  // The server's clock is that of today.
  await status.getByText(/^Moved to Thu .*, 17:40$/).waitFor();
  expect((await visitor.read(`/api/v1/posts/${id}`)).body).toMatchObject({ slot: 'next' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await status.getByText('Moved back to Thu 22 Oct, 17:40').waitFor();
  await page.getByRole('button', { name: 'Move 17:40 An idea' }).click();
  await next.click();
  await status.getByText('The draft is for the next free slot', { exact: true }).waitFor();
  expect(await read()).toMatchObject({ slot: 'next' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await status.getByText('Moved back to Thu 29 Oct, 17:40').waitFor();
});

test('undoes the move of a post with a slot: it has its slot again where that is the next free one, or else its time alone', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  const [inTwoDays = '', inThreeDays = ''] = [2, 3].map((days) =>
    weekdayName.format(Date.now() + days * 24 * 3_600_000).toLowerCase(),
  );
  await setSlots(visitor, profiles[0]?.id, { time: '12:00', weekdays: [inThreeDays] });
  const answer = await context.request.post('/api/v1/posts', {
    data: { platforms: ['profnet'], text: 'In its slot', slot: 'next' },
  });
  const { id, scheduledFor } = (await answer.json()) as { id: string; scheduledFor: string };
  await page.goto(`/calendar?view=list&day=${scheduledFor.slice(0, 'YYYY-MM-DD'.length)}`);
  const status = page.getByRole('status');
  const moveAndBack = async () => {
    await page.getByRole('button', { name: 'Move 12:00 In its slot' }).click();
    await page.getByRole('dialog', { name: 'Move to…' }).getByRole('button', { name: 'A week later' }).click();
    await status.getByText(/^Moved to/).waitFor();
    expect((await visitor.read(`/api/v1/posts/${id}`)).body, 'it has left its slot').not.toHaveProperty('slot');
    await page.getByRole('button', { name: 'Undo' }).click();
    await status.getByText(/^Moved back to/).waitFor();
    const { body } = await visitor.read(`/api/v1/posts/${id}`);
    expect(Date.parse(String(body['scheduledFor']))).toBe(Date.parse(scheduledFor));
    return body['slot'];
  };
  expect(await moveAndBack()).toBe('next');
  await setSlots(visitor, profiles[0]?.id, { time: '12:00', weekdays: [inTwoDays, inThreeDays] });
  expect(await moveAndBack(), 'another slot is the next free one').toBe(undefined);
});
