import { uniqueText } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

test('publishes a thread as replies where there are any, joined elsewhere, and an own text in its place', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const platforms = ['microblog', 'profnet', 'socialnet'];
  const composition = await beginComposition(visitor, server, { platforms, plan: 'pro' });
  const [first, second, third] = [uniqueText('First'), uniqueText('Second'), uniqueText('Third')];
  await composition.choose('LinkedIn');
  await visitor.seeText('No chosen platform has replies: all parts would be joined into one post.');
  // Written in another order than it is sent in.
  await composition.text.fill(second);
  await composition.addPart(first);
  await composition.addPart('Too much');
  await composition.addPart(third);
  await visitor.seeText('LinkedIn: without replies, so all parts are joined into one post.');
  const whole = page.getByRole('list', { name: 'Length of the whole' });
  await whole.getByText(/^LinkedIn, all parts: \d+ of 3,000 characters$/).waitFor();

  await composition.choose('X', 'Facebook');
  await visitor.seeText('X: each part is a post that replies to the one before it, 3 credits each.');
  await page.getByRole('button', { name: 'Remove part 3' }).press('Enter');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Add a part');
  await page.getByRole('button', { name: 'Earlier: part 2' }).press('Enter');
  await page.getByRole('status').getByText('Part 2 is part 1 now').waitFor();
  expect(await composition.text.inputValue()).toBe(first);
  await page.getByRole('button', { name: 'Later: part 2' }).press('Enter');
  await page.getByRole('button', { name: 'Later: part 3' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Earlier: part 3' }).press('Enter');
  expect(await composition.part(2).inputValue()).toBe(second);

  const own = uniqueText('Own');
  await composition.customize('Facebook', own);
  // The tab begins as a copy, with the parts.
  for (const number of [3, 2]) await page.getByRole('button', { name: `Remove part ${number}` }).click();
  await composition.showCommon();
  await visitor.seeText('Facebook: its own text is sent instead of the text and all parts.');
  await composition.check('X').getByText('3 parts, 3 credits each').waitFor();
  await page.getByText(/^Costs 11 credits; /).waitFor();
  expect(await composition.check('X').textContent()).toContain('9 credits');
  await expectGoodLook(page, 'write-thread');

  await composition.part(3).press('Control+Enter');
  await visitor.seeHeading('Published');
  await visitor.seeText('and 2 further parts');
  await visitor.seeText('3 of 3 published; 11 credits charged.');
  const posts = await server.sandbox.posts();
  const textOf = new Map(posts.map(({ id, text }) => [id, text]));
  const sent = posts.filter(({ text }) => [first, second, third, own].some((part) => text.includes(part)));
  expect(new Set(sent.map(({ network, text, replyToId }) => [network, text, textOf.get(replyToId ?? '')]))).toEqual(
    new Set([
      ['x', first, undefined],
      ['x', second, first],
      ['x', third, second],
      ['linkedin', `${first}\n\n${second}\n\n${third}`, undefined],
      ['facebook', own, undefined],
    ]),
  );
});

test('counts each part separately, sends no empty one, and keeps them over a reload', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  const platforms = ['microblog', 'profnet'];
  const composition = await beginComposition(visitor, server, { platforms, plan: 'pro' });
  await composition.choose('X', 'LinkedIn');
  await composition.text.fill('First');
  await composition.addPart('👋'.repeat(141));
  await composition.addPart(' ');
  const second = page.getByRole('list', { name: 'Length of part 2' });
  await second.getByText(/^X: 282 of 280 characters, +2 over$/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await problems.getByText('X: Part 2 is 2 characters too long.').waitFor();
  expect(await problems.getByText('Part 3 is empty: write it, or remove it.').count()).toBe(1);
  await expectGoodLook(page, 'write-thread-problems');

  await composition.part(2).fill('Second');
  await composition.part(3).fill('Third');
  await problems.waitFor({ state: 'detached' });
  await page.getByText(/^Costs 10 credits; /).waitFor();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByText(/^Costs 10 credits; /).waitFor();
  expect(await composition.part(3).inputValue()).toBe('Third');
  const thread = Array.from({ length: 23 }, (_, index) => `${index + 2}`);
  const stored = await context.request.post('/api/v1/drafts', { data: { text: '1', thread, platforms } });
  await visitor.show(`/write?draft=${((await stored.json()) as { id: string }).id}`);
  await composition.part(24).waitFor();
  await composition.addPart('25');
  await visitor.seeText('A thread has at most 25 parts.');
  await page.getByRole('button', { name: 'Add a part' }).press('Enter');
  expect(await composition.part(26).count()).toBe(0);
  await page.getByText(/^Costs 76 credits; /).waitFor();
});
