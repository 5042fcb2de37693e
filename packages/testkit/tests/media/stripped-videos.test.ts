import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxSeed } from '@social/sandbox';
import { startFileServer, startStack, uniqueText, useResource, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { cameraFilm, PICTURES, phoneMovie } from '../../../rules/tests/strip/crafted-videos.ts';
import { SECRETS, textsIn } from '../../../rules/tests/strip/strip.ts';

const MP4 = ['microblog', 'video', 'shortvideo', 'photonet', 'socialnet', 'chatbot', 'bluesky'];
const { stack, workspace } = useStack({ connect: MP4.filter((platform) => platform !== 'chatbot') });
const files = useResource(startFileServer);

beforeAll(async () => {
  const { token: botToken } = sandboxSeed.telegram.bot;
  const body = { botToken, chatId: '@sandbox_channel' };
  expect((await workspace.api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
});

const clip = phoneMovie({ brand: 'mp42' });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function upload(body: Uint8Array, name: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, body: stored } = await workspace.api('POST', `/api/v1/media?name=${name}`, { body, headers });
  expect(status).toBe(201);
  return stored.url;
}

/** Publishes a video, and expects that all networks take it. @returns their results, and digests of what they received */
async function publish(url: string, platforms: readonly string[], more: object = {}) {
  const post = { text: uniqueText('Clip'), platforms, media: [{ url }], ...more };
  const { body } = await workspace.publish(post);
  expect(Object.values(body.platformResults)).toMatchObject(platforms.map(() => ({ ok: true, state: 'published' })));
  const sent = (await stack.sandbox.posts()).filter(({ text }) => text === post.text);
  expect(sent).toHaveLength(platforms.length);
  return { results: body.platformResults, digests: [...new Set(sent.map(({ media }) => media[0]?.sha256 ?? ''))] };
}

async function bytesAtNetworks(digest: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${stack.sandboxUrl}/_sandbox/media/${digest}`)).arrayBuffer());
}

/** Expects that a file says nothing beside what it shows, and shows it at the same place. */
function expectStripped(sent: Buffer, given: Uint8Array, pictures: readonly string[]): void {
  expect(textsIn(given, SECRETS).length).toBeGreaterThan(3);
  expect(textsIn(sent, SECRETS)).toEqual([]);
  expect(sent.length).toBe(given.length);
  for (const picture of pictures) expect(sent.indexOf(picture)).toBe(Buffer.from(given).indexOf(picture));
}

test('a video is sent without its place, time, device and tracks of places, the same to every network', async () => {
  const url = await upload(clip, 'clip.mp4');
  const told = 'place, time, device, and thumbnail';
  const asked = { text: uniqueText('Asked'), platforms: MP4, media: [{ url }] };
  const { body: checked } = await workspace.publish({ ...asked, dryRun: true });
  const { results, digests } = await publish(url, MP4);
  for (const platform of MP4) {
    expect(checked.platformResults[platform].note).toContain(`clip.mp4 will be sent without its ${told}.`);
    expect(results[platform].note).toContain(`clip.mp4 was sent without its ${told}.`);
  }
  expect(digests).toHaveLength(1);
  const sent = await bytesAtNetworks(digests[0] as string);
  expectStripped(sent, clip, PICTURES);
  for (const kept of ['(c) Ada', 'Ada Long']) expect(sent.includes(kept)).toBe(true);
  const madeAt = Buffer.from((3_700_000_000).toString(16), 'hex');
  expect([clip, sent].map((bytes) => Buffer.from(bytes).includes(madeAt))).toEqual([true, false]);
});

test.each([
  ['phone.mov', phoneMovie({ isMovieFirst: false }), ['microblog', 'video', 'photonet', 'socialnet'], PICTURES],
  ['film.webm', cameraFilm({ type: 'webm' }), ['video', 'shortvideo'], ['picture one']],
  ['film.mkv', cameraFilm(), ['video'], ['picture one']],
  ['live.webm', cameraFilm({ type: 'webm', isOpen: true }), ['video'], ['picture one']],
])('%s at an address loses what it tells', async (name, given, platforms, pictures) => {
  const { results, digests } = await publish(files.serve(`/${name}`, { body: Buffer.from(given) }), platforms);
  for (const platform of platforms) expect(results[platform].note).toContain(`${name} was sent without its `);
  expect(digests).toHaveLength(1);
  expectStripped(await bytesAtNetworks(digests[0] as string), given, pictures);
});

test('networks that fetch get the address of the stripped file', async () => {
  const url = files.serve('/fetched.mp4', { body: Buffer.from(clip) });
  const { digests } = await publish(url, ['photonet', 'shortvideo']);
  expect(digests).not.toContain(sha256(clip));
  expect(files.requests.filter((path) => path === '/fetched.mp4')).toHaveLength(1);
});

test('a video that tells nothing is sent as it is, and not stored again', async () => {
  const plain = readFileSync(join(import.meta.dirname, '../../../rules/tests/look/files/silent.mp4'));
  const { results, digests } = await publish(files.serve('/plain.mp4', { body: plain }), ['socialnet']);
  expect(digests).toEqual([sha256(plain)]);
  expect(results.socialnet.note).toBeUndefined();
  expect(await stack.query(`select * from media where sha256 = '${sha256(plain)}'`)).toEqual([]);
});

test('with fitMedia: false a video keeps what it tells, as a dry run says', async () => {
  const url = await upload(clip, 'clip.mp4');
  const post = { text: uniqueText('Raw'), platforms: ['socialnet'], media: [{ url }], fitMedia: false };
  const { body: checked } = await workspace.publish({ ...post, dryRun: true });
  const stays = 'clip.mp4 tells its place, time, device, and thumbnail, and stays so, since "fitMedia" is false.';
  expect(checked.platformResults.socialnet.note).toBe(stays);
  expect((await publish(url, ['socialnet'], { fitMedia: false })).digests).toEqual([sha256(clip)]);
});

test('a video from whose type nothing can be cut out is sent as it is, which the dry run and the result say', async () => {
  const film = readFileSync(join(import.meta.dirname, '../../../rules/tests/look/files/film.wmv'));
  const url = await upload(film, 'film.wmv');
  const { body: checked } = await workspace.publish({
    ...{ text: uniqueText('WMV'), platforms: ['video'], media: [{ url }], dryRun: true },
  });
  expect(checked.platformResults.video.note).toContain('film.wmv will be sent as it is');
  const { results, digests } = await publish(url, ['video']);
  expect(results.video.note).toContain('film.wmv was sent as it is');
  expect(digests).toEqual([sha256(film)]);
});

test('a stripped video for which there is no room is sent nowhere, and leaves nothing', async () => {
  await using small = await startStack({ env: { SOCIAL_MEDIA_QUOTA_BYTES: '4000' } });
  const tenant = await small.createWorkspace({ connect: ['microblog', 'socialnet'] });
  const headers = { 'content-type': 'video/mp4' };
  const { body: stored } = await tenant.api('POST', '/api/v1/media?name=clip.mp4', { body: clip, headers });
  const post = { text: uniqueText('Full'), platforms: ['microblog', 'socialnet'], media: [{ url: stored.url }] };
  const { body: checked } = await tenant.publish({ ...post, dryRun: true });
  const { body } = await tenant.publish(post);
  const problem = 'There is no room for clip.mp4 in the form in which it is sent: The files of this workspace may have';
  for (const platform of post.platforms) {
    const refused = { ok: false, code: 'media_quota_exceeded', error: expect.stringContaining(problem), credits: 0 };
    expect(body.platformResults[platform]).toMatchObject(refused);
    const { code, error } = body.platformResults[platform];
    expect(checked.platformResults[platform]).toMatchObject({ ok: false, state: 'problem', code, error });
  }
  expect(await small.sandbox.posts()).toEqual([]);
  expect(readdirSync(join(small.dataDir, 'media/.incoming'))).toEqual([]);
  expect((await tenant.publish({ ...post, fitMedia: false })).body.platformResults.microblog.ok).toBe(true);
});

test('a post that failed and is sent again sends the same bytes, stored once', async () => {
  const given = Buffer.concat([clip, Buffer.from('\0\0\0\u0010freeSN-4711.')]);
  const url = await upload(given, 'again.mp4');
  const stored = () => stack.query(`select sha256 from media where bytes = ${given.length} order by sha256`);
  await stack.sandbox.fault({ network: 'facebook', operation: 'publish', kind: 'forbidden', times: 1 });
  const post = { text: uniqueText('Again'), platforms: ['socialnet'], media: [{ url }] };
  const { body: failed } = await workspace.publish(post);
  expect(failed.platformResults.socialnet).toMatchObject({ ok: false, credits: 0 });
  const { digests } = await publish(url, ['socialnet']);
  expect(await stored()).toEqual([sha256(given), ...digests].sort().map((digest) => ({ sha256: digest })));
  expectStripped(await bytesAtNetworks(digests[0] as string), given, PICTURES);
  expect(readdirSync(join(stack.dataDir, 'media/.incoming'))).toEqual([]);
});
