import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { type Sandbox, sandboxSeed, startSandbox } from '../../src/index.ts';
import { bearer, signInToFacebook } from '../networks/meta/sign-in.ts';
import { signInToX } from '../networks/x/sign-in.ts';
import { signInToYoutube } from '../networks/youtube/sign-in.ts';
import { hashOf, mp4, png } from '../support/media.ts';
import { call, formOf, send, textAt } from '../support/sandbox.ts';
import { closeForGood, createFolder, openKept } from './folder.ts';

const pageId = sandboxSeed.facebook.accounts.sandbox_owner;

function phase(sandbox: Sandbox, token: string, fields: Record<string, string>, chunk?: Buffer) {
  const form = formOf({ ...fields, ...(chunk && { video_file_chunk: chunk }) });
  const url = `${sandbox.networks.facebook}/${pageId}/videos`;
  return call(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
}

test('the next sandbox in a folder has its port, and its tokens still work', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { bot, chats } = sandboxSeed.telegram;
  await first.addAccount({ network: 'facebook', username: 'page_two', name: 'Page Two', type: 'page' });
  await first.addApp({ network: 'x', clientId: 'mine', redirectUris: ['http://127.0.0.1:1/'] });
  await first.settings({ subscribers: 7 });
  const { pageToken, userToken } = await signInToFacebook(first);
  const x = await signInToX(first);
  const said = await send(`${first.url}/x/2/tweets`, 'POST', { text: 'kept' }, x.headers);
  const api = new Api(bot.token, { apiRoot: first.networks.telegram });
  const { message_id: messageId } = await api.sendMessage(chats.channel, 'kept, too');
  await first.fault({ network: 'x', operation: 'publish', kind: 'server-error' });
  await closeForGood(first);

  const second = await openKept(folder);
  expect(second.url).toBe(first.url);
  expect(await second.posts()).toMatchObject([
    { network: 'x', text: 'kept' },
    { network: 'telegram', text: 'kept, too' },
  ]);
  expect(await second.requests()).toEqual([]);
  expect(await second.settings()).toMatchObject({ subscribers: 7, autoApprove: true });
  const repeated = await send(`${second.url}/x/2/tweets`, 'POST', { text: 'kept' }, x.headers);
  expect(repeated.status).toBe(403);
  const reply = { text: 'an answer', reply: { in_reply_to_tweet_id: textAt(said.body, 'data', 'id') } };
  expect((await send(`${second.url}/x/2/tweets`, 'POST', reply, x.headers)).status).toBe(201);
  expect(await api.deleteMessage(chats.channel, messageId)).toBe(true);
  expect((await api.sendMessage(chats.channel, 'later')).message_id).toBe(messageId + 1);
  expect((await second.posts('telegram')).map(({ deletedAt }) => deletedAt === null)).toEqual([false, true]);
  const pages = await call(`${second.networks.facebook}/me/accounts?fields=username`, bearer(userToken));
  expect(pages.body).toMatchObject({ data: [{ username: 'sandbox_owner' }, { username: 'page_two' }] });
  const post = await call(`${second.networks.facebook}/${pageId}/feed`, bearer(pageToken, { message: 'still here' }));
  expect(post.status).toBe(200);
});

test('files are saved by their content, and uploads continue', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { bot, chats } = sandboxSeed.telegram;
  const { pageToken } = await signInToFacebook(first);
  const youtube = await signInToYoutube(first);
  const { body: opened } = await phase(first, pageToken, { upload_phase: 'start', file_size: '1000' });
  const session = { upload_session_id: textAt(opened, 'upload_session_id') };
  const video = mp4(1000);
  await phase(first, pageToken, { upload_phase: 'transfer', ...session, start_offset: '0' }, video.subarray(0, 600));
  const url = `${first.networks.youtube}/upload/youtube/v3/videos?uploadType=resumable&part=snippet`;
  const begun = await send(url, 'POST', { snippet: { title: 'A film' } }, { ...youtube.headers });
  const location = begun.headers.get('location') ?? '';
  const data = mp4(262_144 + 10);
  const put = (range: string, part: Buffer) =>
    call(location, { method: 'PUT', headers: { 'content-range': range }, body: new Uint8Array(part) });
  expect((await put(`bytes 0-262143/${data.length}`, data.subarray(0, 262_144))).status).toBe(308);
  const form = formOf({ chat_id: chats.channel, photo: png });
  await call(`${first.networks.telegram}/bot${bot.token}/sendPhoto`, { method: 'POST', body: form });
  const { media: [photo] = [] } = await first.waitForPost(({ network }) => network === 'telegram');
  await closeForGood(first);

  const second = await openKept(folder);
  const kept = await fetch(`${second.url}/_sandbox/media/${photo?.sha256}`);
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(png);
  const rest = { upload_phase: 'transfer', ...session, start_offset: '600' };
  expect((await phase(second, pageToken, rest, video.subarray(600))).body).toMatchObject({ start_offset: '1000' });
  expect((await phase(second, pageToken, { upload_phase: 'finish', ...session })).status).toBe(200);
  expect((await put(`bytes 262144-${data.length - 1}/${data.length}`, data.subarray(262_144))).status).toBe(201);
  expect(await second.posts('facebook')).toMatchObject([{ media: [{ sha256: hashOf(video) }] }]);
  expect(await second.posts('youtube')).toMatchObject([{ media: [{ sha256: hashOf(data) }] }]);
  await second.reset();
  await second.close();
  const seeded = await readdir(join(folder, 'blobs'));
  expect(seeded).not.toContain(photo?.sha256);
});

test('a reset empties a folder except for the port', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { bot, chats } = sandboxSeed.telegram;
  await new Api(bot.token, { apiRoot: first.networks.telegram }).sendMessage(chats.channel, 'gone');
  await closeForGood(first);
  const second = await openKept(folder, { reset: true });
  expect([second.url, await second.posts()]).toEqual([first.url, []]);
});

test('a folder of another kind is left alone, and the error says what to do', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'state.json'), '{"from":"elsewhere"}');
  await expect(startSandbox({ dataDir: folder })).rejects.toThrow(/not written by this version.*--reset/);
  expect((await openKept(folder, { reset: true })).url).toMatch(/^http:/);
});

test('files that no sandbox wrote are never removed, and a folder of such files is refused', async () => {
  const folder = await createFolder();
  const blobs = join(folder, 'blobs');
  await mkdir(blobs);
  await writeFile(join(blobs, 'holiday.jpg'), 'mine');
  await writeFile(join(blobs, 'a'.repeat(64)), 'also mine');
  for (const reset of [false, true]) {
    await expect(startSandbox({ dataDir: folder, reset })).rejects.toThrow(
      /not the folder of a sandbox.*another folder/,
    );
  }
  expect((await readdir(blobs)).sort()).toEqual(['a'.repeat(64), 'holiday.jpg']);
  expect(await readdir(folder)).toEqual(['blobs']);

  const own = await createFolder();
  await (await openKept(own)).close();
  await writeFile(join(own, 'blobs', 'holiday.jpg'), 'mine');
  await writeFile(join(own, 'blobs', 'b'.repeat(64)), 'left by a crash');
  await (await openKept(own)).close();
  await (await openKept(own, { reset: true })).close();
  const left = await readdir(join(own, 'blobs'));
  expect(left).toContain('holiday.jpg');
  expect(left).not.toContain('b'.repeat(64));
});

test('a sandbox that failed to start can start in the same folder later', async () => {
  const [folder, other] = [await createFolder(), await createFolder()];
  const running = await openKept(other);
  const port = Number(new URL(running.url).port);
  await (await openKept(folder)).close();
  await expect(startSandbox({ dataDir: folder, reset: true, port })).rejects.toThrow(/EADDRINUSE/);
  await (await openKept(folder)).close();
});

test('a folder has one sandbox at a time', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const refusal = new RegExp(`in use by another sandbox, process ${process.pid}\\. Nothing was changed`);
  await expect(startSandbox({ dataDir: folder, port: 0 })).rejects.toThrow(refusal);
  await expect(startSandbox({ dataDir: folder, port: 0, reset: true })).rejects.toThrow(refusal);
  await closeForGood(first);
  const other = spawn('sleep', ['600']);
  onTestFinished(() => void other.kill());
  await writeFile(join(folder, 'sandbox.lock'), `${other.pid}\n`);
  await expect(startSandbox({ dataDir: folder })).rejects.toThrow(`process ${other.pid}.`);
  other.kill();
  await once(other, 'exit');
  expect((await openKept(folder)).url).toBe(first.url);
});

test('a missing file is named in the error, and the state is left alone', async () => {
  const folder = await createFolder();
  await (await openKept(folder)).close();
  const blobs = join(folder, 'blobs');
  const [name = ''] = await readdir(blobs);
  const data = await readFile(join(blobs, name));
  await rm(join(blobs, name));
  const starting = startSandbox({ dataDir: folder });
  await expect(starting).rejects.toThrow(new RegExp(`cannot be read: ENOENT.*${name}.*Nothing was changed`));
  await expect(starting).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
  await writeFile(join(blobs, name), data.subarray(1));
  await expect(startSandbox({ dataDir: folder })).rejects.toThrow(/cannot be read: .* ends after/);
  await writeFile(join(blobs, name), data);
  await (await openKept(folder)).close();
  await rm(join(blobs, name));
  await (await openKept(folder, { reset: true })).close();
});

test('reading writes nothing, an issued token is saved, and a growing file is written once', async () => {
  const folder = await createFolder();
  const sandbox = await openKept(folder);
  const state = () => readFile(join(folder, 'state.json'), 'utf8');
  const { pageToken } = await signInToFacebook(sandbox);
  await expect.poll(state).toContain(pageToken);
  const { body: opened } = await phase(sandbox, pageToken, { upload_phase: 'start', file_size: '1000' });
  const session = { upload_session_id: textAt(opened, 'upload_session_id') };
  const seeded = await readdir(join(folder, 'blobs'));
  const sizes = async () => {
    const names = (await readdir(join(folder, 'blobs'))).filter((name) => !seeded.includes(name));
    return Promise.all(names.map(async (name) => [name, (await stat(join(folder, 'blobs', name))).size]));
  };
  const video = mp4(1000);
  const transfer = (from: number, to: number) =>
    phase(
      sandbox,
      pageToken,
      { upload_phase: 'transfer', ...session, start_offset: String(from) },
      video.subarray(from, to),
    );
  await transfer(0, 400);
  await expect.poll(sizes).toEqual([[expect.any(String), 400]]);
  const [[name] = []] = await sizes();
  await transfer(400, 1000);
  await expect.poll(sizes).toEqual([[name, 1000]]);
  await phase(sandbox, pageToken, { upload_phase: 'finish', ...session, description: 'grown' });
  await expect.poll(state).toContain('grown');
  expect(await sizes()).toEqual([[name, 1000]]);
  const { ino } = await stat(join(folder, 'state.json'));
  await sandbox.posts();
  await call(`${sandbox.networks.facebook}/me?fields=name`, bearer(pageToken));
  await fetch(sandbox.url);
  await sleep(600);
  expect((await stat(join(folder, 'state.json'))).ino).toBe(ino);
});

test('a status check saves how far the processing of a video is', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { pageToken } = await signInToFacebook(first);
  const form = formOf({ source: mp4(1000) }, 'a.mp4', 'video/mp4');
  const headers = { authorization: `Bearer ${pageToken}` };
  const videos = `${first.networks.facebook}/${pageId}/videos`;
  const { body } = await call(videos, { method: 'POST', headers, body: form });
  const check = async (sandbox: typeof first) => {
    const video = await call(`${sandbox.networks.facebook}/${textAt(body, 'id')}?fields=status`, { headers });
    return textAt(video.body, 'status', 'video_status');
  };
  const path = join(folder, 'state.json');
  await expect.poll(() => readFile(path, 'utf8')).toContain('pendingChecks');
  const { ino } = await stat(path);
  expect(await check(first)).toBe('processing');
  await expect.poll(async () => (await stat(path)).ino).not.toBe(ino);
  await closeForGood(first);
  const second = await openKept(folder);
  expect([await check(second), await check(second)]).toEqual(['processing', 'ready']);
});
