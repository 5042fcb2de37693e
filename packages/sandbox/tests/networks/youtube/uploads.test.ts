import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/index.ts';
import { hashOf, mp4, png } from '../../support/media.ts';
import { call, open, send, textAt } from '../../support/sandbox.ts';
import { signInToYoutube } from './sign-in.ts';

const block = 256 * 1024;

async function openSignedIn(options?: SandboxOptions) {
  const sandbox = await open(options);
  const { headers } = await signInToYoutube(sandbox);
  const api = `${sandbox.url}/youtube`;
  const begin = (body: unknown, changes: Record<string, string> = {}) =>
    send(`${api}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`, 'POST', body, {
      ...headers,
      'x-upload-content-type': 'video/mp4',
      ...changes,
    });
  return { sandbox, headers, api, begin };
}

const put = (url: string, range: string | undefined, data?: Buffer, headers: Record<string, string> = {}) =>
  call(url, {
    method: 'PUT',
    headers: { ...headers, ...(range !== undefined && { 'content-range': range }) },
    ...(data && { body: new Uint8Array(data) }),
  });

const snippet = { title: 'A film' };

test('a session accepts blocks in order, reports its progress and repeats its last answer', async () => {
  const { sandbox, begin, headers } = await openSignedIn();
  const data = mp4(2 * block + 10);
  const opened = await begin({ snippet }, { 'x-upload-content-length': String(data.length) });
  const url = opened.headers.get('location') ?? '';
  const total = data.length;
  const empty = await put(url, `bytes */${total}`);
  expect(empty.status).toBe(308);
  expect(empty.headers.get('range')).toBeNull();
  const first = await put(url, `bytes 0-${block - 1}/${total}`, data.subarray(0, block), headers);
  expect(first).toMatchObject({ status: 308, text: '' });
  expect(first.headers.get('range')).toBe(`bytes=0-${block - 1}`);
  for (const start of [0, 2 * block]) {
    const stray = await put(url, `bytes ${start}-${start + 9}/${start + 10}`, data.subarray(start, start + 10));
    expect([308, 400]).toContain(stray.status);
  }
  expect((await put(url, `bytes ${block}-${block + 99}/${total}`, mp4(1000))).status).toBe(400);
  expect((await put(url, `bytes ${block}-${total}/${total + 1}`, data.subarray(block))).status).toBe(400);
  expect((await put(url, `bytes ${block}`)).status).toBe(400);
  expect((await put(url, `bytes */${total}`)).headers.get('range')).toBe(`bytes=0-${block - 1}`);
  expect(await sandbox.posts('youtube')).toEqual([]);
  const last = await put(url, `bytes ${block}-${total - 1}/${total}`, data.subarray(block));
  expect(last).toMatchObject({ status: 201, body: { kind: 'youtube#video', snippet: { title: 'A film' } } });
  expect((await put(url, 'bytes */*')).body).toEqual(last.body);
  expect((await put(url, undefined, data)).body).toEqual(last.body);
  expect(await sandbox.posts('youtube')).toHaveLength(1);
});

test('a whole file may come in one request, and a session ends after a day', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { begin, api, headers, sandbox } = await openSignedIn({ clock: () => now });
  const url = (await begin({ snippet })).headers.get('location') ?? '';
  expect((await put(url, undefined, mp4(1000))).status).toBe(201);
  const forgotten = (await begin({ snippet })).headers.get('location') ?? '';
  now += 24 * 60 * 60 * 1000;
  expect((await put(forgotten, 'bytes */1000')).status).toBe(404);
  expect((await put(`${api}/upload/youtube/v3/videos?upload_id=unknown`, 'bytes */1000')).status).toBe(404);
  expect((await put(url, 'bytes */1000', undefined, headers)).status).toBe(404);
  expect(await sandbox.posts('youtube')).toHaveLength(1);
});

test("a token on an upload is checked, and has to be the owner's", async () => {
  const { begin, sandbox } = await openSignedIn();
  const url = (await begin({ snippet })).headers.get('location') ?? '';
  expect((await put(url, undefined, mp4(1000), { authorization: 'Bearer nonsense' })).status).toBe(401);
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  const friend = await signInToYoutube(sandbox);
  expect((await put(url, undefined, mp4(1000), friend.headers)).status).toBe(403);
  expect(await sandbox.posts('youtube')).toEqual([]);
});

test.each([
  ['no title', { snippet: {} }, 'invalidTitle'],
  ['a title of 101 characters', { snippet: { title: 'x'.repeat(101) } }, 'invalidTitle'],
  ['a tag sign in the description', { snippet: { ...snippet, description: '1 > 0' } }, 'invalidDescription'],
  ['5001 bytes', { snippet: { ...snippet, description: `é${'x'.repeat(4999)}` } }, 'invalidDescription'],
  ['501 characters of tags', { snippet: { ...snippet, tags: ['x'.repeat(250), 'y'.repeat(250)] } }, 'invalidTags'],
  ['quoted tags over the limit', { snippet: { ...snippet, tags: [`a ${'x'.repeat(497)}`] } }, 'invalidTags'],
  ['a category that does not exist', { snippet: { ...snippet, categoryId: '3' } }, 'invalidCategoryId'],
  ['a privacy status of its own', { snippet, status: { privacyStatus: 'secret' } }, 'invalidVideoMetadata'],
  ['a declaration that is not a flag', { snippet, status: { selfDeclaredMadeForKids: 'no' } }, 'invalidVideoMetadata'],
  ['a label that is not a flag', { snippet, status: { containsSyntheticMedia: 1 } }, 'invalidVideoMetadata'],
  ['a time for a public video', { snippet, status: { publishAt: '2027-01-01T00:00:00Z' } }, 'invalidPublishAt'],
])('metadata with %s is refused when the upload begins', async (_name, body, reason) => {
  const { begin } = await openSignedIn();
  expect(await begin(body)).toMatchObject({ status: 400, body: { error: { code: 400, errors: [{ reason }] } } });
});

test('what is declared about a video is shown to its owner, on its page, and to tests', async () => {
  const { api, headers, sandbox } = await openSignedIn();
  const part = 'snippet,status,paidProductPlacementDetails';
  const declared = {
    snippet,
    status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: true, containsSyntheticMedia: true },
    paidProductPlacementDetails: { hasPaidProductPlacement: true },
  };
  const insert = `${api}/upload/youtube/v3/videos?uploadType=resumable&notifySubscribers=false&part=`;
  const url = (await send(`${insert}${part}`, 'POST', declared, headers)).headers.get('location') ?? '';
  const { status, body } = await put(url, undefined, mp4(1000));
  expect([status, body]).toMatchObject([201, { paidProductPlacementDetails: { hasPaidProductPlacement: true } }]);
  const read = await call(`${api}/youtube/v3/videos?part=${part}&id=${textAt(body, 'id')}`, { headers });
  expect(read.body).toMatchObject({ items: [{ ...declared, status: { ...declared.status, madeForKids: true } }] });
  const [post] = await sandbox.posts('youtube');
  expect(post).toMatchObject({
    labels: ['unlisted', 'made for kids', 'altered or synthetic content', 'includes paid promotion'],
    settings: { notifySubscribers: false, containsSyntheticMedia: true, hasPaidProductPlacement: true },
  });
  expect((await call(post?.url ?? '')).text).toContain('includes paid promotion');
});

test('paid product placement counts only in a request that names its part', async () => {
  const { begin, sandbox } = await openSignedIn();
  const body = { snippet, paidProductPlacementDetails: { hasPaidProductPlacement: true } };
  await put((await begin(body)).headers.get('location') ?? '', undefined, mp4(1000));
  expect(await sandbox.posts('youtube')).toMatchObject([{ labels: [], settings: { hasPaidProductPlacement: false } }]);
});

test('files that are not videos, and unknown upload types, are refused', async () => {
  const { begin, api, headers } = await openSignedIn();
  expect((await begin({ snippet }, { 'x-upload-content-type': 'image/png' })).status).toBe(400);
  expect((await begin({ snippet }, { 'x-upload-content-length': '0' })).status).toBe(400);
  const other = (query: string) => send(`${api}/upload/youtube/v3/videos?${query}`, 'POST', { snippet }, headers);
  expect((await other('uploadType=carrier&part=snippet')).status).toBe(400);
  expect((await other('uploadType=resumable')).status).toBe(400);
  expect((await other('uploadType=resumable&part=snippet,nonsense')).status).toBe(400);
  expect((await other('uploadType=resumable&part=snippet&notifySubscribers=perhaps')).status).toBe(400);
  expect((await send(`${api}/youtube/v3/nonsense`, 'GET', undefined, headers)).status).toBe(404);
});

test('a video that cannot be played fails in processing, and a private one is shown to its owner only', async () => {
  const { begin, api, headers, sandbox } = await openSignedIn();
  const url = (await begin({ snippet, status: { privacyStatus: 'private' } })).headers.get('location') ?? '';
  const { body } = await put(url, undefined, Buffer.alloc(1000, 1));
  const { id } = body as { id: string };
  const read = (bearer: Record<string, string>) =>
    call(`${api}/youtube/v3/videos?part=status&id=${id}`, { headers: bearer });
  expect((await read(headers)).body).toMatchObject({
    items: [{ id, status: { uploadStatus: 'failed', failureReason: 'invalidFile', privacyStatus: 'private' } }],
  });
  await sandbox.settings({ authorizeAs: 'sandbox_friend' });
  expect((await read((await signInToYoutube(sandbox)).headers)).body).toMatchObject({ items: [] });
});

test.each([
  ['a sound', mp4(1000, { handler: 'soun' }), { uploadStatus: 'failed', failureReason: 'invalidFile' }],
  ['a picture', png, { uploadStatus: 'failed', failureReason: 'invalidFile' }],
  ['more than 12 hours', mp4(1000, { seconds: 43_201 }), { uploadStatus: 'rejected', rejectionReason: 'length' }],
])('%s is uploaded, and turned down in processing', async (_name, data, status) => {
  const { begin, api, headers } = await openSignedIn();
  const { body } = await put((await begin({ snippet })).headers.get('location') ?? '', undefined, data);
  const read = await call(`${api}/youtube/v3/videos?part=status&id=${textAt(body, 'id')}`, { headers });
  expect(read.body).toMatchObject({ items: [{ status }] });
});

test('a channel with 500 subscribers creates a community post', async () => {
  const { api, headers, sandbox } = await openSignedIn();
  const create = (body: unknown) => send(`${api}/youtube/v3/activities?part=snippet`, 'POST', body, headers);
  expect(await create({ snippet: {} })).toMatchObject({
    status: 400,
    body: { error: { errors: [{ reason: 'bulletinTextRequired' }] } },
  });
  await sandbox.settings({ subscribers: 499 });
  expect((await create({ snippet: { description: 'Hello' } })).status).toBe(403);
  await sandbox.settings({ subscribers: 500 });
  const created = await create({ snippet: { description: 'Hello <all>' } });
  expect(created).toMatchObject({ status: 200, body: { kind: 'youtube#activity', snippet: { type: 'bulletin' } } });
  const { id } = created.body as { id: string };
  expect(id).toMatch(/^Ugkx/);
  expect(await sandbox.posts('youtube')).toMatchObject([{ id, text: 'Hello <all>', url: `${api}/post/${id}` }]);
  expect((await call(`${api}/post/${id}`)).text).toContain('Hello &lt;all&gt;');
});

test('a multipart body may end its lines without a carriage return, as Python clients write it', async () => {
  const { sandbox, headers, api } = await openSignedIn();
  const data = mp4(3000);
  const boundary = '===============5619==';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\nContent-Type: application/json\nMIME-Version: 1.0\n\n${JSON.stringify({ snippet })}\n`),
    Buffer.from(`--${boundary}\nContent-Type: video/mp4\nContent-Transfer-Encoding: binary\n\n`),
    ...[data, Buffer.from(`\n--${boundary}--`)],
  ]);
  const answer = await call(`${api}/upload/youtube/v3/videos?uploadType=multipart&part=snippet`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/related; boundary="${boundary}"` },
    body: new Uint8Array(body),
  });
  expect(answer.status).toBe(200);
  expect(await sandbox.posts('youtube')).toMatchObject([{ media: [{ type: 'video/mp4', sha256: hashOf(data) }] }]);
});

test('the daily quota of uploads is enforced when asked for', async () => {
  const { begin, sandbox } = await openSignedIn();
  await sandbox.settings({ rateLimits: true });
  for (let begun = 0; begun < 100; begun += 1) await begin({ snippet });
  expect(await begin({ snippet })).toMatchObject({
    status: 403,
    body: { error: { code: 403, errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] } },
  });
});
