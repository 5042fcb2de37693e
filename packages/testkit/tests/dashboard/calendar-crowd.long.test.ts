import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { openOctober, schedule } from './support/calendar.ts';
import { LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

const MONTH_START = Date.parse('2099-10-01T00:00:00Z');
const POSTS = 2_000;
const MINUTE_MS = 60_000;

type Row = Record<string, SQLInputValue>;

/** Copies a scheduled post over October 2099, with its platforms and targets. */
function copyOverMonth(dataDir: string, id: string): void {
  using database = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 10_000 });
  const rowsOf = (table: string, column: string) =>
    database.prepare(`select * from ${table} where ${column} = ?`).all(id) as Row[];
  const insert = (table: string, row: Row) =>
    database
      .prepare(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row));
  const [posts, platforms, targets] = [
    rowsOf('post', 'id'),
    rowsOf('post_platform', 'post_id'),
    rowsOf('post_target', 'post_id'),
  ];
  database.exec('begin immediate');
  for (let n = 1; n < POSTS; n += 1) {
    const copy = randomUUID();
    const at = new Date(MONTH_START + n * 22 * MINUTE_MS).toISOString();
    const times = { scheduled_for: at, due_at: at, happens_at: at };
    for (const row of posts) insert('post', { ...row, ...times, id: copy, text: `Copy ${n}`, idempotency_key: null });
    for (const row of platforms) insert('post_platform', { ...row, post_id: copy, due_at: at });
    for (const row of targets) insert('post_target', { ...row, id: randomUUID(), post_id: copy });
  }
  database.exec('commit');
}

test('shows and moves 2000 posts of a month with few entries in the page and few reads', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ stranger: visitor, server }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const scheduledFor = new Date(MONTH_START).toISOString();
  copyOverMonth(server.dataDir, await schedule(visitor, { text: 'Copy 0', scheduledFor }));

  const reads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/posts') reads.push(request.url());
  });
  await openOctober(visitor, '/profiles', 'Profiles');
  const seeAll = async (view: string) => {
    await page.getByText('Reading more posts…').waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /^Scheduled \d\d:\d\d Copy \d+ by/ })
      .first()
      .waitFor();
    expect(await page.locator('[data-entry]').count(), `entries of the ${view} in the page`).toBeLessThan(600);
  };
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await seeAll('week');
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await page.getByRole('heading', { name: 'October 2099' }).waitFor();
  await page.getByRole('button', { name: /^\+\d+ more on Wednesday 7 October/ }).waitFor();
  await seeAll('month');
  const counts = await page.getByRole('button', { name: /^\+\d+ more on/ }).allTextContents();
  const counted = counts.reduce((sum, words) => sum + Number(/\d+/.exec(words)?.[0]) + 3, 0);
  expect(counted, 'every post is shown or counted').toBe(POSTS);
  expect(reads.length, 'pages of both views').toBeLessThan(45);

  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await seeAll('week');
  const dragged = page.locator('td[data-cell="2099-10-16T14"] [data-entry] a').first();
  await dragged.hover();
  await page.mouse.down();
  for (let hour = 10; hour < 18; hour += 1) {
    await page.locator(`td[data-cell="2099-10-17T${hour}"]`).hover({ force: true });
  }
  await page.mouse.up();
  await page
    .getByRole('status')
    .getByText(/^Moved to Sat 17 Oct/)
    .waitFor();
});
