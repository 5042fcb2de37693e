import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['bluesky', 'microblog', 'socialnet'] });
const files = useResource(startFileServer);

/** Files that the tests of the look at files describe. */
const FILES = join(import.meta.dirname, '../../../rules/tests/look/files');
const file = (name: string) => readFileSync(join(FILES, name));
const upload = (body: Uint8Array) =>
  workspace.api('POST', '/api/v1/media', { body, headers: { 'content-type': 'application/octet-stream' } });

interface Embed {
  readonly aspectRatio?: object;
  readonly images?: readonly { readonly aspectRatio?: object }[];
}

/** Publishes a file to Bluesky. @returns what its record shows */
async function embedOf(url: string): Promise<Embed | undefined> {
  const { body } = await workspace.publish({ text: uniqueText('Seen'), platforms: ['bluesky'], media: [{ url }] });
  expect(body.platformResults.bluesky).toMatchObject({ ok: true });
  const [, , repo = '', collection = '', rkey = ''] = body.platformResults.bluesky.platformPostId.split('/');
  const query = new URLSearchParams({ repo, collection, rkey });
  const answer = await fetch(`${stack.sandboxUrl}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`);
  const { value } = (await answer.json()) as { value: { embed?: Embed } };
  return value.embed;
}

describe('a file is seen as people see it', () => {
  test.each([
    ['silent.mp4', { kind: 'video', contentType: 'video/mp4', width: 64, height: 96, duration: 2 }],
    ['phone.mov', { kind: 'video', contentType: 'video/quicktime', width: 96, height: 64, duration: 2 }],
    ['portrait.jpg', { kind: 'image', contentType: 'image/jpeg', width: 300, height: 400 }],
    ['alpha.avif', { kind: 'image', contentType: 'image/avif', width: 40, height: 30 }],
    ['film.mpg', { kind: 'video', contentType: 'video/mpeg' }],
  ])('the upload of %s', async (name, expected) => {
    expect(await upload(file(name))).toMatchObject({ status: 201, body: expected });
  });

  test('a turned video has the shape of the turned one at Bluesky, uploaded or fetched', async () => {
    const turned = { width: 96, height: 64 };
    expect((await embedOf((await upload(file('turned.mp4'))).body.url))?.aspectRatio).toEqual(turned);
    const address = files.serve('/turned.mp4', { body: file('turned.mp4') });
    expect((await embedOf(address))?.aspectRatio).toEqual(turned);
  });

  test('a turned picture has the shape of the turned one at Bluesky', async () => {
    const embed = await embedOf((await upload(file('portrait.jpg'))).body.url);
    expect(embed?.images?.[0]?.aspectRatio).toEqual({ width: 300, height: 400 });
  });
});

describe('what is neither a picture nor a video', () => {
  test.each(['sound.m4a', 'sound.mp3', 'sound-only.mp4', 'sound.mka'])('%s is not stored', async (name) => {
    const error = 'The file is a sound file; networks take pictures and videos';
    expect(await upload(file(name))).toMatchObject({ status: 415, body: { error, code: 'unsupported_media_type' } });
  });

  test('an address of sound is not sent to any network, and the sentence names the file', async () => {
    const url = files.serve('/episode-7.m4a', { body: file('sound.m4a') });
    const platforms = ['microblog', 'socialnet'];
    const { body } = await workspace.publish({ text: uniqueText('Sound'), platforms, media: [{ url }] });
    for (const platform of platforms) {
      expect(body.platformResults[platform]).toMatchObject({
        ok: false,
        code: 'media_refused',
        error: expect.stringContaining('/episode-7.m4a is a sound file; networks take pictures and videos'),
      });
    }
  });
});

describe('a file that is cut off', () => {
  const CUT = ['silent.mp4', 'fragments.mp4', 'phone.mov', 'film.webm', 'film.mkv', 'place.avif', 'animated.gif'];
  const cut = (name: string) => file(name).subarray(0, 0.6 * file(name).length);
  const problem = (name: string) =>
    `${name} is not a whole ${/avif|gif/.test(name) ? 'picture' : 'video'}; check the file`;

  test.each(CUT)('%s is not stored, and the sentence names it', async (name) => {
    const refused = await workspace.api('POST', `/api/v1/media?name=${name}`, {
      body: cut(name),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'media_refused', error: problem(name) } });
  });

  test.each(CUT)('%s at an address is sent to no network', async (name) => {
    const url = files.serve(`/cut/${name}`, { body: cut(name) });
    const post = { text: uniqueText('Cut'), platforms: ['microblog', 'socialnet'], media: [{ url }] };
    const { body } = await workspace.publish(post);
    for (const platform of post.platforms) {
      expect(body.platformResults[platform]).toMatchObject({
        ok: false,
        code: 'media_refused',
        error: expect.stringContaining(`/cut/${problem(name)}`),
      });
    }
    expect((await stack.sandbox.posts()).filter(({ text }) => text === post.text)).toEqual([]);
  });

  test('whole files of the same kinds are stored', async () => {
    for (const name of CUT) expect((await upload(file(name))).status, name).toBe(201);
  });
});

test('an AVIF becomes a JPEG for a network that does not take it, as a dry run says', async () => {
  const { body: stored } = await upload(file('place.avif'));
  const post = { text: uniqueText('AVIF'), platforms: ['microblog'], media: [{ url: stored.url }] };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked).toMatchObject({
    outcome: 'ready',
    platformResults: { microblog: { note: expect.stringMatching(/ is AVIF; it will be converted to JPEG\.$/) } },
  });
  const { body } = await workspace.publish(post);
  expect(body.platformResults.microblog).toMatchObject({
    ok: true,
    note: expect.stringContaining('was converted to JPEG'),
  });
  const [sent] = (await stack.sandbox.posts()).find(({ text }) => text === post.text)?.media ?? [];
  expect(sent).toMatchObject({ type: 'image/jpeg' });
});

test('a picture of 16 bits with too many pixels to be changed is refused in a dry run, and before anything is sent', async () => {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const named = Buffer.concat([Buffer.from(type), content]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.from([0, 0, 0x17, 0x70, 0, 0, 0x17, 0x70, 16, 6, 0, 0, 0]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', Buffer.alloc(6_000_000)), chunk('IEND', Buffer.alloc(0))];
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
  const { status, body: stored } = await workspace.api('POST', '/api/v1/media?name=scan.png', {
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  expect(status).toBe(201);
  const post = { text: uniqueText('Scan'), platforms: ['microblog'], media: [{ url: stored.url }] };
  const refused = {
    ok: false,
    code: 'media_refused',
    error: expect.stringContaining('scan.png has 16 bits a color and more than 25 megapixels'),
  };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked.platformResults.microblog).toMatchObject(refused);
  expect((await workspace.publish(post)).body.platformResults.microblog).toMatchObject(refused);
});

test('an animation is refused in a dry run, and before anything is sent, where the network would show one picture', async () => {
  const { body: stored } = await upload(file('animated.gif'));
  const post = { text: uniqueText('Moving'), platforms: ['bluesky', 'microblog'], media: [{ url: stored.url }] };
  const refused = { ok: false, code: 'media_refused', error: expect.stringContaining('Bluesky') };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  expect(checked).toMatchObject({ outcome: 'problem', platformResults: { bluesky: refused, microblog: { ok: true } } });
  const { body } = await workspace.publish(post);
  expect(body.platformResults).toMatchObject({ bluesky: refused, microblog: { ok: true } });
  expect((await stack.sandbox.posts()).filter(({ text }) => text === post.text)).toHaveLength(1);
});
