import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePng, startFileServer, uniqueText } from '@social/testkit';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const FILES = join(import.meta.dirname, '../../../rules/tests/look/files');
const LONG_NAME = 'IMG_20260703_183422_evening_at_the_harbor_with_everybody_in_one_picture.HEIC';

test('each added file is shown and checked as what its bytes are, and a sound file and a cut picture are refused by name', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'video', 'bluesky'] });
  await composition.choose('LinkedIn', 'YouTube', 'Bluesky');
  // An address wider than a phone.
  await composition.text.fill(`With files of every kind https://example.com/${'a'.repeat(150)}`);
  const uploads: (string | null)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/media') uploads.push(request.method());
  });
  // A phone may name its pictures and sounds as it likes.
  await composition.give(
    { name: LONG_NAME, mimeType: '', buffer: readFileSync(join(FILES, 'wide-gamut.heic')) },
    { name: 'dance.gif', mimeType: 'image/gif', buffer: readFileSync(join(FILES, 'animated.gif')) },
    { name: 'interview.mp4', mimeType: 'video/mp4', buffer: readFileSync(join(FILES, 'sound-only.mp4')) },
    { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: readFileSync(join(FILES, 'plain.jpg')).subarray(0, -1) },
  );

  const picture = composition.file(LONG_NAME);
  await picture.getByText('HEIC picture').waitFor();
  await picture.getByText(/^Picture, 1\.\d KiB$/).waitFor();
  await picture.getByText('Converted: LinkedIn and Bluesky').waitFor();
  await picture.getByText('Left out: YouTube').waitFor();
  const animation = composition.file('dance.gif');
  await animation.getByText(/^Animation, /).waitFor();
  await animation.getByText('Not taken: Bluesky').waitFor();
  const sound = composition.file('interview.mp4');
  await sound.getByText('Not uploaded. interview.mp4 is a sound file; networks take pictures and videos.').waitFor();
  expect(await sound.getByText(/^Video/).count()).toBe(0);
  const cut = composition.file('cut.jpg');
  await cut.getByText('Not uploaded. cut.jpg is not a whole picture; check the file.').waitFor();
  await page.getByRole('button', { name: 'Remove cut.jpg' }).click();

  const note = `${LONG_NAME} is HEIC; it will be converted to JPEG.`;
  await composition.check('LinkedIn').getByText(note, { exact: true }).waitFor();
  await composition.check('YouTube').getByText('Left out: 2 images.').waitFor();
  await composition
    .check('Bluesky')
    .getByText(/^dance\.gif is animated, and Bluesky shows no animated GIF; /)
    .waitFor();
  await expect.poll(() => uploads, { message: 'refused files are not uploaded' }).toEqual(['POST', 'POST']);
  await expectGoodLook(page, 'write-files', { isCrossed: true });

  await page.getByRole('button', { name: 'Publish now' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await problems.getByText('A file was not uploaded').waitFor();
  await problems.getByText(/^Bluesky: dance\.gif is animated, /).waitFor();
  for (const name of ['interview.mp4', 'dance.gif']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await problems.waitFor({ state: 'detached' });
});

test('a document is shown by its name and size, and goes out to the network that takes it', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet', 'bluesky'] });
  await composition.choose('LinkedIn', 'Bluesky');
  const text = uniqueText('With a document');
  await composition.text.fill(text);
  const buffer = Buffer.from(`%PDF-1.7\n${'x'.repeat(4_000)}\n%%EOF\n`);
  await composition.give({ name: 'Release notes.pdf', mimeType: 'application/pdf', buffer });
  const document = composition.file('Release notes.pdf');
  await document.getByText('PDF document', { exact: true }).waitFor();
  await document.getByText('Document, 3.9 KiB').waitFor();
  await document.getByText('Left out: Bluesky').waitFor();
  expect(await document.getByLabel('Description for people who cannot see it').count()).toBe(0);
  await composition.check('Bluesky').getByText('Left out: 1 document.').waitFor();
  await composition
    .check('LinkedIn')
    .getByText(/^LinkedIn takes documents of up to 300 pages/)
    .waitFor();
  await expectGoodLook(page, 'write-document', { isCrossed: true });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('link', { name: 'See the post' }).click();
  await page.getByText('Release notes.pdf, 3.9 KiB').waitFor();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await expectGoodLook(page, 'post-document');
  const posts = (await server.sandbox.posts('linkedin')).filter((post) => post.text === text);
  expect(posts).toMatchObject([{ media: [{ type: 'application/pdf', fileName: 'Release notes' }] }]);
});

test('a file that could not be looked at is kept and uploaded', async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await page.route('**/assets/look-worker-*', (route) => route.abort());
  visitor.expectComplaint('net::ERR_FAILED');
  await composition.choose('LinkedIn');
  await composition.add(composition.photo('view.jpg'));
  await composition
    .file('view.jpg')
    .getByText(/^Picture, /)
    .waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('Write a text.').waitFor();
  expect(await page.getByText('still being uploaded').count()).toBe(0);
});

test('files of other servers are copied for a scheduled post where that is chosen, also in its draft', {
  timeout: LOOKING_TIMEOUT_MS,
}, async ({ visitor, server }) => {
  const { page } = visitor;
  await using files = await startFileServer();
  const address = files.serve(`/${'long-name-'.repeat(36)}.png`, { body: samplePng(31) });
  const composition = await beginComposition(visitor, server, { platforms: ['profnet'] });
  await composition.choose('LinkedIn');
  const text = uniqueText('With a copy');
  await composition.text.fill(text);
  await composition.add(composition.photo('view.jpg'));
  const copy = page.getByRole('checkbox', { name: 'Copy files now, in case their addresses expire' });
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  expect(await copy.count(), 'an uploaded file needs no copy').toBe(0);
  await page.getByLabel('Or the address of a file on the web').fill(address);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await copy.check();
  await page.getByRole('radio', { name: 'Now', exact: true }).check();
  expect(await copy.count(), 'what is published at once copies nothing').toBe(0);
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  await expectGoodLook(page, 'write-copies');

  await page.getByRole('button', { name: /^Save (as draft|now)$/ }).click();
  await page.waitForURL('**/write?draft=*');
  const draft = `/api/v1/drafts/${new URL(page.url()).searchParams.get('draft')}`;
  const isCopied = async () => (await visitor.read(draft)).body['copyMedia'] ?? false;
  await expect.poll(isCopied).toBe(true);
  await copy.uncheck();
  await expect.poll(isCopied).toBe(false);
  await copy.check();
  await expect.poll(isCopied).toBe(true);
  await page.reload();
  await copy.waitFor();
  expect(await copy.isChecked()).toBe(true);
  await page.getByText(/^Costs \d+ credits?; /).waitFor();

  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByRole('link', { name: 'See the post' }).click();
  await page.getByText('Copied: the post no longer needs its address').waitFor();
  expect((await visitor.read('/api/v1/posts')).body).toMatchObject({ posts: [{ text, copyMedia: true }] });
  await expectGoodLook(page, 'post-copied');
});
