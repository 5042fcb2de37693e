import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePng, uniqueText } from '@social/testkit';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { startDashboard } from './support/dashboard-server.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

/** On this server an account has two credits, or fifty on the larger plan, and may use everything. */
// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs: none
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const directory = mkdtempSync(join(tmpdir(), 'social-plans-'));
  const SOCIAL_PLANS_FILE = join(directory, 'plans.json');
  const [free, pro] = [2, 50].map((monthlyCredits) => ({
    label: `${monthlyCredits} a month`,
    price: 5,
    monthlyCredits,
  }));
  writeFileSync(SOCIAL_PLANS_FILE, JSON.stringify({ free, pro }));
  const server = await startDashboard({ SOCIAL_PLANS_FILE });
  onCleanup(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return server;
});

test('retries only the platform that failed, shows how far each is while the post is being sent, and lets the reader settle an unknown result', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'socialnet'], plan: 'pro' });
  const text = uniqueText('In two steps');
  await composition.choose('LinkedIn', 'Facebook');
  await composition.text.fill(text);
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Partly published');
  await visitor.seeText('1 of 2 published, 1 failed; 1 credit charged.');
  const results = page.getByRole('list', { name: 'Results' });
  await results.getByText('Not published').waitFor();
  await expectGoodLook(page, 'write-partly');

  await page.getByRole('button', { name: 'Retry what failed' }).click();
  await visitor.seeHeading('Published');
  await page.getByRole('status').getByText('2 of 2 published; 2 credits charged.').waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('2 of 2 published; 2 credits charged.');
  const accepted = (await server.sandbox.posts()).filter((post) => post.text === text);
  expect(accepted.map(({ network }) => network).sort()).toEqual(['facebook', 'linkedin']);

  await page.getByRole('button', { name: 'Write another' }).click();
  await composition.choose('LinkedIn', 'Facebook');
  await composition.text.fill(uniqueText('One after the other'));
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs: 3_000 });
  await page.getByRole('button', { name: 'Publish now' }).click();
  const onTheWay = page.getByRole('list', { name: 'Platforms being sent to' }).getByRole('listitem');
  await onTheWay.filter({ hasText: 'Facebook' }).getByText('Published').waitFor();
  expect(await onTheWay.filter({ hasText: 'LinkedIn' }).textContent()).toContain('Sandbox Owner · LinkedInBeing sent');
  await visitor.seeHeading('Published');

  // By the address of the post.
  await page.getByRole('button', { name: 'Write another' }).click();
  const lost = uniqueText('Lost on the way');
  await composition.account('Facebook').uncheck();
  await composition.choose('LinkedIn');
  await composition.text.fill(lost);
  await server.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Not known whether it was published');
  await page.getByRole('button', { name: 'It is there (1 credit)' }).click();
  await visitor.seeText('Paste the address of the post, or its id.');
  await expectGoodLook(page, 'write-unknown');

  const [{ id } = { id: '' }] = (await server.sandbox.posts('linkedin')).filter((post) => post.text === lost);
  const address = `https://www.linkedin.com/feed/update/${encodeURIComponent(id)}/?source=copy`;
  await page.getByLabel('Address or id of the post').fill(address);
  await page.getByRole('button', { name: 'It is there (1 credit)' }).click();
  await visitor.seeHeading('Published');
  await visitor.seeText('1 of 1 published; 1 credit charged.');
  const { body } = await visitor.read('/api/v1/posts');
  expect(body).toMatchObject({ posts: [{ platformResults: { profnet: { ok: true, platformPostId: id } } }, {}, {}] });
});

test('counts weighted characters, says when credits do not suffice and why a file was not uploaded, and uploads it on the next try', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['microblog', 'profnet', 'photonet'] });
  await composition.choose('X');
  await composition.text.fill('👋 see https://example.com/a/long/address/that/counts/23');
  const counters = page.getByRole('list', { name: 'Length of the text' });
  await counters.getByText('X: 30 of 280 characters', { exact: true }).waitFor();
  await page.getByRole('alert').getByText('The post costs 3 credits, and 2 credits are left.').waitFor();
  visitor.expectRefusal('402 /api/v1/posts');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeText('Nothing was sent, stored or charged; what you wrote is still here.');
  expect(await visitor.read('/api/v1/posts')).toMatchObject({ body: { posts: [] } });

  await composition.account('X').uncheck();
  await composition.choose('LinkedIn', 'Instagram');
  await composition.text.fill('With files');
  const bytesOf = (png: Buffer) => `Uint8Array.from([${[...png]}])`;
  await hand(page, 'paste', 'poster.png', `${bytesOf(samplePng(1))}, new ArrayBuffer(${21 * 1024 * 1024})`);
  await composition.file('poster.png').getByText('no platform takes a picture larger than 20 MiB').waitFor();
  await hand(page, 'drop', 'half.png', bytesOf(samplePng(2).subarray(0, 50)));
  await composition.file('half.png').getByText('is not a whole picture; check the file').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('2 files were not uploaded').waitFor();
  for (const name of ['poster.png', 'half.png']) await page.getByRole('button', { name: `Remove ${name}` }).click();

  await page.route('**/api/v1/media?*', (route) => route.abort(), { times: 1 });
  await hand(page, 'paste', 'pasted.png', bytesOf(samplePng(3)));
  await composition.file('pasted.png').getByText('The server did not answer').waitFor();
  visitor.expectComplaint('net::ERR_FAILED');
  await expectGoodLook(page, 'write-upload-failed');
  await page.getByRole('button', { name: 'Try again: pasted.png' }).click();
  await composition.file('pasted.png').getByText('Not uploaded').waitFor({ state: 'detached' });
  const checks = page.getByRole('list', { name: 'Checks before sending' });
  await checks.getByText('pasted.png is PNG; it will be converted to JPEG.').waitFor();

  await page.getByLabel('Or the address of a file on the web').fill('not an address');
  await page.getByLabel('Or the address of a file on the web').press('Enter');
  await visitor.seeText('It must be a whole address');
  await page.getByRole('button', { name: 'Remove pasted.png' }).click();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Choose files');
});

test('posts once although the answer was lost and the page was loaded again', async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  const text = uniqueText('Once');
  await composition.choose('LinkedIn');
  await page.route('**/api/v1/posts?dryRun=true', (route) => route.abort());
  await composition.text.fill(text);
  await visitor.seeText('The server could not check it: The server did not answer');
  await page.route('**/api/v1/posts', async (route: Route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('It is not known whether it was sent.').waitFor();
  await page.unrouteAll();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.getByText('Costs 1 credit; 1 left.').waitFor();
  // The page repeats the check for as long as its route is cut.
  visitor.expectComplaint('net::ERR_FAILED');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  const accepted = (await server.sandbox.posts()).filter((post) => post.text === text);
  expect(accepted).toHaveLength(1);
  const { body } = await visitor.read('/api/v1/posts');
  expect(body['posts']).toHaveLength(1);
});

/**
 * Pastes a picture into the text, as a screenshot comes from the clipboard, or drops it next to the button.
 * @param bytes expressions that make its parts in the page
 */
async function hand(page: Page, how: 'paste' | 'drop', name: string, bytes: string): Promise<void> {
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${bytes}], ${JSON.stringify(name)}, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
      const event = ${how === 'paste' ? "new ClipboardEvent('paste', options)" : "new DragEvent('drop', options)"};
      const target = document.querySelector(${how === 'paste' ? "'textarea'" : "'[data-file-drop]'"});
      target.dispatchEvent(event);
    })()`,
  );
}
