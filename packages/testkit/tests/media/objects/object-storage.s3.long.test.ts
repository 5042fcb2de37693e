import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClock, samplePng, startStack, uniqueText, useResource, type Workspace } from '@social/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { MP4_HEAD } from '../../../../platforms/tests/support/media-samples.ts';
import { phoneMovie } from '../../../../rules/tests/strip/crafted-videos.ts';
import { KEYS, makeBucket } from './object-storage.ts';

const HOUR_MS = 3_600_000;
const PREFIX = 'files/of-tests';
const clock = createTestClock(new Date().toISOString());

const bucket = useResource(makeBucket);
const stack = useResource(() =>
  startStack({ clock, env: { ...KEYS, SOCIAL_MEDIA_STORE: bucket.address(PREFIX, { public: 'true' }) } }),
);
const workspace = useResource(() => stack.createWorkspace({ connect: ['profnet', 'photonet'] }));
/** A grey picture of 8 by 8 pixels: photonet takes JPEG alone. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);
let shades = 0;

afterEach(() => {
  bucket.cuts = () => false;
});

const upload = ({ api }: Workspace, body: Uint8Array, type = 'image/png') =>
  api('POST', '/api/v1/media', { body, headers: { 'content-type': type } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const rowsOf = (id: string) => stack.query(`select * from media where sha256 = '${id}'`);
const objectsOf = async (id: string) => (await bucket.names(PREFIX)).filter((name) => name.includes(id));

async function publishTo(platforms: readonly string[], url: string) {
  const post = { text: uniqueText('Stored'), platforms, media: [{ url, alt: 'One grey pixel' }] };
  const { body } = await workspace.publish(post);
  const accepted = (await stack.sandbox.posts()).filter(({ text }) => text === post.text);
  return { results: body.platformResults, hashes: accepted.map(({ media }) => media.map((each) => each.sha256)) };
}

test('an uploaded file is kept in the bucket, once, and reaches networks as bytes and by a signed address', async () => {
  const { status, body } = await upload(workspace, JPEG);
  expect([status, body.id]).toEqual([201, sha256(JPEG)]);
  await upload(workspace, JPEG);
  const [name = '', ...more] = await objectsOf(body.id);
  expect(more).toEqual([]);
  expect(name).toMatch(new RegExp(`^${workspace.workspaceId}/${body.id}-[0-9a-f-]{36}\\.jpg$`));
  const folder = join(stack.dataDir, 'media');
  expect(readdirSync(folder, { recursive: true })).toEqual(['.incoming']);

  const from = bucket.calls.length;
  const { results, hashes } = await publishTo(['profnet', 'photonet'], body.url);
  expect(results).toMatchObject({ profnet: { ok: true }, photonet: { ok: true } });
  expect(hashes).toEqual([[body.id], [body.id]]);
  const signed = bucket.calls.slice(from).filter((call) => call.includes('X-Amz-Signature='));
  expect(signed).toEqual([expect.stringContaining(`GET /${bucket.name}/${PREFIX}/${name}?`)]);
  expect(stack.log.filter((line) => line.includes('X-Amz-Signature'))).toEqual([]);
});

test('a stripped video is kept in the bucket, once for all posts, and networks fetch it from there', async () => {
  const clip = Buffer.from(phoneMovie({ brand: 'mp42' }));
  const { body } = await upload(workspace, clip, 'video/mp4');
  const { results, hashes } = await publishTo(['photonet'], body.url);
  expect(results.photonet).toMatchObject({ ok: true, note: expect.stringContaining('was sent without its place') });
  const [[stripped = '']] = hashes as [string[]];
  expect(stripped).not.toBe(body.id);
  const [name = '', ...more] = await objectsOf(stripped);
  expect(more).toEqual([]);
  const object = await (await bucket.send('GET', `/${PREFIX}/${name}`)).arrayBuffer();
  expect(sha256(Buffer.from(object))).toBe(stripped);
  const from = bucket.calls.length;
  expect((await publishTo(['photonet'], body.url)).hashes).toEqual(hashes);
  expect(bucket.calls.slice(from).filter((call) => call.startsWith('PUT '))).toEqual([]);
});

test('a storage that fails while a video is stripped fails the post before anything is sent', async () => {
  const clip = Buffer.concat([Buffer.from(phoneMovie({ brand: 'mp42' })), Buffer.from('\0\0\0\x09free2')]);
  const { body } = await upload(workspace, clip, 'video/mp4');
  bucket.cuts = (call) => call.startsWith('PUT ');
  const { results, hashes } = await publishTo(['photonet'], body.url);
  expect(results.photonet).toMatchObject({ ok: false, code: 'media_unreachable', credits: 0 });
  expect(results.photonet.error).toContain('nothing was sent');
  expect(hashes).toEqual([]);
});

test('every workspace has its own object, and publishes no other', async () => {
  const bytes = samplePng(shades++);
  const stranger = await stack.createWorkspace({ connect: ['profnet'] });
  const { body } = await upload(stranger, bytes);
  const refused = await publishTo(['profnet'], body.url);
  expect(refused.results.profnet).toMatchObject({ ok: false, code: 'media_refused', credits: 0 });
  await upload(workspace, bytes);
  const owners = (await objectsOf(body.id)).map((name) => name.split('/')[0]);
  expect(owners.sort()).toEqual([workspace.workspaceId, stranger.workspaceId].sort());
});

test('a file of 20 MB goes up in parts, and its address serves it whole and in part', async () => {
  const bytes = Buffer.concat([MP4_HEAD, randomBytes(20 * 1024 ** 2 - MP4_HEAD.length)]);
  const from = bucket.calls.length;
  const { body } = await upload(workspace, bytes, 'video/mp4');
  const parts = bucket.calls.slice(from).flatMap((call) => /partNumber=(\d+)/.exec(call)?.[1] ?? []);
  expect(parts).toEqual(['1', '2', '3']);
  const whole = Buffer.from(await (await fetch(body.url)).arrayBuffer());
  expect(sha256(whole)).toBe(body.id);
  const part = await fetch(body.url, { headers: { range: 'bytes=9000000-9000009' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 9000000-9000009/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(9_000_000, 9_000_010))).toBe(true);
});

test('an upload in parts that breaks off leaves no row and no open upload, and says that nothing was sent', async () => {
  const bytes = samplePng(shades++, 9 * 1024 ** 2);
  bucket.cuts = (call) => call.includes('partNumber=2');
  const { status, body } = await upload(workspace, bytes);
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(body.error).toContain('nothing was sent');
  expect(await rowsOf(sha256(bytes))).toEqual([]);
  expect(await (await bucket.send('GET', '?uploads=')).text()).not.toContain('<UploadId>');
});

test('a storage that fails later fails the post before anything is sent, and the address answers 503', async () => {
  const { body } = await upload(workspace, samplePng(shades++));
  bucket.cuts = () => true;
  const { results, hashes } = await publishTo(['profnet'], body.url);
  expect(results.profnet).toMatchObject({ ok: false, state: 'failed', code: 'media_unreachable', credits: 0 });
  expect(results.profnet.error).toContain('nothing was sent');
  expect(hashes).toEqual([]);
  expect((await fetch(body.url)).status).toBe(503);
  bucket.cuts = () => false;
  expect((await publishTo(['profnet'], body.url)).results.profnet.ok).toBe(true);
});

test('an object that was lost is put again by the next upload', async () => {
  const bytes = samplePng(shades++);
  const { body } = await upload(workspace, bytes);
  const [name] = await objectsOf(body.id);
  await bucket.send('DELETE', `/${PREFIX}/${name}`);
  expect((await publishTo(['profnet'], body.url)).results.profnet.code).toBe('media_refused');
  expect((await upload(workspace, bytes)).status).toBe(201);
  expect((await publishTo(['profnet'], body.url)).results.profnet.ok).toBe(true);
});

test('a file whose row is deleted while it is uploaded again is put again, so that its row names an object', async () => {
  const bytes = samplePng(shades++);
  const { body } = await upload(workspace, bytes);
  const [first = ''] = await objectsOf(body.id);
  let deleting: Promise<unknown> | undefined;
  bucket.cuts = (call) => {
    // The upload looks at the known object; what deletes it has deleted its row first.
    if (call === `GET /${bucket.name}/${PREFIX}/${first}`) {
      deleting ??= stack.query(`delete from media where sha256 = '${body.id}'`);
    }
    return false;
  };
  expect((await upload(workspace, bytes)).status).toBe(201);
  await deleting;
  expect(deleting).toBeDefined();
  const [row] = await rowsOf(body.id);
  expect(await objectsOf(body.id)).toContain(`${workspace.workspaceId}/${row?.['object']}`);
  expect(first).not.toContain(String(row?.['object']));
});

test('the sweep spares what is younger than a day, then deletes what no row names, and nothing of others', async () => {
  const kept = await upload(workspace, samplePng(shades++));
  const scheduledFor = new Date(clock.now() + 72 * HOUR_MS).toISOString();
  const post = { text: uniqueText('Later'), platforms: ['profnet'], mediaUrls: [kept.body.url], scheduledFor };
  expect((await workspace.publish(post)).status).toBe(201);
  const stray = `${workspace.workspaceId}/${'ab'.repeat(32)}-${crypto.randomUUID()}.png`;
  for (const name of [stray, 'by-hand/notes.txt']) await bucket.send('PUT', `/${PREFIX}/${name}`, 'x');
  await bucket.send('POST', `/${PREFIX}/${stray}?uploads=`);
  const uploads = async () => (await (await bucket.send('GET', '?uploads=')).text()).includes(stray);
  const sweep = async (advanceMs: number) => {
    clock.advance(advanceMs);
    const from = bucket.calls.length;
    await stack.restart();
    const isList = (call: string) => call.includes('list-type=2') && !call.includes('max-keys=1');
    await vi.waitFor(() => expect(bucket.calls.slice(from).some(isList)).toBe(true), 15_000);
  };
  await sweep(23 * HOUR_MS);
  expect(await bucket.names(PREFIX)).toContain(stray);
  expect(await uploads()).toBe(true);
  await sweep(2 * HOUR_MS);
  const [needed = ''] = await objectsOf(kept.body.id);
  await vi.waitFor(
    async () => expect((await bucket.names(PREFIX)).sort()).toEqual([needed, 'by-hand/notes.txt'].sort()),
    15_000,
  );
  expect(await uploads()).toBe(false);
});

test('with a private storage, which one on this machine is, networks fetch from an address of this server', async () => {
  await stack.restart({ SOCIAL_MEDIA_STORE: bucket.address(PREFIX) });
  const { body } = await upload(workspace, JPEG);
  const from = bucket.calls.length;
  const { results } = await publishTo(['photonet'], body.url);
  expect(results.photonet.ok).toBe(true);
  expect(bucket.calls.slice(from).filter((call) => call.includes('X-Amz-Signature='))).toEqual([]);
  expect(stack.log.some((line) => line.includes('"operation":"getMedia"') && line.includes('200'))).toBe(true);
});

test('files that are in the folder when the storage is set stay usable, and new ones go to the bucket', async () => {
  await stack.restart({ SOCIAL_MEDIA_STORE: '' });
  expect(stack.log.some((line) => line.includes('SOCIAL_MEDIA_STORE is not set'))).toBe(true);
  const bytes = samplePng(shades++);
  const { body } = await upload(workspace, bytes);
  const path = join(stack.dataDir, 'media', workspace.workspaceId, body.id);
  expect(existsSync(path)).toBe(true);
  await stack.restart({ SOCIAL_MEDIA_STORE: bucket.address(PREFIX) });
  expect((await publishTo(['profnet'], body.url)).results.profnet.ok).toBe(true);
  await upload(workspace, bytes);
  expect(await objectsOf(body.id)).toHaveLength(1);
  expect((await publishTo(['profnet'], body.url)).results.profnet.ok).toBe(true);
});

test('the objects of a workspace are deleted with it, and those of others stay', async () => {
  const [gone, other] = [await stack.createWorkspace(), await stack.createWorkspace()];
  const png = samplePng(7);
  const { body } = await upload(gone, png);
  await upload(other, png);
  const browser = await gone.browser();
  const { password } = gone;
  expect(await browser.visit('DELETE', '/api/workspace', { body: { password } })).toMatchObject({
    status: 200,
    body: { deletedFiles: 1 },
  });
  const names = await objectsOf(body.id);
  expect(names.filter((name) => name.startsWith(gone.workspaceId))).toEqual([]);
  expect(names.filter((name) => name.startsWith(other.workspaceId))).toHaveLength(1);
});
