import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { Composition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

const { scope } = JSON.parse(readFileSync(new URL('../../../../owner.json', import.meta.url), 'utf8'));

/** A step, by its heading. */
function step({ page }: Visitor, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
}

test('an empty workspace leads from an account to a scheduled post, and knows what is done', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/');
  await visitor.seeHeading('Connect an account first');
  expect(await page.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([
    '1. Connect an account',
    '2. Write a post',
    '3. See the result',
    '4. Schedule a post',
    '5. Publish from a terminal or a program',
  ]);
  await expectGoodLook(page, 'first-steps');
  await page.getByRole('link', { name: 'Mastodon' }).click();
  await page.getByRole('dialog', { name: 'Connect Mastodon' }).waitFor();

  await quickConnect(visitor, server.sandbox, { platforms: ['bluesky'] });
  await visitor.show('/start');
  await step(visitor, 'Connect an account').getByText('Done').waitFor();
  await page.getByRole('link', { name: 'Begin to write' }).click();
  const composition = new Composition(page);
  await composition.choose('Bluesky');
  await composition.text.fill('The first one');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeText('Published');

  await visitor.show('/');
  await visitor.seeText('First steps: 2 of 5 done');
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'See the post' }).click();
  await page.waitForURL('**/posts/*');
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const answer = await visitor.context.request.post('/api/v1/posts', {
    data: { text: 'Tomorrow', platforms: ['bluesky'], scheduledFor: later },
  });
  const { id } = await answer.json();
  await visitor.show('/start');
  await step(visitor, 'Schedule a post').getByText('Done').waitFor();
  await page
    .getByText(scope === '' ? 'node $PWD/packages/cli/dist/bin.js' : `npm install --global ${scope}/cli`)
    .waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await visitor.seeText('Nothing is left');
  await page.locator('h1:focus').waitFor();
  // What was done stays done when nothing waits for its time now.
  await visitor.context.request.delete(`/api/v1/posts/${id}`);
  await visitor.context.request.post('/api/v1/posts', { data: { text: 'The next one', platforms: ['bluesky'] } });
  await visitor.show('/');
  await visitor.seeText('The next one');
  expect(await page.getByText(/^First steps/).count()).toBe(0);
});

test('a step is skipped and taken up again, and the steps are hidden from the posts', async ({ visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['bluesky'] });
  await visitor.context.request.post('/api/v1/posts', { data: { text: 'Hello', platforms: ['bluesky'] } });
  await page.goto('/start');
  const schedule = step(visitor, 'Schedule a post');
  await schedule.getByRole('button', { name: 'Show' }).click();
  await schedule.getByRole('button', { name: 'Skip' }).click();
  await page.reload();
  await schedule.getByRole('button', { name: 'Skipped: take it up' }).click();
  await schedule.getByRole('link', { name: 'Choose a time in the calendar' }).waitFor();
  await visitor.show('/');
  await visitor.seeText('First steps: 2 of 5 done');
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.locator('h1:focus').waitFor();
  await page.reload();
  await visitor.seeText('Hello');
  expect(await page.getByText(/^First steps/).count()).toBe(0);
});
