import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniqueText, useStack } from '@social/testkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['bluesky', 'microblog'] });

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../rules/tests/look/files', name));
/** A JPEG that tells its place and device. */
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a04' } })
    .withExif({
      IFD0: { Make: 'Pear', Model: 'Pear 99', Artist: 'Ada', Copyright: 'Ada 2026' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer();

async function upload(body: Uint8Array, name: string): Promise<string> {
  return (
    await workspace.api('POST', `/api/v1/media?name=${name}`, { body, headers: { 'content-type': 'image/jpeg' } })
  ).body.url;
}

async function sentTo(platform: string, post: { readonly text: string }): Promise<Buffer> {
  const sent = (await stack.sandbox.posts()).find(({ text }) => text === post.text)?.media[0];
  expect(sent, platform).toBeDefined();
  return Buffer.from(await (await fetch(`${stack.sandboxUrl}/_sandbox/media/${sent?.sha256}`)).arrayBuffer());
}

test('a picture is sent without its place and device, with its pixels, copyright and creator', async () => {
  const bytes = await photo();
  expect(bytes.includes('Pear 99')).toBe(true);
  const url = await upload(bytes, 'stand.jpg');
  const post = { text: uniqueText('Told'), platforms: ['bluesky'], media: [{ url }] };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked.platformResults.bluesky.note).toBe('stand.jpg will be sent without its place and device.');
  const { body } = await workspace.publish(post);
  expect(body.platformResults.bluesky.note).toBe('stand.jpg was sent without its place and device.');
  const sent = await sentTo('bluesky', post);
  for (const word of ['Pear', 'GPS']) expect(sent.includes(word)).toBe(false);
  for (const kept of ['Ada', 'Ada 2026']) expect(sent.includes(kept)).toBe(true);
  expect((await sharp(sent).metadata()).exif?.includes('Pear')).not.toBe(true);
  const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
  expect(await pixels(sent)).toEqual(await pixels(bytes));
});

test('with fitMedia: false its bytes stay, as a dry run says', async () => {
  const bytes = await photo();
  const url = await upload(bytes, 'raw.jpg');
  const post = { text: uniqueText('Raw'), platforms: ['microblog'], media: [{ url }], fitMedia: false };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked.platformResults.microblog.note).toBe(
    'raw.jpg tells its place and device, and stays so, since "fitMedia" is false.',
  );
  await workspace.publish(post);
  expect(await sentTo('microblog', post)).toEqual(bytes);
});

test('a picture that tells nothing is sent as it is', async () => {
  const bytes = file('plain.jpg');
  const url = await upload(bytes, 'plain.jpg');
  const post = { text: uniqueText('Plain'), platforms: ['microblog'], media: [{ url }] };
  const { body } = await workspace.publish(post);
  expect(body.platformResults.microblog.note).toBeUndefined();
  expect(await sentTo('microblog', post)).toEqual(bytes);
});
