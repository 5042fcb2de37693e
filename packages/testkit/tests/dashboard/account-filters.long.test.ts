import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

const NEWS = 'Bluesky · news';

test('posts, log, calendar and counters tell the accounts of a network apart', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['bluesky', 'profnet'] });
  await quickConnect(visitor, server.sandbox, { platforms: ['bluesky'], handle: 'sandbox-friend.bsky.test' });
  const account = '/api/connect/bluesky/accounts/sandbox-friend-bsky-test';
  expect((await context.request.patch(account, { data: { name: 'news' } })).status()).toBe(200);
  const publish = async (text: string, target: string) => {
    const answer = await context.request.post('/api/v1/posts', { data: { text, platforms: [target] } });
    const { id, outcome } = await answer.json();
    expect(outcome).toBe('published');
    await context.request.get(`/api/v1/posts/${id}/counters`);
  };
  await publish('From the main account', 'bluesky');
  await publish('From the news account', 'bluesky:news');
  const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
  for (const target of ['bluesky', 'bluesky:news']) {
    const data = { text: `Draft for ${target}.`, platforms: [target], scheduledFor };
    expect((await context.request.post('/api/v1/drafts', { data })).status()).toBe(201);
  }

  await page.goto('/');
  await visitor.seeText('From the main account');
  const filter = page.getByLabel('Network');
  await expect.poll(() => filter.locator('option').allTextContents()).toEqual(expect.arrayContaining([NEWS]));
  const offered = await filter.locator('option').allTextContents();
  const first = offered.indexOf('Bluesky');
  expect(offered.slice(first, first + 3)).toEqual(['Bluesky', NEWS, 'Bluesky · sandbox-owner-bsky-test']);
  expect(offered).not.toContain('LinkedIn · sandbox-owner');
  await filter.selectOption(NEWS);
  await page.getByText('From the main account').waitFor({ state: 'detached' });
  await visitor.seeText('From the news account');
  expect(new URL(page.url()).searchParams.get('platform')).toBe('bluesky:news');
  await expectGoodLook(page, 'posts-of-account');

  await page.goto('/activity?action=post.published&platform=bluesky:news');
  await visitor.seeText('1 entry');
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await rows.filter({ hasText: 'From the news account' }).getByText(NEWS, { exact: true }).waitFor();
  expect(await page.getByLabel('Network').inputValue()).toBe('bluesky:news');

  await page.goto(`/calendar?view=list&day=${scheduledFor.slice(0, 10)}&platform=bluesky:news`);
  await visitor.seeText('Draft for bluesky:news.');
  expect(await page.getByText('Draft for bluesky.').count()).toBe(0);

  await page.goto('/results');
  const accounts = page.getByRole('region', { name: 'Table of the accounts' });
  await accounts.getByText('@sandbox-friend.bsky.test').waitFor();
  await accounts.getByText('@sandbox-owner.bsky.test').waitFor();
});
