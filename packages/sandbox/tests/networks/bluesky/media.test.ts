import { AtpAgent } from '@atproto/api';
import { describe, expect } from 'vitest';
import { type Sandbox, sandboxSeed } from '../../../src/index.ts';
import { hashOf, mp4, png } from '../../support/media.ts';
import { type Answer, call, open, test, textAt } from '../../support/sandbox.ts';
import { ask, friend, owner, refusalOf, signInToBluesky } from './sign-in.ts';

const hourMs = 3_600_000;

function upload(sandbox: Sandbox, token: string, data: Buffer, type = 'image/png'): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(type !== '' && { 'content-type': type }) };
  const url = `${sandbox.networks.bluesky}/xrpc/com.atproto.repo.uploadBlob`;
  return call(url, { method: 'POST', headers, body: new Uint8Array(data) });
}

const blobIn = ({ body }: Answer) => (body as { readonly blob: Record<string, unknown> }).blob;
const withPictures = (...images: readonly object[]) => ({ embed: { $type: 'app.bsky.embed.images', images } });

describe('a file', () => {
  test('has the id of the reference server, and the type that is in its bytes', async ({ sandbox }) => {
    const { access } = await signInToBluesky(sandbox);
    const hello = blobIn(await upload(sandbox, access, Buffer.from('hello')));
    expect(hello).toEqual({
      ...{ $type: 'blob', mimeType: 'image/png', size: 5 },
      ref: { $link: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq' },
    });
    expect(blobIn(await upload(sandbox, access, png, 'text/plain'))).toMatchObject({ mimeType: 'image/png' });
    expect(refusalOf(await upload(sandbox, access, png, ''))[2]).toContain('Content-Type');
    expect(refusalOf(await upload(sandbox, 'x.y.z', png))).toEqual([
      500,
      'InternalServerError',
      'Internal Server Error',
    ]);
  });

  test('may have 5 MiB, or as many bytes as the settings say', async ({ sandbox }) => {
    const { access } = await signInToBluesky(sandbox);
    const tooLarge = [413, 'PayloadTooLarge', 'request entity too large'];
    expect(refusalOf(await upload(sandbox, access, Buffer.alloc(5_242_881)))).toEqual(tooLarge);
    expect((await upload(sandbox, access, Buffer.alloc(5_242_880))).status).toBe(200);
    await sandbox.settings({ bluesky: { blobUploadLimit: 10 } });
    expect(refusalOf(await upload(sandbox, access, Buffer.alloc(11)))).toEqual(tooLarge);
    const about = await ask(sandbox, 'com.atproto.server.describeServer');
    expect(about.body).toMatchObject({ blobUploadLimit: 10 });
  });

  test('is shown with its description, on pages and in the list of posts', async ({ sandbox }) => {
    const { access, post } = await signInToBluesky(sandbox);
    const image = blobIn(await upload(sandbox, access, png));
    await post({ text: 'seen', ...withPictures({ image, alt: 'One red pixel' }) });
    const [{ media } = { media: [] }] = await sandbox.posts('bluesky');
    expect(media).toEqual([{ type: 'image/png', bytes: png.length, sha256: hashOf(png) }]);
    expect((await call(`${sandbox.url}/?network=bluesky`)).text).toContain('alt="One red pixel"');
    const cid = textAt(image, 'ref', '$link');
    const served = await fetch(`${sandbox.networks.bluesky}/xrpc/com.atproto.sync.getBlob?did=${owner}&cid=${cid}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
  });

  test('is shown on the card of a link', async ({ sandbox }) => {
    const { access, post } = await signInToBluesky(sandbox);
    const thumb = blobIn(await upload(sandbox, access, png));
    const external = { uri: 'https://card.example', title: 'A card', description: '', thumb };
    await post({ text: 'linked', embed: { $type: 'app.bsky.embed.external', external } });
    const source = `/_sandbox/media/${hashOf(png)}`;
    expect((await call(`${sandbox.url}/?network=bluesky`)).text).toContain(`<img src="${source}"`);
    expect((await fetch(`${sandbox.url}${source}`)).headers.get('content-type')).toBe('image/png');
  });

  test('is read only while a post shows it, and has an id of plain bytes', async ({ sandbox }) => {
    const { access, post } = await signInToBluesky(sandbox);
    const image = blobIn(await upload(sandbox, access, png));
    const read = () => ask(sandbox, 'com.atproto.sync.getBlob', { did: owner, cid: textAt(image, 'ref', '$link') });
    expect(refusalOf(await read())).toEqual([400, 'InvalidRequest', 'Blob not found']);
    const ref = { $link: 'bafyreicsol76rwie2lqlut2hkhvcv3foovcflyw73xuzncdq5tinyqqb4e' };
    const wrong = await post({ text: 'a', ...withPictures({ image: { ...image, ref }, alt: '' }) });
    expect(refusalOf(wrong)[2]).toContain('Expected blob value type');
    await post({ text: 'a', ...withPictures({ image, alt: '' }) });
    expect((await read()).status).toBe(200);
  });

  test('is gone after six hours without a post, and with its last post', async () => {
    const clock = { now: Date.now() };
    const sandbox = await open({ clock: () => clock.now });
    await sandbox.settings({ tokenLifetimeSeconds: 100_000 });
    const { access, post, write } = await signInToBluesky(sandbox);
    const image = blobIn(await upload(sandbox, access, png));
    const draft = { text: 'a', ...withPictures({ image, alt: '' }) };
    clock.now += 6 * hourMs;
    const cid = textAt(image, 'ref', '$link');
    expect(refusalOf(await post(draft))).toEqual([400, 'BlobNotFound', `Could not find blob: ${cid}`]);
    await upload(sandbox, access, png);
    const uris = [await post(draft), await post(draft)].map(({ body }) => textAt(body, 'uri'));
    clock.now += 7 * hourMs;
    const remove = (uri = '') => write('deleteRecord', { rkey: uri.split('/').at(-1) });
    await remove(uris[0]);
    const third = await post(draft);
    expect(third.status).toBe(200);
    await remove(uris[1]);
    await remove(textAt(third.body, 'uri'));
    expect(refusalOf(await post(draft))[1]).toBe('BlobNotFound');
  });

  test('stays when another version of its post still shows it', async ({ sandbox }) => {
    const { access, put } = await signInToBluesky(sandbox);
    const image = blobIn(await upload(sandbox, access, png));
    const key = '3mabcdefghij2';
    await put(key, { text: 'a', ...withPictures({ image, alt: '' }) });
    await put(key, { text: 'b', ...withPictures({ image, alt: '' }) });
    expect((await put(key, { text: 'c', ...withPictures({ image, alt: '' }) })).status).toBe(200);
    await put(key, { text: 'd' });
    expect(refusalOf(await put(key, { text: 'e', ...withPictures({ image, alt: '' }) }))[1]).toBe('BlobNotFound');
  });
});

async function openForVideos() {
  const clock = { now: Date.now() };
  const sandbox = await open({ clock: () => clock.now });
  const session = await signInToBluesky(sandbox);
  const tokenFor = async (lxm: string, aud = 'did:web:127.0.0.1', seconds = 1800) => {
    const exp = String(Math.floor(clock.now / 1000) + seconds);
    return ask(sandbox, 'com.atproto.server.getServiceAuth', { aud, lxm, exp }, session.access);
  };
  const send = async (
    data: Buffer,
    { did = owner as string, lxm = 'com.atproto.repo.uploadBlob', aud = 'did:web:127.0.0.1' } = {},
  ) => {
    const authorization = `Bearer ${textAt((await tokenFor(lxm, aud)).body, 'token')}`;
    const url = `${sandbox.networks.bluesky}/xrpc/app.bsky.video.uploadVideo?did=${did}&name=a.mp4`;
    const headers = { authorization, 'content-type': 'video/mp4' };
    return call(url, { method: 'POST', headers, body: new Uint8Array(data) });
  };
  const stateOf = async (jobId: string) => {
    const { body } = await ask(sandbox, 'app.bsky.video.getJobStatus', { jobId });
    return (body as { readonly jobStatus: Record<string, unknown> }).jobStatus;
  };
  return { clock, sandbox, ...session, tokenFor, send, stateOf };
}

describe('a video', () => {
  test('is processed for two seconds, and can then be posted', async () => {
    const { clock, sandbox, post, send, stateOf } = await openForVideos();
    const jobId = textAt((await send(mp4(2000))).body, 'jobStatus', 'jobId');
    clock.now += 1000;
    expect(await stateOf(jobId)).toEqual({ jobId, did: owner, state: 'JOB_STATE_ENCODING', progress: 50 });
    clock.now += 1000;
    const done = await stateOf(jobId);
    expect(done).toMatchObject({ state: 'JOB_STATE_COMPLETED', blob: { mimeType: 'video/mp4', size: 2000 } });
    const again = await send(mp4(2000));
    expect(again).toMatchObject({ status: 409, body: { error: 'already_exists', blob: done['blob'] } });
    await post({ text: 'moving', embed: { $type: 'app.bsky.embed.video', video: done['blob'], alt: 'It moves' } });
    const posts = await sandbox.posts('bluesky');
    expect(posts).toMatchObject([{ text: 'moving', media: [{ type: 'video/mp4', bytes: 2000 }] }]);
  });

  test('fails in the way that the settings say', async () => {
    const { sandbox, send, stateOf } = await openForVideos();
    await sandbox.settings({ bluesky: { processingMs: 0, videoFailure: 'encoding_failure' } });
    const jobId = textAt((await send(mp4(2000))).body, 'jobId');
    expect(await stateOf(jobId)).toMatchObject({ state: 'JOB_STATE_FAILED', failureCode: 'encoding_failure' });
    await sandbox.settings({ bluesky: { videoFailure: null } });
    const next = textAt((await send(mp4(2000))).body, 'jobId');
    expect(await stateOf(next)).toMatchObject({ state: 'JOB_STATE_COMPLETED' });
  });

  test.each([
    ['without pictures', mp4(2000, { handler: 'soun' })],
    ['of more than ten minutes', mp4(2000, { seconds: 601 })],
    ['without an MP4 around it', png],
  ])('%s fails', async (_name, data) => {
    const { sandbox, send, stateOf } = await openForVideos();
    await sandbox.settings({ bluesky: { processingMs: 0 } });
    const jobId = textAt((await send(data)).body, 'jobId');
    expect(await stateOf(jobId)).toMatchObject({ state: 'JOB_STATE_FAILED', failureCode: 'validation_failure' });
  });

  test('needs a token for the method, the server and the account', async () => {
    const { send, tokenFor } = await openForVideos();
    expect(refusalOf(await send(mp4(1000), { lxm: 'app.bsky.video.uploadVideo' }))[1]).toBe('BadJwtLexiconMethod');
    expect(refusalOf(await send(mp4(1000), { aud: 'did:web:video.bsky.app' }))[1]).toBe('BadJwtAudience');
    expect((await send(mp4(1000), { did: friend })).status).toBe(403);
    const long = await tokenFor('com.atproto.repo.uploadBlob', 'did:web:127.0.0.1', 7200);
    expect(refusalOf(long).slice(0, 2)).toEqual([400, 'BadExpiration']);
    expect(refusalOf(await tokenFor('com.atproto.repo.uploadBlob', 'nobody'))[1]).toBe('InvalidRequest');
  });

  test('counts for the limits of the day', async () => {
    const { sandbox, send, tokenFor } = await openForVideos();
    await send(mp4(2000));
    const method = 'app.bsky.video.getUploadLimits';
    const token = textAt((await tokenFor(method, 'did:web:video.bsky.app')).body, 'token');
    const { body } = await ask(sandbox, method, {}, token);
    expect(body).toEqual({ canUpload: true, remainingDailyVideos: 24, remainingDailyBytes: 10_000_000_000 - 2000 });
  });
});

test('@atproto/api uploads a picture and posts it, and the post comes back with its address', async () => {
  const sandbox = await open({ origins: true });
  const agent = new AtpAgent({ service: sandbox.origins.bluesky ?? '' });
  const { handles, appPassword } = sandboxSeed.bluesky;
  await agent.login({ identifier: handles.sandbox_owner, password: appPassword });
  const { data } = await agent.uploadBlob(png, { encoding: 'image/png' });
  const embed = { $type: 'app.bsky.embed.images', images: [{ image: data.blob, alt: 'A pixel' }] };
  const { uri } = await agent.post({ text: 'a picture', embed });
  const shown = (await agent.getPosts({ uris: [uri] })).data.posts[0];
  expect(shown?.embed).toMatchObject({ $type: 'app.bsky.embed.images#view', images: [{ alt: 'A pixel' }] });
});
