import { uniqueText } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

test('writes settings, labels and a poll, which a draft keeps, and which the post shows', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'bluesky', 'mastodon'] });
  const text = uniqueText('With settings');
  const [settings, poll] = [page.getByText('Settings', { exact: true }), page.getByText('Poll', { exact: true })];
  expect(await poll.count(), 'no chosen network has polls').toBe(0);
  await composition.choose('LinkedIn', 'Bluesky', 'Mastodon');
  await composition.text.fill(text);

  await settings.press('Enter');
  const bluesky = page.getByRole('group', { name: 'Bluesky' });
  const mastodon = page.getByRole('group', { name: 'Mastodon' });
  await page.getByRole('checkbox', { name: 'Made with AI' }).check();
  await page.getByText('Mastodon has no label “Made with AI”: the post goes without.').waitFor();
  await mastodon.getByLabel('Visibility').selectOption('Unlisted');
  await mastodon.getByLabel('Sensitive').selectOption('No');
  await mastodon.getByLabel('Spoiler text').fill('Ends');
  await mastodon.getByLabel('Language').fill('en');
  await mastodon.getByLabel('Language').fill('');
  await bluesky.getByLabel('Languages').fill('en, pt-BR,');
  await bluesky.getByRole('checkbox', { name: 'Mentioned' }).check();

  await poll.press('Enter');
  await page.getByLabel('Question').fill('Which one?');
  await page.getByLabel('Answer 1').fill('Dark');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('Finish the poll, or remove it').waitFor();
  await page.getByLabel('Answer 2').fill('Light');
  await page.getByRole('button', { name: 'Add an answer' }).press('Enter');
  await page.getByLabel('Answer 3', { exact: true }).and(page.locator(':focus')).fill('Neither');
  await page.getByLabel('How long').fill('2');
  await composition.check('LinkedIn').getByText('lasts 2 days, and LinkedIn has 1 day, 3 days').waitFor();
  await page.getByLabel('How long').fill('3');
  await page.getByText('Bluesky: has no polls, and leaves it out').waitFor();
  await page.getByText(/^Costs 3 credits; /).waitFor();
  await expectGoodLook(page, 'write-settings', { isCrossed: true });

  // The settings of a network that is taken out come back with it.
  await composition.account('Bluesky').uncheck();
  await page.getByRole('button', { name: /^Save (as draft|now)$/ }).click();
  await page.waitForURL('**/write?draft=*');
  const id = new URL(page.url()).searchParams.get('draft') ?? '';
  const stored = async () => (await visitor.read(`/api/v1/drafts/${id}`)).body;
  const ofMastodon = { visibility: 'unlisted', sensitive: false, spoilerText: 'Ends' };
  const asked = { question: 'Which one?', options: ['Dark', 'Light', 'Neither'], minutes: 4320 };
  await expect.poll(async () => (await stored())['settings']).toEqual({ mastodon: ofMastodon });
  expect(await stored()).toMatchObject({ aiGenerated: true, poll: asked });
  await page.reload();
  await composition.account('Bluesky').check();
  await expect.poll(() => bluesky.getByLabel('Languages').inputValue()).toBe('en, pt-BR');
  expect(await bluesky.getByRole('checkbox', { name: 'Mentioned' }).isChecked()).toBe(true);
  expect(await mastodon.getByLabel('Visibility').inputValue()).toBe('unlisted');
  expect(await mastodon.getByLabel('Sensitive').inputValue()).toBe('false');
  expect(await page.getByLabel('Answer 3', { exact: true }).inputValue()).toBe('Neither');
  expect(await page.getByLabel('How long').inputValue()).toBe('3');
  await visitor.show(`/drafts/${id}`);
  await visitor.seeText('Visibility: Unlisted');
  await visitor.show(`/write?draft=${id}`);

  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const { body } = await visitor.read('/api/v1/posts');
  const [post = { id: '' }] = body['posts'] as { readonly id: string }[];
  expect(post).toMatchObject({
    ...{ text, aiGenerated: true, settings: { bluesky: { langs: ['en', 'pt-BR'], replies: ['mentioned'] } } },
    poll: asked,
  });
  expect(post).toMatchObject({ settings: { mastodon: ofMastodon } });
  await visitor.show(`/posts/${post.id}`);
  await visitor.seeText('Labeled as');
  await visitor.seeText('Replies: Mentioned');
  await visitor.seeText('One answer, for 3 days');
  await expectGoodLook(page, 'post-settings');
});

test('offers the settings of the connected network alone, and shows what the server refuses', async ({ visitor }) => {
  const { page, context } = visitor;
  visitor.expectRefusal('400 /api/v1/posts', '400 /api/v1/drafts');
  await visitor.enroll();
  const data = { botToken: '7000000001:sandbox-bot-token-known-to-everyone', chatId: '@sandbox_channel' };
  expect((await context.request.post('/api/connect/chatbot/token', { data })).status()).toBe(201);
  await page.goto('/write');
  await page.getByRole('checkbox', { name: /(^|· )Telegram$/ }).check();
  await page.getByLabel('Text', { exact: true }).fill(uniqueText('To a topic'));
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Protected').selectOption('Yes');
  expect(await page.getByLabel('Thread name').count(), 'a setting of Discord').toBe(0);
  await page.getByLabel('Topic').fill('0');
  await visitor.seeText(/^The server could not check it: .*settings\.chatbot\.topic/i);
  await page.getByLabel('Topic').fill('');
  await page.getByText(/^Costs 1 credit; /).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({ posts: [{ settings: { chatbot: { protected: true } } }] });
});

test('keeps an unfinished poll of a draft on the device, and sends none once it is removed', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  await composition.text.fill(uniqueText('Half a poll'));
  await page.getByText('Poll', { exact: true }).click();
  await page.getByLabel('Answer 1', { exact: true }).fill('Dark');
  await page.getByRole('button', { name: /^Save (as draft|now)$/ }).click();
  await page.waitForURL('**/write?draft=*');
  await page.getByText(/^Saved (just now|\d+ s ago)/).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Answer 1', { exact: true }).inputValue()).toBe('Dark');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('Finish the poll, or remove it').waitFor();
  await page.getByRole('button', { name: 'Remove the poll' }).click();
  await page.getByLabel('Question').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({ posts: [{ outcome: 'published' }] });
  expect((body['posts'] as object[])[0]).not.toHaveProperty('poll');
});

test('writes comments, which a draft keeps, and which are named in the result and on the page of the post', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page, context } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['bluesky', 'profnet'] });
  const data = { botToken: '7000000001:sandbox-bot-token-known-to-everyone', chatId: '@sandbox_channel' };
  expect((await context.request.post('/api/connect/chatbot/token', { data })).status()).toBe(201);
  await composition.open();
  const section = page.getByText('Comments', { exact: true });
  const comment = (number: number) => page.getByLabel(`Comment ${number}`, { exact: true });
  await composition.choose('Telegram');
  expect(await section.count(), 'no chosen network has comments').toBe(0);
  await composition.choose('Bluesky');
  await composition.text.fill(uniqueText('Commented'));

  await section.press('Enter');
  await page.getByText('Left out on Telegram: the comments.').first().waitFor();
  await comment(1).fill('The article: https://example.com/article');
  await page.getByRole('button', { name: 'Add a comment' }).press('Enter');
  await comment(2).and(page.locator(':focus')).fill('x'.repeat(301));
  const excess = page.getByRole('list', { name: 'Length of comment 2' });
  await excess.getByText(/^Bluesky: 301 of 300 characters, +1 over$/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('Bluesky: Comment 2 is 1 character too long.').waitFor();
  await expectGoodLook(page, 'write-comments');
  await comment(2).fill('And thanks');
  await excess.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await page.getByText(/^Costs 4 credits; /).waitFor();
  await composition.check('Bluesky').getByText('The post and 2 comments, 1 credit each').waitFor();

  await page.getByRole('button', { name: /^Save (as draft|now)$/ }).click();
  await page.waitForURL('**/write?draft=*');
  const id = new URL(page.url()).searchParams.get('draft') ?? '';
  const comments = ['The article: https://example.com/article', 'And thanks'];
  await expect.poll(async () => (await visitor.read(`/api/v1/drafts/${id}`)).body['comments']).toEqual(comments);
  await visitor.show(`/drafts/${id}`);
  await visitor.seeText('Comment 2 of 2');
  await visitor.show(`/write?draft=${id}`);
  await expect.poll(() => comment(2).inputValue()).toBe('And thanks');
  await composition.choose('LinkedIn');
  await composition
    .check('LinkedIn')
    .getByText(/^Comment 1 of 2: LinkedIn lets an app comment with the permission /)
    .waitFor();
  await composition.account('LinkedIn').uncheck();
  await page.getByRole('button', { name: 'Remove comment 1' }).press('Enter');
  await comment(1).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await comment(2).fill('Read on');
  await page.getByRole('button', { name: 'Add a comment' }).click();

  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const parts = page.getByRole('list', { name: 'Post and comments' }).getByRole('listitem');
  const names = async () => (await parts.allTextContents()).map((text) => text.split('Published')[0]);
  await expect.poll(names).toEqual(['Post', 'Comment 1 of 2', 'Comment 2 of 2']);
  const { body } = await visitor.read('/api/v1/posts');
  const [post = { id: '' }] = body['posts'] as { readonly id: string }[];
  expect(post).toMatchObject({ comments: ['And thanks', 'Read on'] });
  await visitor.show(`/posts/${post.id}`);
  await parts.getByRole('link', { name: 'Open the post on Bluesky' }).waitFor();
  await parts.getByRole('link', { name: 'Open comment 2 on Bluesky' }).waitFor();
  await page.getByRole('list', { name: 'Comments' }).getByText('Read on').waitFor();
  await page.getByRole('region', { name: 'What happened' }).getByText('Comment 1 of 2').first().waitFor();
  await expectGoodLook(page, 'post-comments');
});
