import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { beginComposition } from './support/composition.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';

const FILES = join(import.meta.dirname, '../../../rules/tests/look/files');
const LONG_NAME = 'IMG_20260703_183422_evening_at_the_harbor_with_everybody_in_one_picture.HEIC';

test('each added file is shown and checked as what its bytes are, and a sound file is refused by its name', {
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

  const note = `${LONG_NAME} is HEIC; it will be converted to JPEG.`;
  await composition.check('LinkedIn').getByText(note, { exact: true }).waitFor();
  await composition.check('YouTube').getByText('Left out: 2 images.').waitFor();
  await composition
    .check('Bluesky')
    .getByText(/^dance\.gif is animated, and Bluesky shows no animated GIF; /)
    .waitFor();
  await expect.poll(() => uploads, { message: 'the sound file is not uploaded' }).toEqual(['POST', 'POST']);
  await expectGoodLook(page, 'write-files', { isCrossed: true });

  await page.getByRole('button', { name: 'Publish now' }).click();
  const problems = page.getByRole('alert').filter({ hasText: 'Not sent' });
  await problems.getByText('A file was not uploaded').waitFor();
  await problems.getByText(/^Bluesky: dance\.gif is animated, /).waitFor();
  for (const name of ['interview.mp4', 'dance.gif']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  await problems.waitFor({ state: 'detached' });
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
