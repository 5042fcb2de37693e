import { samplePng, startFileServer, uniqueText } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition, Composition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

test('publishes a described picture and a video to several platforms, once, however often the button is pressed', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'socialnet', 'video'] });
  await visitor.seeText('X needs a paid plan');
  expect(await page.getByRole('checkbox').count(), 'only accounts that are connected').toBe(3);
  await visitor.seeText(/^\d not connected\. /);
  await expectGoodLook(page, 'write-empty');

  const text = uniqueText('With pictures');
  await composition.choose('LinkedIn', 'Facebook', 'YouTube');
  await composition.text.fill(text);
  await composition.add(
    { name: 'stand.png', mimeType: 'image/png', buffer: samplePng(7) },
    composition.film('tour.mp4'),
  );
  await composition.file('stand.png').getByLabel('Description for people').fill('Our stand at the fair');
  await composition
    .file('tour.mp4')
    .getByText(/^Video, \d/)
    .waitFor();
  await page.getByText('Left out: 1 image.').first().waitFor();
  await page.getByText('Costs 3 credits; 500 left.').waitFor();
  await expectGoodLook(page, 'write-filled');

  await page.getByRole('button', { name: 'Publish now' }).dblclick();
  await visitor.seeHeading('Published');
  await expect
    .poll(() => page.locator(':focus').textContent(), { message: 'the button that had the focus is gone' })
    .toBe('Published');
  await visitor.seeText('3 of 3 published; 3 credits charged.');
  const links = page.getByRole('link', { name: /^Open it on/ });
  await expect.poll(() => links.count()).toBe(3);
  expect(await links.first().getAttribute('target')).toBe('_blank');
  await expectGoodLook(page, 'write-published');

  const accepted = (await server.sandbox.posts()).filter((post) => post.text === text);
  const arrived = accepted.map(({ network, media }) => `${network}: ${media.map(({ type }) => type)}`);
  expect(arrived.sort()).toEqual(['facebook: video/mp4', 'linkedin: video/mp4', 'youtube: video/mp4']);
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({ posts: [{ text, media: [{ alt: 'Our stand at the fair' }, {}] }] });
  expect(body['posts']).toHaveLength(1);

  await page.getByRole('button', { name: 'Write another' }).click();
  expect(await composition.text.inputValue()).toBe('');
  await page.getByText('Costs').waitFor({ state: 'detached' });
});

test("schedules for a time of the reader's zone, and refuses one that is past", async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, {
    platforms: ['profnet'],
    query: '?at=2031-07-01T07:00:00Z',
  });
  const time = page.getByLabel('Date and time', { exact: true });
  expect(await time.inputValue(), 'the clocks of Berlin').toBe('2031-07-01T09:00');
  await visitor.seeText('In your zone, Europe/Berlin (UTC+02:00)');
  expect(new URL(page.url()).search, 'a reload must not take it again').toBe('');
  await composition.choose('LinkedIn');
  await composition.text.fill(uniqueText('Later'));

  await time.fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('alert').getByText('The chosen time is in the past').waitFor();
  await time.fill('2031-03-30T02:30');
  await visitor.seeText(/^30 Mar 2031, 03:30 for you, 30 Mar 2031, 01:30 UTC, in/);
  await page.keyboard.press('Control+Enter');
  await visitor.seeHeading('Scheduled');
  const sentence = page.getByText(/^It will be published in .* Credits are charged then\.$/);
  await sentence.getByText('Sandbox Owner · LinkedIn', { exact: true }).waitFor();
  expect(await visitor.read('/api/v1/posts')).toMatchObject({
    body: { posts: [{ status: 'scheduled', scheduledFor: '2031-03-30T01:30:00.000Z' }] },
  });
  await page.getByRole('link', { name: 'See the post' }).click();
  await page.waitForURL(/\/posts\/[\w-]+$/);
});

test('leads to the connections while nothing is connected, and counts for the network that is, with files and without', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/write');
  await visitor.seeHeading('Connect an account first');
  await page.getByRole('link', { name: 'Connect an account' }).click();
  await visitor.seeHeading('Connections');
  const data = { botToken: '7000000001:sandbox-bot-token-known-to-everyone', chatId: '@sandbox_channel' };
  expect((await visitor.context.request.post('/api/connect/chatbot/token', { data })).status()).toBe(201);
  const composition = new Composition(page);
  await composition.open();
  await composition.choose('Telegram');
  await composition.text.fill('x'.repeat(1_100));
  const counters = page.getByRole('list', { name: 'Length of the text' });
  await counters.getByText('Telegram: 1,100 of 4,096 characters', { exact: true }).waitFor();
  await composition.add(composition.photo('view.jpg'));
  await counters.getByText(/^Telegram: 1,100 of 1,024 characters, +76 over$/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await problems.getByText('Telegram: The text is 76 characters too long.').waitFor();
  expect(await visitor.read('/api/v1/posts')).toMatchObject({ body: { posts: [] } });
});

test('counts as each network does, sends no text that is too long, and begins another post, which outlives a reload with its files', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'photonet'] });
  await page.getByRole('button', { name: 'Publish now' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await problems.getByText('Choose at least one platform').waitFor();
  await problems.getByText('Write a text.').waitFor();

  const [long, short] = [`${uniqueText('Long')} ${'👋'.repeat(1_200)}`, uniqueText('Short')];
  await composition.choose('LinkedIn', 'Instagram');
  await composition.text.fill(long);
  await composition.add(composition.photo('view.jpg'));
  const counters = page.getByRole('list', { name: 'Length of the text' });
  const utf16 = new Intl.NumberFormat('en-GB').format(long.length);
  await counters.getByText(`LinkedIn: ${utf16} of 3,000 characters`, { exact: true }).waitFor();
  await composition.text.fill(long + long);
  await counters.getByText(/^Instagram: 2,\d+ of 2,200 characters, +\d+ over$/).waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await problems.getByText(/^Instagram: The text is \d+ characters too long\.$/).waitFor();

  await composition.text.fill(short);
  await composition.customize('Instagram', `${short}, for those who look`);
  await problems.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const texts = (await server.sandbox.posts()).filter((post) => post.text.startsWith(short));
  expect(texts.map(({ network, text }) => `${network}: ${text}`).sort()).toEqual([
    `instagram: ${short}, for those who look`,
    `linkedin: ${short}`,
  ]);

  // The link in the banner begins another post after a result, and keeps what is being written.
  await page.getByRole('button', { name: 'Write another' }).click();
  await composition.account('Instagram').uncheck();
  const write = page.getByRole('link', { name: 'Write a post' });
  await composition.choose('LinkedIn');
  await composition.text.fill(uniqueText('One of two'));
  await write.click();
  await page.getByText(/^Costs 1 credit; /).waitFor();
  const steps = await page.evaluate('history.length');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  await write.click();
  await composition.text.waitFor();
  expect(await composition.text.inputValue()).toBe('');
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Write');
  expect(await page.evaluate('history.length'), 'the same page is no further step').toBe(steps);

  await composition.choose('LinkedIn');
  await composition.text.fill('Not finished');
  await composition.add({ name: 'one.png', mimeType: 'image/png', buffer: samplePng(11) });
  await composition.add({ name: 'two.png', mimeType: 'image/png', buffer: samplePng(12) });
  await page.getByRole('button', { name: 'Earlier: two.png' }).press('Enter');
  await page.getByRole('status').getByText('two.png is now 1 of 2').waitFor();
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  await page.getByLabel('Date and time', { exact: true }).fill('2031-01-01T10:00');

  await page.reload();
  await page.getByText('Costs 1 credit').waitFor();
  expect(await composition.text.inputValue()).toBe('Not finished');
  expect(await composition.account('LinkedIn').isChecked()).toBe(true);
  expect(await page.getByLabel('Date and time', { exact: true }).inputValue()).toBe('2031-01-01T10:00');
  expect(await composition.fileNames()).toEqual(['two.png', 'one.png']);
  const isShown =
    '(() => { const image = document.querySelector("ol img"); return image.complete && image.naturalWidth > 0; })()';
  await page.waitForFunction(isShown);
});

test('shows the card of a link, and says why a link has none', async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['bluesky', 'mastodon'] });
  await using site = await startFileServer();
  const html = '<title>Version 1.4</title><meta name="description" content="What is new">';
  const link = site.serve('/notes', { headers: { 'content-type': 'text/html' }, body: html });
  await composition.choose('Bluesky', 'Mastodon');
  await composition.text.fill(`Read ${link}`);
  const card = page.getByRole('region', { name: `Card of ${link}` });
  await card.getByText('Version 1.4').waitFor();
  await card.getByText('What is new').waitFor();
  await expectGoodLook(page, 'write-card');
  await composition.text.fill(`Read ${site.url}/missing`);
  await visitor.seeText(
    /^The link would have no card: the page .*\/missing could not be used: its server answered 404\.$/,
  );
  expect(await card.count()).toBe(0);
});
