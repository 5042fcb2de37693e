import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

/** The networks of the accounts whose pictures are shown in the tables, in their order. */
const PICTURED_NETWORKS = `[...document.querySelectorAll('table img')]
  .filter((picture) => picture.checkVisibility() && picture.naturalWidth > 0)
  .map(({ src }) => new URL(src).pathname.split('/')[3])`;

async function publish({ context }: Visitor, text: string, platforms: string[], profile?: string): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { text, platforms, profile } });
  return ((await answer.json()) as { id: string }).id;
}

test('shows how a post did and how the month did, and asks the networks again on request', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server: { sandbox } }) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, sandbox, { platforms: ['bluesky', 'mastodon', 'profnet'] });
  const month = new Date().toISOString().slice(0, 7);
  await page.goto('/results');
  await page.getByRole('heading', { name: /^No numbers from/ }).waitFor();

  const count = async (network: 'bluesky' | 'mastodon', counters: Record<string, number>) => {
    const { id = '' } = (await sandbox.posts(network)).at(-1) ?? {};
    await sandbox.setCounters({ network, id, counters });
  };
  await publish(visitor, 'A quiet one about the new logo', ['mastodon']);
  const id = await publish(visitor, 'v1.4.0 is out: slots, a week with hours, and search', [
    'bluesky',
    'mastodon',
    'profnet',
  ]);
  await count('bluesky', { likeCount: 1_204, repostCount: 87, replyCount: 12 });
  await count('mastodon', { favourites_count: 45 });

  await visitor.show(`/posts/${id}`);
  const section = page.getByRole('region', { name: 'How it did' });
  await section.getByText('1,204').waitFor();
  const bluesky = section.getByRole('listitem').filter({ hasText: 'Bluesky' });
  expect(await bluesky.locator('dt').allTextContents()).toEqual(['likes', 'reposts', 'replies', 'quotes', 'saves']);
  expect(await bluesky.getByText(/^read /).textContent()).toBe('read this minute');
  await section.getByText('LinkedIn does not let this app read').waitFor();
  await section.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Enter');
  // The server asks no network twice within ten seconds, which may have passed on a busy machine.
  await section
    .getByText(/^(Nothing newer yet: the latest numbers were read at|The networks were asked again)/)
    .waitFor();
  await expectGoodLook(page, 'post-counters');

  await visitor.show('/');
  await page.getByText('Reactions 1,249, Replies 12 ·').waitFor();
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Results' }).click();
  const posts = page.getByRole('region', { name: 'Table of the posts' });
  await posts.getByRole('row').nth(2).waitFor();
  expect(await posts.getByRole('row').allTextContents()).toEqual([
    'PostReactionsRepliesSharesQuotesSaves',
    expect.stringMatching(/^v1\.4\.0 is out.*Bluesky1,204128700$/),
    expect.stringMatching(/^v1\.4\.0 is out.*Mastodon45000–$/),
  ]);
  // Faces of the accounts: of each one in the first table, and of each post in the second.
  const networks = () => page.evaluate<string[]>(PICTURED_NETWORKS);
  await expect.poll(networks).toEqual(['bluesky', 'mastodon', 'bluesky', 'mastodon']);
  await expectGoodLook(page, 'results');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.getByLabel('Best by').selectOption('Replies');
  await page.getByRole('heading', { name: 'Best posts by replies' }).waitFor();
  expect(page.url()).toContain(`month=${month}&by=replies`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`results-${month}.csv`);
  // An account that is no longer connected keeps its name alone.
  await visitor.context.request.post('/api/connect/mastodon/disconnect');
  await visitor.context.request.post('/api/profiles', { data: { name: 'Press' } });
  await page.reload();
  await expect.poll(networks).toEqual(['bluesky', 'bluesky']);
  await visitor.show('/results?profile=press');
  await page.getByRole('heading', { name: /^No numbers from .* in Press$/ }).waitFor();
});

test('says whether networks were asked again, and leads from numbers that may not be read to the connection', async ({
  visitor,
  server,
}) => {
  const { page, context } = visitor;
  const { sandbox } = server;
  await visitor.enroll();
  await server.setPlan(visitor.email, 'pro');
  const made = await context.request.post('/api/profiles', { data: { name: 'Press' } });
  const { profile } = (await made.json()) as { profile: { id: string } };
  const platforms = ['mastodon', 'socialnet', 'microblog', 'profnet'];
  await quickConnect(visitor, sandbox, { platforms, profileId: profile.id });
  const id = await publish(visitor, 'Not to be counted', ['mastodon', 'socialnet'], 'press');
  await sandbox.fault({ network: 'mastodon', operation: 'read', kind: 'unauthorized', times: 1 });
  await sandbox.fault({ network: 'facebook', operation: 'read', kind: 'forbidden', times: 1 });
  await page.goto(`/posts/${id}`);
  const section = page.getByRole('region', { name: 'How it did' });
  await section.getByText('The network does not tell this connection.').waitFor();
  expect(await section.textContent(), 'a page has links').not.toMatch(/social connect|again to see this/);

  await section.getByRole('link', { name: 'Connect Mastodon again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Mastodon' });
  expect(await dialog.getByLabel('Server of the account').inputValue()).toMatch(/\w/);
  await page.getByRole('button', { name: 'Profile: Press' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await visitor.card('Mastodon').getByText('Connected', { exact: true }).waitFor();
  await visitor.card('Mastodon').getByRole('button', { name: 'Reconnect Mastodon' }).waitFor();

  await page.goBack();
  await section.getByRole('link', { name: 'Connect Facebook again' }).click();
  await page.locator('h2:focus').getByText('Facebook').waitFor();
  await visitor.card('Facebook').getByRole('link', { name: 'Reconnect Facebook' }).waitFor();

  await context.request.post('/api/connect/mastodon/disconnect', { data: { profileId: profile.id } });
  await page.goto(`/posts/${id}`);
  await section.getByText('Mastodon is not connected').waitFor();
  await section.getByRole('link', { name: 'See the connections' }).click();
  await visitor.card('Mastodon').getByText('Not connected', { exact: true }).waitFor();

  const silent = await publish(visitor, 'On LinkedIn', ['profnet'], 'press');
  // X charges for each reading, so that only a press asks it.
  const charged = await publish(visitor, 'On X', ['microblog'], 'press');
  await page.goto(`/posts/${charged}`);
  await section.getByRole('button', { name: 'Refresh' }).click();
  await section.getByText('The networks were asked again.').waitFor();
  await section.getByRole('button', { name: 'Refresh' }).click();
  await section.getByText(/^Nothing newer yet: the latest numbers were read at /).waitFor();
  await visitor.show(`/posts/${silent}`);
  await section.getByText('LinkedIn does not let this app read').waitFor();
  await section.getByRole('button', { name: 'Refresh' }).click();
  await section.getByText('No network gave any numbers.').waitFor();
});
