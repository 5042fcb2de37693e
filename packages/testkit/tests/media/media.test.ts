import { createHash } from 'node:crypto';
import { samplePng, startFileServer, uniqueText, useResource, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const files = useResource(startFileServer);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
let shades = 0;

/** Serves so many pictures, each different. */
function pictures(count: number): { urls: string[]; hashes: string[] } {
  const bytes = Array.from({ length: count }, () => samplePng(shades++));
  return {
    urls: bytes.map((body, index) => files.serve(`/${uniqueText('p').replace(' ', '-')}-${index}.png`, { body })),
    hashes: bytes.map(sha256),
  };
}

async function publish(body: object) {
  const answer = await workspace.publish(body);
  const accepted = await stack.sandbox.posts();
  const on = (platform: string) =>
    accepted.find(({ id }) => id === answer.body.platformResults?.[platform]?.platformPostId);
  return { ...answer, on };
}

test.each([1, 2, 9])('%i pictures of mediaUrls reach profnet in their order', async (count) => {
  const { urls, hashes } = pictures(count);
  const { status, body, on } = await publish({ text: uniqueText('Pictures'), platforms: ['profnet'], mediaUrls: urls });
  expect(status).toBe(201);
  expect(body.mediaUrls).toEqual(urls);
  expect(body.platformResults.profnet.ok).toBe(true);
  expect(on('profnet')?.media.map((media) => media.sha256)).toEqual(hashes);
  expect(on('profnet')?.media.every(({ type }) => type === 'image/png')).toBe(true);
});

test('the microblog ignores mediaUrls, says so, and does not even fetch them', async () => {
  const { urls } = pictures(1);
  const { body, on } = await publish({ text: uniqueText('Ignored'), platforms: ['microblog'], mediaUrls: urls });
  expect(body.platformResults.microblog.ok).toBe(true);
  expect(body.platformResults.microblog.note).toContain('Left out on X');
  expect(on('microblog')?.media).toEqual([]);
  expect(files.requests).not.toContain(new URL(urls[0] ?? '').pathname);
});

test('ten pictures are no problem for the microblog, which ignores mediaUrls', async () => {
  const { status, body } = await publish({
    text: uniqueText('Ten ignored'),
    platforms: ['microblog'],
    mediaUrls: pictures(10).urls,
  });
  expect(status).toBe(201);
  expect(body.platformResults.microblog.ok).toBe(true);
});

test('media with descriptions reach profnet and the microblog', async () => {
  const { urls, hashes } = pictures(2);
  const media = urls.map((url, index) => ({ url, alt: `Picture ${index}` }));
  const { body, on } = await publish({ text: uniqueText('Described'), platforms: ['profnet', 'microblog'], media });
  expect(body.media).toEqual(media);
  for (const platform of ['profnet', 'microblog']) {
    expect(body.platformResults[platform].ok).toBe(true);
    expect(on(platform)?.media.map((item) => item.sha256)).toEqual(hashes);
  }
});

test('an address is fetched once for all platforms', async () => {
  const { urls } = pictures(1);
  const media = urls.map((url) => ({ url }));
  await publish({ text: uniqueText('Once'), platforms: ['profnet', 'microblog'], media });
  const path = new URL(urls[0] ?? '').pathname;
  expect(files.requests.filter((request) => request === path)).toHaveLength(1);
});

test('the same address twice is two pictures of the same bytes', async () => {
  const { urls, hashes } = pictures(1);
  const { on } = await publish({ text: uniqueText('Twice'), platforms: ['profnet'], mediaUrls: [...urls, ...urls] });
  expect(on('profnet')?.media.map((item) => item.sha256)).toEqual([...hashes, ...hashes]);
});

test('media of an override replace the shared ones on that platform only', async () => {
  const [shared, own] = [pictures(1), pictures(1)];
  const { on } = await publish({
    text: uniqueText('Overridden'),
    platforms: ['profnet', 'microblog'],
    media: [{ url: shared.urls[0] }],
    overrides: { microblog: { media: [{ url: own.urls[0] }] } },
  });
  expect(on('profnet')?.media.map((item) => item.sha256)).toEqual(shared.hashes);
  expect(on('microblog')?.media.map((item) => item.sha256)).toEqual(own.hashes);
});

test('an override without media leaves them out on that platform only', async () => {
  const { urls, hashes } = pictures(1);
  const { on } = await publish({
    text: uniqueText('Bare'),
    platforms: ['profnet', 'microblog'],
    media: [{ url: urls[0] }],
    overrides: { microblog: { media: [] } },
  });
  expect(on('profnet')?.media.map((item) => item.sha256)).toEqual(hashes);
  expect(on('microblog')?.media).toEqual([]);
});

test('a video is left out where only pictures are taken; the result says so and it is not fetched', async () => {
  const { urls, hashes } = pictures(1);
  const video = files.serve('/left-out.mp4', { body: 'never read' });
  const { body, on } = await publish({
    text: uniqueText('Mixed'),
    platforms: ['profnet'],
    mediaUrls: [video, ...urls],
  });
  expect(body.platformResults.profnet).toMatchObject({ ok: true, note: expect.stringContaining('1 video') });
  expect(on('profnet')?.media.map((item) => item.sha256)).toEqual(hashes);
  expect(files.requests).not.toContain('/left-out.mp4');
});

test('a file without an extension is recognized by its bytes', async () => {
  const picture = files.serve('/file?id=1', { body: samplePng(shades++) });
  const { body } = await publish({ text: uniqueText('Nameless'), platforms: ['profnet'], mediaUrls: [picture] });
  expect(body.platformResults.profnet.ok).toBe(true);
  const clip = files.serve('/file?id=2', { body: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1') });
  const refused = await publish({ text: uniqueText('Clip'), platforms: ['profnet'], mediaUrls: [clip] });
  expect(refused.body.platformResults.profnet).toMatchObject({ ok: false, code: 'media_refused' });
});

test.each([
  ['answers 404', { status: 404, body: 'gone' }, 'media_unreachable'],
  ['answers 500', { status: 500, body: 'broken' }, 'media_unreachable'],
  ['is empty', { body: '' }, 'media_unreachable'],
  ['is a page', { body: '<!doctype html><title>Sign in</title>' }, 'media_refused'],
  [
    'is an SVG',
    { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'content-type': 'image/svg+xml' } },
    'media_refused',
  ],
  ['is compressed in transit', { body: samplePng(), headers: { 'content-encoding': 'gzip' } }, 'media_unreachable'],
  ['redirects to a file', { status: 302, body: '', headers: { location: 'file:///etc/passwd' } }, 'media_unreachable'],
  [
    'redirects to a private address',
    { status: 302, body: '', headers: { location: 'http://10.0.0.1/a.png' } },
    'media_unreachable',
  ],
  ['redirects to nowhere', { status: 302, body: '' }, 'media_unreachable'],
])(
  'a picture that %s fails only the platforms that need it, before anything is sent there',
  async (_name, file, code) => {
    const url = files.serve(`/${uniqueText('broken').replace(' ', '-')}.png`, file);
    const seen = await watchRequests(stack);
    const { status, body } = await publish({
      text: uniqueText('Broken'),
      platforms: ['profnet', 'microblog'],
      mediaUrls: [url],
    });
    expect(status).toBe(201);
    expect(body.platformResults).toMatchObject({
      profnet: { ok: false, state: 'failed', code, credits: 0 },
      microblog: { ok: true, credits: 3 },
    });
    expect((await seen('publish')).map(({ network }) => network)).toEqual(['x']);
    expect((await workspace.credits()).held).toBe(0);
  },
);

test('one bad picture of nine fails the platform as a whole', async () => {
  const { urls } = pictures(8);
  const bad = files.serve('/bad-one.png', { body: 'no picture' });
  const { body } = await publish({ text: uniqueText('One bad'), platforms: ['profnet'], mediaUrls: [...urls, bad] });
  expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'media_refused' });
});

test('an error about media reveals nothing about the server behind the address', async () => {
  const url = files.serve('/secret.png?token=CANARY-QUERY', { status: 403, body: 'CANARY-BODY' });
  const { text } = await publish({ text: uniqueText('Discreet'), platforms: ['profnet'], mediaUrls: [url] });
  const results = JSON.stringify(JSON.parse(text).platformResults);
  expect(results).not.toContain('CANARY');
});

test('the type of a file comes from its bytes, not from its name', async () => {
  const body = samplePng(shades++);
  const url = files.serve('/picture.jpeg', { body, headers: { 'content-type': 'text/html' } });
  const { on } = await publish({ text: uniqueText('Misnamed'), platforms: ['profnet'], mediaUrls: [url] });
  expect(on('profnet')?.media[0]).toMatchObject({ type: 'image/png', sha256: sha256(body) });
});

test('at most three redirects are followed', async () => {
  const { urls } = pictures(1);
  const hop = (from: string, to: string) => files.serve(from, { status: 302, body: '', headers: { location: to } });
  hop('/hop-3.png', urls[0] ?? '');
  hop('/hop-2.png', '/hop-3.png');
  hop('/hop-1.png', '/hop-2.png');
  hop('/hop-0.png', '/hop-1.png');
  const three = await publish({
    text: uniqueText('Three'),
    platforms: ['profnet'],
    mediaUrls: [`${files.url}/hop-1.png`],
  });
  expect(three.body.platformResults.profnet.ok).toBe(true);
  const four = await publish({
    text: uniqueText('Four'),
    platforms: ['profnet'],
    mediaUrls: [`${files.url}/hop-0.png`],
  });
  expect(four.body.platformResults.profnet).toMatchObject({ ok: false, code: 'media_unreachable' });
});

test('a failed upload is a definite failure of the platform, not an unknown outcome', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'upload', kind: 'server-error' });
  const { body } = await publish({ text: uniqueText('Upload'), platforms: ['profnet'], mediaUrls: pictures(1).urls });
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', credits: 0 });
});

test('a failed post with media can be repeated once the media can be fetched', async () => {
  const path = `/${uniqueText('late').replace(' ', '-')}.png`;
  const { body } = await publish({
    text: uniqueText('Late'),
    platforms: ['profnet'],
    mediaUrls: [`${files.url}${path}`],
  });
  expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'media_unreachable', retryable: true });
  files.serve(path, { body: samplePng(shades++) });
  const retried = await workspace.api('POST', `/api/v1/posts/${body.id}/retry`);
  expect(retried.body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
});
