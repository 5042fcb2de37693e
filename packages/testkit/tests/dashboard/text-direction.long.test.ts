import { uniqueText } from '@social/testkit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { storeDraft } from './support/calendar.ts';
import { beginComposition } from './support/composition.ts';

/** Horizontal bounds of the first and the last character of a text, and of the element that shows it. */
interface Bounds {
  readonly first: readonly [number, number];
  readonly last: readonly [number, number];
  readonly around: readonly [number, number];
}

/** Measures each place of the page that shows exactly this text. */
function measure(page: Page, text: string): Promise<Bounds[]> {
  return page.evaluate(`(() => {
    const found = [];
    const nodes = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const boundsOf = (place) => {
      const { left, right } = place.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    };
    const characterAt = (node, from) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      return boundsOf(range);
    };
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.data !== ${JSON.stringify(text)} || node.parentElement.matches('textarea')) continue;
      const [first, last] = [characterAt(node, 0), characterAt(node, node.length - 1)];
      found.push({ first, last, around: boundsOf(node.parentElement) });
    }
    return found;
  })()`);
}

test('a text that runs from right to left ends on the left in the preview, its draft and its post', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  const text = `مرحبا ${uniqueText('v2')}!`;
  const endsLeft = async () => (await measure(page, text)).map(({ first, last }) => last[1] < first[0]);
  await composition.text.fill(text);
  await page.getByRole('region', { name: 'Preview for LinkedIn' }).getByText(text, { exact: true }).waitFor();
  expect(await endsLeft()).toEqual([true]);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('link', { name: 'See the draft' }).click();
  await visitor.seeHeading('What it would do');
  expect(await endsLeft()).toEqual([true, true]);
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await visitor.seeHeading('Post');
  expect(await endsLeft()).toEqual([true]);
});

test('a long name or text that runs from right to left shows its beginning where it is cut', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const beginsInside = async (text: string) =>
    (await measure(page, text)).map(({ first, around }) => around[0] <= first[0] && first[1] <= around[1]);
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  const name = `${'صورة_من_الهاتف_'.repeat(8)}.png`;
  await composition.add(composition.photo(name));
  expect(await beginsInside(name)).toEqual([true]);

  const text = 'مرحبا بالعالم هذا نص طويل جدا '.repeat(8).trim();
  await storeDraft(visitor, { text, scheduledFor: '2099-10-15T10:00:00Z' });
  await page.goto('/calendar?view=month&day=2099-10-15');
  await page.getByRole('link', { name: new RegExp(text) }).waitFor();
  expect(await beginsInside(text)).toEqual([true]);
});
