import { startFileServer, useResource } from '@social/testkit';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

/** For what happens in several steps. */
const LONG = { timeout: 20_000 };
const FAR = '2099-12-01T09:00:00Z';

async function publish({ context }: Visitor, post: object): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

function rows({ page }: Visitor) {
  return page.getByRole('main').getByRole('listitem');
}

test('says what to do first while there is no post, and filters by what the address names', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/');
  await visitor.seeHeading('Connect an account first');
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await visitor.seeHeading('No post yet');
  await visitor.show('/?outcome=missed');
  await visitor.seeHeading('No post passes these filters');
  await page.getByRole('button', { name: 'Show all posts' }).click();
  await visitor.seeHeading('No post yet');
  expect(new URL(page.url()).search).toBe('');
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  await publish(visitor, { text: 'Lost on the way' });
  await publish(visitor, { text: 'Sent at once' });
  await publish(visitor, { text: 'Half of it', platforms: ['profnet', 'microblog'] });
  await publish(visitor, { text: 'Waits for its time', scheduledFor: FAR });
  await visitor.seeText('Waits for its time');
  expect(await rows(visitor).getByRole('link').allTextContents(), 'the newest first').toEqual([
    'Waits for its time',
    'Half of it',
    'Sent at once',
    'Lost on the way',
  ]);
  await rows(visitor).nth(1).getByText('Partly published').waitFor();
  expect(await rows(visitor).nth(1).textContent()).toMatch(/LinkedIn\s*published.*X\s*failed/);
  await expectGoodLook(page, 'posts', { isOtherOnPhone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Outcome').selectOption('Scheduled');
  await visitor.seeText('That is the only one.');
  expect(new URL(page.url()).search).toBe('?outcome=scheduled');
  await page.getByRole('link', { name: 'Needs attention' }).click();
  await expect
    .poll(() => rows(visitor).getByRole('link').allTextContents(), { message: 'failed or unknown' })
    .toEqual(['Half of it', 'Lost on the way']);
  expect(new URL(page.url()).search).toBe('?outcome=partial,failed,unknown');
  const outcome = page.getByLabel('Outcome');
  expect(await outcome.locator('option:checked').textContent()).toBe('Needs attention');
  await outcome.selectOption('Outcome unknown');
  await visitor.seeText('That is the only one.');
  await page.getByLabel('Network').selectOption('YouTube');
  await visitor.seeHeading('No post passes these filters');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows(visitor).nth(3).waitFor();
  await expect.poll(() => page.locator(':focus').textContent(), { message: 'the button is gone' }).toBe('Posts');
  await visitor.show('/?outcome=partial,failed,unknown');
  await rows(visitor).nth(1).waitFor();
  expect(await outcome.locator('option:checked').textContent()).toBe('Needs attention');
  await visitor.show('/?outcome=partial,failed');
  await visitor.seeText('That is the only one.');
  expect(await outcome.locator('option:checked').textContent()).toBe('Partly published, Failed');
  await visitor.show('/?from=2099-12-01&to=2099-12-01');
  await visitor.seeText('That is the only one.');
  await rows(visitor).getByRole('link', { name: 'Waits for its time' }).waitFor();
});

test('loads as one scrolls, keeps few rows on the page, finds the place again, and reads again only what is in view', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  for (let number = 0; number < 160; number += 1) {
    await publish(visitor, { text: `Number ${number}`, scheduledFor: FAR });
  }
  await page.goto('/');
  await page.getByRole('status').getByText('50 posts loaded').waitFor();
  const shown = page.getByRole('listitem').filter({ has: page.getByText('Number 3', { exact: true }) });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 3_000);
      return shown.count();
    }, LONG)
    .toBe(1);
  await page.getByRole('status').getByText('160 posts loaded, no more').waitFor();
  expect(await rows(visitor).count(), 'only what can be seen is on the page').toBeLessThan(40);
  await visitor.seeText('That is all: 160 posts.');
  const place = await restingPlace(shown);
  const lists: string[] = [];
  page.on('request', (asked) => {
    if (new URL(asked.url()).pathname === '/api/v1/posts' && asked.method() === 'GET') lists.push(asked.url());
  });
  await publish(visitor, { text: 'New above all' });
  await page.getByRole('status').getByText('161 posts loaded, no more').waitFor();
  // Accepted, sent, settled: at most three changes, each of which reads the head and the one or two pages in view, of four.
  expect(lists.length).toBeLessThanOrEqual(9);
  // While the rows are rendered again, the element may be missing for a moment.
  await expect
    .poll(async () => Math.abs(((await shown.boundingBox())?.y ?? Number.POSITIVE_INFINITY) - place), LONG)
    .toBeLessThan(3);

  const scrolled = await page.evaluate<number>('scrollY');
  await rows(visitor).getByRole('link').nth(8).focus();
  await page.keyboard.press('Enter');
  await visitor.seeHeading('Post');
  await page.goBack();
  await visitor.seeHeading('Posts');
  await expect.poll(() => page.evaluate<number>('scrollY'), LONG).toBeGreaterThan(scrolled - 700);
});

/** Returns the place of an element on the screen once scrolling has ended. */
async function restingPlace(shown: Locator): Promise<number> {
  let y = Number.NaN;
  const look = async () => {
    const before = y;
    y = (await shown.boundingBox())?.y ?? Number.NaN;
    return y === before;
  };
  await expect.poll(look, { ...LONG, interval: 200 }).toBe(true);
  return y;
}

test('shows what happened to a post, through a failure and its retry, and takes it back after a question', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  const id = await publish(visitor, { text: 'First line\nSecond line' });
  await page.goto(`/posts/${id}`);
  await visitor.seeText('0 of 1 published, 1 failed');
  const steps = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await steps.getByText('Not published').waitFor();
  await page.getByRole('button', { name: 'Retry what failed' }).click();
  await visitor.seeText('1 of 1 published');
  await steps.getByText('Published', { exact: true }).waitFor();
  await steps.getByText('attempt 2').first().waitFor();
  expect(await steps.first().textContent()).toContain('Accepted by this server');
  expect(await page.getByRole('link', { name: /^Open it on LinkedIn/ }).getAttribute('href')).toContain(
    server.sandboxUrl,
  );
  await expectGoodLook(page, 'post');

  const deletedAt = async () =>
    (await server.sandbox.posts('linkedin')).find(({ text }) => text === 'First line\nSecond line')?.deletedAt;
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this post back?' });
  await dialog.getByText('It is deleted on LinkedIn').waitFor();
  await expectGoodLook(page, 'post-take-back');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await deletedAt()).toBeNull();
  await page.getByRole('button', { name: 'Take back' }).click();
  await dialog.getByRole('button', { name: 'Delete it everywhere' }).click();
  await visitor.seeText('The post is taken back');
  await visitor.seeText('1 credit charged.');
  await page.getByRole('button', { name: 'Take back' }).waitFor({ state: 'hidden' });
  await page.getByRole('list', { name: 'Results' }).getByText('Taken back').waitFor();
  expect(await deletedAt()).toMatch(/^2/);
  await visitor.show('/?outcome=unpublished');
  await visitor.seeText('That is the only one.');
  await rows(visitor).nth(0).getByText('Taken back', { exact: true }).waitFor();
  await visitor.show('/activity');
  await visitor.seeText('Taken back from LinkedIn');
});

test('shows the parts of a thread with the result and the address of each, and settles the one that it asks about, and no other', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await server.setPlan(visitor.email, 'pro');
  await quickConnect(visitor, server.sandbox, { platforms: ['microblog', 'profnet'] });
  const platforms = ['microblog', 'profnet'];
  const whole = await publish(visitor, { text: 'What is new', thread: ['It is faster', 'And smaller'], platforms });
  await page.goto(`/posts/${whole}`);
  const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem');
  await parts.getByRole('link', { name: 'Open part 3 on X' }).waitFor();
  const names = (await parts.allTextContents()).map((text) => text.slice(0, 11));
  expect(names).toEqual(['Part 1 of 3', 'Part 2 of 3', 'Part 3 of 3']);
  await page.getByText('And smaller').first().waitFor();
  await page.getByRole('region', { name: 'What happened' }).getByText('part 3').first().waitFor();
  await server.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const refused = await publish(visitor, { text: 'Not this one', thread: ['Nor this'], platforms });
  await visitor.show(`/posts/${refused}`);
  await visitor.seeText('Part 1 of 2: ');
  await expectGoodLook(page, 'post-thread');

  const fault = { network: 'x', operation: 'publish', times: 1 } as const;
  await server.sandbox.fault({ ...fault, kind: 'slow', delayMs: 1 });
  await server.sandbox.fault({ ...fault, kind: 'accept-then-drop' });
  await server.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
  const id = await publish(visitor, { text: 'It is there', thread: ['Who knows'], platforms: ['microblog'] });
  await visitor.show(`/posts/${id}`);
  const asked = page.waitForRequest(`**/api/v1/posts/${id}/resolve`);
  await page.getByRole('button', { name: 'It is not there' }).click();
  expect((await asked).postDataJSON()).toEqual({ platform: 'microblog', part: 2, published: false });
  await visitor.seeText('Part 2 of 2: ');

  await server.sandbox.fault({ ...fault, kind: 'slow', delayMs: 1 });
  await server.sandbox.fault({ ...fault, kind: 'accept-then-drop' });
  const commented = await publish(visitor, { text: 'Seen', comments: ['Lost'], platforms: ['microblog'] });
  await visitor.show(`/posts/${commented}`);
  await page.getByLabel('Address or id of the comment on X').waitFor();
  const settled = page.waitForRequest(`**/api/v1/posts/${commented}/resolve`);
  await page.getByRole('button', { name: 'It is not there' }).click();
  expect((await settled).postDataJSON()).toEqual({ platform: 'microblog', part: 2, published: false });
  await visitor.seeText(/^Comment 1: /i);
  await server.sandbox.clearFaults();
});

test('moves a scheduled post by the clock of its reader, and cancels it after a question', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await publish(visitor, { text: 'Later', scheduledFor: FAR });
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Change the time' }).click();
  const time = page.getByLabel('New time (Europe/Berlin)');
  expect(await time.inputValue()).toBe('2099-12-01T10:00');
  await time.fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Save the new time' }).click();
  await visitor.seeText('This time is over.');
  await time.fill('2099-07-01T10:00');
  await visitor.seeText('That is 2099-07-01 08:00 UTC; your clock is at UTC+02:00 then.');
  await expectGoodLook(page, 'post-reschedule');
  await page.getByRole('button', { name: 'Save the new time' }).click();
  await page.getByRole('status').getByText('The post has its new time').waitFor();
  expect(await visitor.read(`/api/v1/posts/${id}`)).toMatchObject({
    body: { scheduledFor: '2099-07-01T08:00:00.000Z' },
  });

  await page.getByRole('button', { name: 'Cancel the post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this post?' });
  await dialog.getByRole('button', { name: 'Keep it scheduled' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await visitor.read(`/api/v1/posts/${id}`)).toMatchObject({ body: { status: 'scheduled' } });
  await page.getByRole('button', { name: 'Cancel the post' }).click();
  await dialog.getByRole('button', { name: 'Cancel the post' }).click();
  await page.getByRole('status').getByText('The post is canceled').waitFor();
  expect(await visitor.read(`/api/v1/posts/${id}`)).toMatchObject({ body: { status: 'canceled' } });
  await page.getByRole('button', { name: 'Change the time' }).waitFor({ state: 'detached' });
});

test('says that a post was sent meanwhile, and shows how it stands', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const id = await publish(visitor, { text: 'Later', scheduledFor: FAR });
  // The page gets no event of this, and does not ask for the next ten seconds.
  await page.route('**/api/events*', () => undefined);
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Cancel the post' }).click();
  await visitor.context.request.delete(`/api/v1/posts/${id}`);
  visitor.expectRefusal(`409 /api/v1/posts/${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the post' }).click();
  await page.getByRole('alert').getByText('Not canceled').waitFor();
  await visitor.seeText('The results of the post are shown below.');
  await page.getByText('Canceled', { exact: true }).first().waitFor();
});

test('says that there is no such post, also about a post of another account', async ({ visitor, stranger, server }) => {
  await visitor.enroll();
  await stranger.enroll();
  await quickConnect(stranger, server.sandbox, { platforms: ['profnet'] });
  const id = await publish(stranger, { text: 'Not for other eyes' });
  visitor.expectRefusal(`404 /api/v1/posts/${id}`, `404 /api/v1/posts/${id}/timeline`, `404 /posts/${id}`);
  await visitor.page.goto(`/posts/${id}`);
  await visitor.seeHeading('There is no such post');
  expect(await visitor.page.textContent('body')).not.toContain('Not for other eyes');
});

const files = useResource(startFileServer);
/** A grey picture of 8 by 8 pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);

test('promises no deletion at Instagram to an account that signed in there', LONG, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['photonet'] });
  const media = [{ url: files.serve('/grey.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } }) }];
  const id = await publish(visitor, { text: 'A picture', platforms: ['photonet'], media });
  await page.goto(`/posts/${id}`);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Programs cannot delete it on Instagram: do that there.').waitFor();
});
