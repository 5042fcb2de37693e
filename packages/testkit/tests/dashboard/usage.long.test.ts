import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

interface Spending {
  timeZone: string;
  days: { date: string; credits: number; platforms: Record<string, number> }[];
}

async function publish({ context }: Visitor, text: string, platforms: string[]): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { text, platforms } });
  if (!answer.ok()) throw new Error(`publishing answered ${answer.status()} ${await answer.text()}`);
  return (await answer.json()).id;
}

test('says what credits are for while nothing is spent, and counts days as they are in the zone of the reader', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  const asked = page.waitForRequest(/\/api\/usage\/spending/);
  await page.goto('/usage');
  const query = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ days: '30', timeZone: 'Europe/Berlin' });
  await visitor.seeText('500 credits');
  await visitor.seeText('0 of 500 credits');
  await visitor.seeText('Nothing was spent in the last 30 days.');
  await page.getByRole('listitem').filter({ hasText: 'Monthly allowance' }).getByText('+500 credits').waitFor();
  const week = page.waitForRequest(/\/api\/usage\/spending\?days=7/);
  await page.getByText('7 days', { exact: true }).click();
  await week;
  await visitor.seeText('Nothing was spent in the last 7 days.');
});

test('shows what posts cost, by day and platform, as the API counts it', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet', 'socialnet'] });
  await publish(visitor, 'Usage one', ['profnet', 'socialnet']);
  const last = await publish(visitor, 'Usage two', ['profnet']);
  await page.goto('/usage');
  await visitor.seeText('497 credits');
  await visitor.seeText('3 of 500 credits');
  const chart = page.getByRole('img', { name: /^3 credits in the last 30 days/ });
  await chart.waitFor();
  expect(await chart.getAttribute('aria-label')).toContain('LinkedIn 2 credits, ');

  const spending = (await visitor.read('/api/usage/spending?days=30&timeZone=Europe/Berlin'))
    .body as unknown as Spending;
  expect(spending.days.at(-1)).toMatchObject({ credits: 3, platforms: { profnet: 2, socialnet: 1 } });
  const bars = await chart.locator('path.recharts-rectangle').count();
  expect(bars, 'a piece of a bar for each platform and day').toBe(2);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const day = page.getByRole('table').locator('tbody tr');
  await expect.poll(() => day.count(), { message: 'days without spending are left out' }).toBe(1);
  expect((await day.locator('td').allTextContents()).map(Number)).toEqual([3, 2, 1]);
  await page.getByText('90 days', { exact: true }).click();
  await page.getByRole('img', { name: /^3 credits in the last 90 days/ }).waitFor();
  await expectGoodLook(page, 'usage');

  const charge = page.getByRole('listitem').filter({ hasText: 'Post published' });
  await expect.poll(() => charge.count()).toBe(2);
  expect(await charge.first().getByRole('link').getAttribute('href')).toBe(`/posts/${last}`);
  await charge.last().getByText('−2 credits').waitFor();
});
