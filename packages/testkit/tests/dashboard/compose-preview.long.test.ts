import { samplePng, uniqueText } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition, Composition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import { hearingProblems, isField, readAloud } from './support/screen-reader.ts';

test('draws the post as the readers of each network see it, and a tab where a network gets another text', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'mastodon'] });
  const previewOf = (network: string) => page.getByRole('region', { name: `Preview for ${network}` });
  await composition.choose('LinkedIn', 'Mastodon');
  await visitor.seeText('2 accounts chosen');
  const end = 'read on behind the fold';
  await composition.text.fill(`#Launch, see https://example.com/notes ${'word '.repeat(30)} ${end}`);
  await composition.addPart('The second part');
  for (const network of ['LinkedIn', 'Mastodon']) {
    await previewOf(network).getByText('Sandbox Owner').first().waitFor();
    await previewOf(network).getByText('#Launch', { exact: true }).waitFor();
    await previewOf(network).getByText('https://example.com/notes', { exact: true }).waitFor();
  }
  const spoken = await readAloud(page);
  expect(hearingProblems(spoken)).toEqual([]);
  const inOrder = ['Sandbox Owner · LinkedIn', 'Text', 'Choose files', 'Now', 'Labels', 'Publish now'];
  const reached = spoken.filter(({ name, role }) => inOrder.includes(name) && (role === 'button' || isField({ role })));
  expect(reached.map(({ name }) => name)).toEqual(inOrder);
  // Nobody who fills in the form hears the previews as a part of it, nor again with each key.
  const preview = spoken.filter(({ within }) => within.includes('region Preview for LinkedIn'));
  expect(preview.map(({ name }) => name).join(' ')).toContain('#Launch');
  expect(
    preview.filter((each) => isField(each) || each.within.some((of) => /^(group The post|status|log)/.test(of))),
  ).toEqual([]);
  // LinkedIn folds, and joins the parts; Mastodon says nothing of a fold, and has replies.
  const more = previewOf('LinkedIn').getByRole('button', { name: '… more' });
  expect(await previewOf('LinkedIn').textContent()).not.toContain(end);
  await more.click();
  expect(await previewOf('LinkedIn').textContent()).toContain('The second part');
  expect(await previewOf('Mastodon').textContent()).toContain(end);
  await previewOf('Mastodon').getByText('2 of 2').waitFor();
  await visitor.seeText('The lengths and this check are what counts.');

  await composition.customize('Mastodon', 'Only for the fediverse');
  await previewOf('Mastodon').getByText('Only for the fediverse').waitFor();
  expect(await previewOf('LinkedIn').textContent()).not.toContain('fediverse');
  await expectGoodLook(page, 'write-preview');
  await page.getByRole('button', { name: 'Use the common text again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use the common text' }).click();
  await composition.text.and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('files are thumbnails that are described on the picture and ordered by drag', async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'video'] });
  await composition.choose('LinkedIn', 'YouTube');
  await composition.text.fill('With pictures');
  const pictures = ['one.png', 'two.png', 'three.png'].map((name, index) => ({
    ...{ name, mimeType: 'image/png', buffer: samplePng(31 + index) },
  }));
  await composition.add(...pictures);
  await composition.file('two.png').getByLabel('Description for people').fill('The second');
  await page.getByRole('region', { name: 'Preview for LinkedIn' }).getByRole('img', { name: 'The second' }).waitFor();
  await composition.file('one.png').getByText('Left out: YouTube').waitFor();
  // A browser scrolls nothing while the pointer is at rest.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const handle = composition.file('three.png').locator('[draggable=true]');
  await handle.dragTo(composition.file('one.png'), { targetPosition: { x: 60, y: 60 } });
  await expect.poll(() => composition.fileNames()).toEqual(['three.png', 'one.png', 'two.png']);
  await page.getByRole('status').getByText('three.png is now 1 of 3').waitFor();
});

test('schedules for the next free slot, with labels, and tells the time elsewhere', async ({ visitor, server }) => {
  const { page, context } = visitor;
  await visitor.enroll();
  const { profiles } = (await visitor.read('/api/profiles')).body as { profiles: { id: string }[] };
  const slots = { timeZone: 'Europe/Berlin', times: [{ weekday: 'monday', time: '09:00' }] };
  const put = await context.request.put(`/api/profiles/${profiles[0]?.id}/slots`, { data: slots });
  expect(put.status(), await put.text()).toBe(200);
  const { slots: free } = (await visitor.read('/api/v1/slots?free=true&limit=1')).body as { slots: { at: string }[] };
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const composition = new Composition(page);
  await composition.open();
  await composition.choose('LinkedIn');
  const text = uniqueText('In a slot');
  await composition.text.fill(text);
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  await page.getByLabel('Date and time', { exact: true }).fill('2031-01-06T09:00');
  await visitor.seeText('09:00 in Berlin · 08:00 in London · 03:00 in New York · 17:00 in Tokyo');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await visitor.seeText('09:00 in Tokyo · 00:00 in London · 19:00 (5 Jan) in New York');
  await page.getByRole('radio', { name: 'In the next free slot' }).check();
  await visitor.seeText(/^09:00 in Berlin/);
  await page.getByLabel('Labels', { exact: true }).fill('#Launch');
  await page.getByLabel('Labels', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Remove the label launch' }).waitFor();
  await expectGoodLook(page, 'write-slot');
  await page.getByLabel('Labels', { exact: true }).fill('fair');
  await page.getByLabel('Labels', { exact: true }).press('Control+Enter');
  await visitor.seeHeading('Scheduled');
  const { posts } = (await visitor.read('/api/v1/posts')).body as { posts: { scheduledFor: string }[] };
  expect(posts).toMatchObject([{ text, labels: ['launch', 'fair'] }]);
  expect(Date.parse(posts[0]?.scheduledFor ?? '')).toBe(Date.parse(free[0]?.at ?? ''));
});

test('on a phone with its keyboard open, the post can be written and sent', async ({ visitor, server }) => {
  const { page } = visitor;
  await page.setViewportSize({ width: 320, height: 330 });
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  await composition.text.click();
  await page.keyboard.type('By thumb');
  const button = await page.getByRole('button', { name: 'Publish now' }).boundingBox();
  expect(button && button.y + button.height).toBeLessThanOrEqual(330);

  // The keyboard of an iPhone lies over the page, whose own height it leaves alone.
  await page.setViewportSize({ width: 320, height: 640 });
  const bar = page.locator('form > div').filter({ has: page.getByRole('button', { name: 'Publish now' }) });
  const lowerEdge = async () => {
    const box = await bar.boundingBox();
    return box && Math.round(box.y + box.height);
  };
  await expect.poll(lowerEdge).toBe(640);
  await page.evaluate(`
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: 300 });
    visualViewport.dispatchEvent(new Event('resize'));
  `);
  await expect.poll(lowerEdge).toBeLessThanOrEqual(300);
  await page.evaluate(`
    delete visualViewport.height;
    visualViewport.dispatchEvent(new Event('resize'));
  `);
  await expect.poll(lowerEdge).toBe(640);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
});
