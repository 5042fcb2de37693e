import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { samplePng, uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
let shades = 0;

const upload = (body: Uint8Array, type = 'image/png', api = workspace.api, headers: Record<string, string> = {}) =>
  api('POST', '/api/v1/media', { body, headers: { 'content-type': type, ...headers } });

test('an uploaded picture is described by its own bytes and published from storage', async () => {
  const bytes = samplePng(shades++);
  const { status, body } = await upload(bytes, 'video/mp4');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: sha256(bytes),
    contentType: 'image/png',
    bytes: bytes.length,
    kind: 'image',
    width: 1,
    height: 1,
  });
  const media = [{ url: body.url, alt: 'One grey pixel' }];
  const post = { text: uniqueText('Stored'), platforms: ['profnet', 'microblog'], media };
  const { body: made } = await workspace.publish(post);
  expect(made.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
  const accepted = (await stack.sandbox.posts()).filter(({ text }) => text === post.text);
  expect(accepted.map(({ media }) => media.map((each) => each.sha256))).toEqual([[body.id], [body.id]]);
  expect(stack.log.filter((line) => line.includes('"operation":"getMedia"'))).toEqual([]);
});

test('the same file is stored once, and its address changes', async () => {
  const bytes = samplePng(shades++);
  const [first, second] = [await upload(bytes), await upload(bytes)];
  expect(second.body.id).toBe(first.body.id);
  const rows = await stack.query(`select * from media where sha256 = '${first.body.id}'`);
  expect(rows).toHaveLength(1);
  const path = join(stack.dataDir, 'media', workspace.workspaceId, first.body.id);
  expect(sha256(readFileSync(path))).toBe(first.body.id);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('its address serves the file, whole or in part, as a download', async () => {
  const bytes = samplePng(shades++, 5_000);
  const { body } = await upload(bytes);
  const whole = await fetch(body.url);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${body.id}.png"`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${body.id}"`,
  });
  const head = await fetch(body.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=4000-', 4_000, undefined],
  ['bytes=-10', -10, undefined],
  ['bytes=5000-999999', 5_000, undefined],
])('a part can be requested with %s', async (range, from, to) => {
  const bytes = samplePng(shades++, 5_000);
  const { body } = await upload(bytes);
  const answer = await fetch(body.url, { headers: { range } });
  const part = bytes.subarray(from, to);
  const start = from < 0 ? bytes.length + from : from;
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + part.length - 1}/${bytes.length}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(part)).toBe(true);
});

test('parts beyond the end are refused, and unsupported ranges answer the whole file', async () => {
  const bytes = samplePng(shades++);
  const { pathname } = new URL((await upload(bytes)).body.url);
  const ask = (headers: Record<string, string>) => stack.anonymous('GET', pathname, { headers });
  const refused = await ask({ range: `bytes=${bytes.length}-` });
  expect(refused).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
  expect(refused.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=5-2'])
    expect((await ask({ range })).status).toBe(200);
  expect((await ask({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test('an address that was not issued does not work', async () => {
  const { body } = await upload(samplePng(shades++));
  const { pathname } = new URL(body.url);
  const [, , signature = '', file = ''] = pathname.split('/');
  const other = (await upload(samplePng(shades++))).body.url.split('/').at(-1);
  const flipped = `${signature.slice(0, 12)}${signature[12] === 'A' ? 'B' : 'A'}${signature.slice(13)}`;
  const addresses = [
    `/media/${flipped}/${file}`,
    `/media/${signature}/${other}`,
    `/media/${signature}/${file.replace('.png', '.mp4')}`,
    `/media/${signature}=/${file}`,
    `/media/x/${file}`,
    `/media/${signature}/..%2f..%2fsocial.db`,
  ];
  for (const address of addresses) {
    expect(await stack.anonymous('GET', address)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(stack.log.filter((line) => line.includes(signature))).toEqual([]);
});

test('a file that is neither a picture nor a video is refused, whatever its type says', async () => {
  const png = samplePng(shades++, 1_000);
  const refusals = [
    [Buffer.from('<html><script>alert(1)</script></html>'.repeat(9)), 'image/png', 415, 'unsupported_media_type'],
    [png, 'text/html', 415, 'unsupported_media_type'],
    [png, 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [png.subarray(0, 600), 'image/png', 400, 'media_refused'],
    [new Uint8Array(), 'image/png', 400, 'invalid_request'],
    [Buffer.concat([samplePng(1), randomBytes(21 * 1024 * 1024)]), 'image/png', 413, 'payload_too_large'],
  ] as const;
  for (const [bytes, type, status, code] of refusals) {
    expect(await upload(bytes, type)).toMatchObject({ status, body: { code } });
  }
  expect(readdirSync(join(stack.dataDir, 'media', '.incoming'))).toEqual([]);
});

test('a damaged file is refused when its digest is given', async () => {
  const bytes = samplePng(shades++);
  const digest = (of: Uint8Array) => ({
    'repr-digest': `sha-256=:${createHash('sha256').update(of).digest('base64')}:`,
  });
  expect((await upload(bytes, 'image/png', workspace.api, digest(bytes))).status).toBe(201);
  const damaged = await upload(bytes, 'image/png', workspace.api, digest(samplePng(shades++)));
  expect(damaged).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  const odd = await upload(bytes, 'image/png', workspace.api, { 'repr-digest': 'md5=:eA==:' });
  expect(odd).toMatchObject({ status: 400, body: { details: { field: 'Repr-Digest' } } });
});

test('uploads need a key or a session, and are refused from other sites', async () => {
  const bytes = samplePng(shades++);
  expect(await upload(bytes, 'image/png', stack.anonymous)).toMatchObject({ status: 401 });
  const { cookies } = await workspace.browser();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect(await upload(bytes, 'image/png', stack.anonymous, { cookie })).toMatchObject({ status: 201 });
  const foreign = await upload(bytes, 'image/png', stack.anonymous, { cookie, 'sec-fetch-site': 'cross-site' });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'cross_site_request' } });
});

test('the address of another workspace publishes nothing', async () => {
  const stranger = await stack.createWorkspace({ connect: ['profnet'] });
  const { body } = await upload(samplePng(shades++));
  const post = { text: uniqueText('Stolen'), platforms: ['profnet'], mediaUrls: [body.url] };
  const { body: made } = await stranger.publish(post);
  expect(made.platformResults.profnet).toMatchObject({ ok: false, code: 'media_refused', credits: 0 });
  expect(made.platformResults.profnet.error).toContain('upload the file again');
  expect((await stack.sandbox.posts()).filter(({ text }) => text === post.text)).toEqual([]);
});

test('the same post with a fresh address of the same file is a replay', async () => {
  const bytes = samplePng(shades++);
  const text = uniqueText('Once');
  const key = uniqueText('key');
  const publish = async () => {
    const { body } = await upload(bytes);
    const post = { text, platforms: ['profnet'], mediaUrls: [body.url] };
    return workspace.publish(post, { 'idempotency-key': key });
  };
  const first = await publish();
  await vi.waitFor(async () => expect(Date.now()).toBeGreaterThan(Date.parse(first.body.createdAt)), 15_000);
  const second = await publish();
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  const other = { text, platforms: ['profnet'], mediaUrls: [(await upload(samplePng(shades++))).body.url] };
  const reused = await workspace.publish(other, { 'idempotency-key': key });
  expect(reused.body.code).toBe('idempotency_key_reused');
});
