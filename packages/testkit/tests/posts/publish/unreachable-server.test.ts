import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { phoneMovie } from '../../../../rules/tests/strip/crafted-videos.ts';
import { phonePhoto, plainJpeg } from '../../media/photos.ts';

const { stack, workspace } = useStack({ connect: ['photonet', 'shortvideo', 'bluesky'] });
const files = useResource(startFileServer);

// Networks cannot fetch files from an address of a private network.
beforeAll(() => stack.restart({ SOCIAL_BASE_URL: 'http://192.168.7.7:8787', SOCIAL_INSECURE_HTTP: 'true' }));

const silent = () => readFileSync(join(import.meta.dirname, '../../../../rules/tests/look/files/silent.mp4'));
const FILES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'plain.jpg': () => plainJpeg(600, 600),
  'phone.jpg': phonePhoto,
  'clip.mp4': async () => phoneMovie({ brand: 'mp42' }),
  'silent.mp4': async () => silent(),
};

/** Checks and publishes a file, and returns both results of a platform. */
async function bothOf(platform: string, url: string, more: object = {}) {
  const post = { text: uniqueText('Unreachable'), platforms: [platform], media: [{ url }], ...more };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  const { body: sent } = await workspace.publish(post);
  return [checked, sent].map(({ platformResults }) => platformResults[platform]);
}

async function addressOf(name: string, isUploaded: boolean): Promise<string> {
  const body = Buffer.from(await FILES[name]!());
  if (!isUploaded) return files.serve(`/${uniqueText('at').replaceAll(/\W/g, '')}/${name}`, { body, inParts: true });
  const headers = { 'content-type': 'application/octet-stream' };
  return (await workspace.api('POST', `/api/v1/media?name=${name}`, { body, headers })).body.url;
}

describe('where networks cannot fetch from the server', () => {
  const cases = Object.keys(FILES).flatMap((name) =>
    [true, false].flatMap((isUploaded) => [true, false].map((fitMedia) => ({ name, isUploaded, fitMedia }))),
  );
  test.each(cases)('a dry run says of $name what the publish does', async ({ name, isUploaded, fitMedia }) => {
    const url = await addressOf(name, isUploaded);
    for (const platform of ['photonet', 'shortvideo', 'bluesky']) {
      const [checked, sent] = await bothOf(platform, url, { fitMedia });
      expect({ platform, ok: checked.ok, error: checked.error }).toEqual({ platform, ok: sent.ok, error: sent.error });
    }
  });

  test('a network that fetches refuses an upload with the way out', async () => {
    const [checked, sent] = await bothOf('photonet', await addressOf('plain.jpg', true));
    const error =
      'plain.jpg has no public https address from which Instagram can fetch it; set SOCIAL_BASE_URL to one, or send a file at a public address as it is with "fitMedia": false';
    expect(checked).toMatchObject({ ok: false, code: 'media_refused', error });
    expect(sent).toMatchObject({ ok: false, code: 'media_refused', error });
  });
});
