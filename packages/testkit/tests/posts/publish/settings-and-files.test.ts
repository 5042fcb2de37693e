import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { MP4_HEAD } from '../../../../platforms/tests/support/media-samples.ts';

const { stack, workspace } = useStack({ connect: ['photonet', 'socialnet', 'shortvideo'] });
const files = useResource(startFileServer);

const picture = () => {
  const body = readFileSync(join(import.meta.dirname, '../../../../rules/tests/look/files/plain.jpg'));
  return { url: files.serve('/plain.jpg', { body }) };
};
/** Lasts ten seconds. */
const upright = () => ({ url: files.serve('/upright.mp4', { body: Buffer.concat([MP4_HEAD, Buffer.alloc(5000)]) }) });
const landscape = () => {
  const head = MP4_HEAD.toString('hex').replace('02d0000005000000', '0780000004380000').replace('02d00500', '07800438');
  const body = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(5000)]);
  return { url: files.serve('/landscape.mp4', { body }) };
};

test.each([
  ['photonet', { type: 'reel' }, () => [picture()], 'the type reel needs one video'],
  ['photonet', { type: 'feed', shareToFeed: false }, () => [upright()], 'shareToFeed false does not'],
  ['photonet', { coverMs: 10_000 }, () => [upright()], 'the coverMs must be below 10000'],
  ['socialnet', { type: 'reel' }, () => [landscape()], 'landscape.mp4 is 1920 × 1080 pixels'],
  ['shortvideo', { coverIndex: 5 }, () => [picture(), picture(), picture()], 'no photo at coverIndex 5'],
  ['shortvideo', { coverMs: 10_000 }, () => [upright()], 'no frame at coverMs 10000'],
] as const)(
  '%s refuses %j with files that do not fit, in the dry run as in the publish',
  async (platform, own, media, words) => {
    const post = { text: uniqueText('Fitting'), platforms: [platform], media: media(), settings: { [platform]: own } };
    for (const dryRun of [true, false]) {
      const { body } = await workspace.publish({ ...post, dryRun });
      expect(body.platformResults[platform]).toMatchObject({ ok: false, error: expect.stringContaining(words) });
    }
    expect(await stack.sandbox.posts()).toEqual([]);
  },
);

test.each([
  ['photonet', { type: 'reel' }],
  ['photonet', { coverMs: 10_000 }],
  ['socialnet', { type: 'reel' }],
  ['shortvideo', { coverIndex: 5, coverMs: 10_000 }],
] as const)('%s with %j is ready where the file was not looked at', async (platform, own) => {
  const media = [{ url: 'https://files.example.invalid/film' }];
  const post = { text: uniqueText('Fitting'), platforms: [platform], media, settings: { [platform]: own } };
  expect((await workspace.publish({ ...post, dryRun: true })).body.outcome).toBe('ready');
});
