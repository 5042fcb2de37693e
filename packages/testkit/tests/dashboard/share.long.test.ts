import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { Composition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';
import type { Visitor } from './support/visitor.ts';

const WORKER_IS_ACTIVE = `navigator.serviceWorker.getRegistration('/share').then((found) => found?.active?.state === 'activated')`;

/** Shares a text and a picture as the system does for an installed page: with a form of several parts, for the share target. */
async function share({ page }: Visitor, { text, file }: { text: string; file: string }): Promise<void> {
  await page.goto('/calendar');
  await expect.poll(() => page.evaluate<boolean>(WORKER_IS_ACTIVE)).toBe(true);
  await submit(page, { text, file });
  await page.waitForURL('**/share');
}

async function submit(page: Page, { text, file }: { text: string; file: string }): Promise<void> {
  await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    canvas.getContext('2d').fillRect(8, 8, 40, 40);
    canvas.toBlob((blob) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = '/share';
      const add = (name, type) => Object.assign(form.appendChild(document.createElement('input')), { name, type });
      add('title', 'hidden').value = ${JSON.stringify(text)};
      add('text', 'hidden').value = '';
      add('url', 'hidden').value = 'https://news.example/1';
      const files = new DataTransfer();
      files.items.add(new File([blob], ${JSON.stringify(file)}, { type: 'image/png' }));
      add('media', 'file').files = files.files;
      document.body.append(form);
      form.submit();
    });
  })()`);
}

test('what another app shares is shown first, and goes into a draft', { timeout: LOOKING_TIMEOUT_MS }, async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['bluesky'] });
  await share(visitor, { text: 'From my phone', file: 'sunset.png' });
  await visitor.seeHeading('Share');
  await visitor.seeText('From my phone');
  await page.getByRole('list', { name: 'Shared files' }).getByText('sunset.png').waitFor();
  await expectGoodLook(page, 'share');
  // Until the server has the picture, it stays where it was shared.
  await page.route('**/api/v1/media?*', () => undefined);
  const putIntoDraft = async () => {
    await page.getByRole('button', { name: 'Put it into a draft' }).click();
    await page.waitForURL('**/write*');
    await composition.file('sunset.png').waitFor();
    expect(await composition.text.inputValue()).toBe('From my phone\nhttps://news.example/1');
  };
  const composition = new Composition(page);
  await putIntoDraft();
  await page.goto('/share');
  await page.getByRole('list', { name: 'Shared files' }).getByText('sunset.png').waitFor();
  expect(await page.getByText('From my phone').count()).toBe(0);
  await page.unroute('**/api/v1/media?*');
  await putIntoDraft();
  await composition
    .file('sunset.png')
    .getByText(/upload|checking|Waits/)
    .waitFor({ state: 'detached' });
  await page.goto('/share');
  await visitor.seeText('Nothing was shared');

  // The page can be installed: its manifest names pictures that are there, and what it takes from other apps.
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    start_url: '/',
    display: 'standalone',
    share_target: { action: '/share', method: 'POST' },
  });
  for (const { src, sizes, type } of manifest.icons) {
    const size = await page.evaluate(`new Promise((resolve, reject) => {
      const icon = new Image();
      icon.onload = () => resolve(icon.naturalWidth + 'x' + icon.naturalHeight);
      icon.onerror = reject;
      icon.src = ${JSON.stringify(src)};
    })`);
    expect({ size, type }).toEqual({ size: sizes, type: 'image/png' });
  }
});

test('what was shared twice waits for the person to sign in, and is gone after Discard or a sign-out', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await share(visitor, { text: 'Not this one', file: 'blurred.png' });
  await share(visitor, { text: 'Nor this', file: 'dark.png' });
  // Ends the reads of the page, which would be refused.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/share');
  await visitor.seeHeading('Sign in');
  await visitor.fillCredentials('Sign in');
  await visitor.seeHeading('Share');
  await visitor.seeText('Not this one');
  const files = page.getByRole('list', { name: 'Shared files' }).getByRole('listitem');
  expect(await files.allTextContents()).toEqual([
    expect.stringMatching(/^blurred\.png/),
    expect.stringMatching(/^dark\.png/),
  ]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await visitor.seeText('Nothing was shared');

  await share(visitor, { text: 'For me alone', file: 'private.png' });
  await visitor.signOut();
  await visitor.fillCredentials('Sign in');
  await page.getByRole('button', { name: `Account ${visitor.email}` }).waitFor();
  await page.goto('/share');
  await visitor.seeText('Nothing was shared');
});

test('what this device did not keep is said to be lost, and the next time it is kept', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.enroll();
  await page.goto('/calendar');
  await expect.poll(() => page.evaluate<boolean>(WORKER_IS_ACTIVE)).toBe(true);
  await page.evaluate(`navigator.serviceWorker.getRegistration('/share').then((found) => found.unregister())`);
  await submit(page, { text: 'Lost', file: 'lost.png' });
  await visitor.seeText('This device did not keep what was shared');
  expect(await page.getByText('Lost').count()).toBe(0);
  // The device has room for the text, and none for the picture.
  await page.goto('/calendar');
  await expect.poll(() => page.evaluate<boolean>(WORKER_IS_ACTIVE)).toBe(true);
  await page
    .context()
    .serviceWorkers()
    .at(-1)
    ?.evaluate(`{
    const put = Cache.prototype.put;
    Cache.prototype.put = function (key, answer) {
      if (!key.startsWith('/share/files/')) return put.call(this, key, answer);
      Cache.prototype.put = put;
      return Promise.reject(new DOMException('', 'QuotaExceededError'));
    };
  }`);
  await submit(page, { text: 'Half of it', file: 'large.png' });
  await visitor.seeText('This device did not keep what was shared');
  expect(await page.getByText('Half of it').count()).toBe(0);
  await share(visitor, { text: 'Kept', file: 'kept.png' });
  await visitor.seeText('Kept');
  expect(await page.getByText('Half of it').count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
});
