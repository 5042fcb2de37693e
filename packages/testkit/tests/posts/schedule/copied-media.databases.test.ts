import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  dialectUnderTest,
  type ServedFile,
  samplePng,
  startFileServer,
  uniqueText,
  useStack,
  type Workspace,
} from '@social/testkit';
import { beforeEach, expect, test, vi } from 'vitest';
import { close, listen } from '../../../src/servers/local-server.ts';
import { useResource } from '../../../src/stack/use-stack.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUOTA = 200_000;
const GONE: ServedFile = { status: 403, body: 'Request has expired' };

const { stack, clock } = useStack({ clock: true, config: { mediaQuotaBytes: QUOTA } });
const files = useResource(startFileServer);
let workspace: Workspace;
let shade = 0;
beforeEach(async () => {
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  const url = `http://127.0.0.1:${await listen(server)}`;
  return { url, [Symbol.asyncDispose]: () => close(server) };
}

const at = (ms: number) => new Date(clock.now() + ms).toISOString();
const epoch = (ms: number) => Math.floor((clock.now() + ms) / 1000);

/** Serves a picture at an address that ends after `lifeMs`, as CloudFront signs it. */
function signed(lifeMs: number, body: Uint8Array | string = samplePng(++shade)) {
  const path = `/photo-${++shade}.png?Expires=${epoch(lifeMs)}&Signature=abc&Key-Pair-Id=K2`;
  return {
    path,
    url: files.serve(path, { body }),
    requests: () => files.requests.filter((one) => one === path).length,
  };
}

const schedule = (inMs: number, more: object) =>
  workspace.publish({ text: uniqueText('Later'), platforms: ['profnet'], scheduledFor: at(inMs), ...more });
const sentOf = async (text: string) => (await stack.sandbox.posts()).filter((post) => post.text === text);
const change = (id: string, body: object) => workspace.api('PATCH', `/api/v1/posts/${id}`, { body });

test('a file whose address ends before the post is due is copied, sent from the copy and deleted a day after', async () => {
  const photo = signed(HOUR);
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: photo.url, alt: 'A dot' }] });
  expect(made.media).toEqual([{ url: photo.url, alt: 'A dot', copy: 'copying' }]);
  const { media } = await workspace.untilPost(made.id, { media: [{ copy: 'copied' }] });
  expect(media).toEqual([{ url: photo.url, alt: 'A dot', copy: 'copied' }]);
  files.serve(photo.path, GONE);
  clock.advance(5 * HOUR);
  await workspace.untilPost(made.id, { status: 'published', outcome: 'published', media: [{ copy: 'copied' }] });
  expect((await sentOf(made.text))[0]?.media).toHaveLength(1);
  expect(photo.requests()).toBe(1);
  const [stored] = await stack.query(`select sha256 from media where workspace_id = '${workspace.workspaceId}'`);
  const path = join(stack.dataDir, 'media', workspace.workspaceId, String(stored?.['sha256']));
  expect(existsSync(path)).toBe(true);
  clock.advance(25 * HOUR);
  await stack.restart();
  await vi.waitFor(() => expect(existsSync(path)).toBe(false), 15_000);
});

test('a copy is kept for as long as its post waits', async () => {
  const photo = signed(HOUR);
  const { body: made } = await schedule(72 * HOUR, { media: [{ url: photo.url }] });
  await workspace.untilPost(made.id, { media: [{ copy: 'copied' }] });
  files.serve(photo.path, GONE);
  clock.advance(50 * HOUR);
  await stack.restart();
  clock.advance(22 * HOUR);
  await workspace.untilPost(made.id, { outcome: 'published' });
});

test('a file that lives until the post is due, and one that is uploaded, are not copied', async () => {
  const photo = signed(9 * HOUR);
  const plain = files.serve('/plain.png', { body: samplePng(++shade) });
  const headers = { 'content-type': 'image/png' };
  const { body: own } = await workspace.api('POST', '/api/v1/media', { body: samplePng(++shade), headers });
  const media = [{ url: photo.url }, { url: plain }, { url: own.url }];
  const { body: made } = await schedule(5 * HOUR, { media });
  expect(made.media).toEqual(media);
  expect(made).not.toHaveProperty('notes');
  expect(await stack.query(`select copies, copies_due_at from post where id = '${made.id}'`)).toEqual([
    { copies: null, copies_due_at: null },
  ]);
});

test('with copyMedia every file of another server is copied, and what is published at once copies none', async () => {
  const url = files.serve('/wanted.png', { body: samplePng(++shade) });
  const override = files.serve('/override.png', { body: samplePng(++shade) });
  const more = {
    ...{ mediaUrls: [url], copyMedia: true, platforms: ['profnet', 'microblog'] },
    overrides: { microblog: { media: [{ url: override }] } },
  };
  const { body: made } = await schedule(5 * HOUR, more);
  expect(made).toMatchObject({ copyMedia: true, notes: [{ code: 'copying_media' }] });
  const done = await workspace.untilPost(made.id, {
    notes: [{ code: 'copied_media' }],
    overrides: { microblog: { media: [{ copy: 'copied' }] } },
  });
  expect(done.notes[0].message).toContain('/wanted.png was copied');
  files.serve('/wanted.png', GONE);
  files.serve('/override.png', GONE);
  clock.advance(5 * HOUR);
  await workspace.untilPost(made.id, { outcome: 'published' });
  const now = files.serve('/now.png', { body: samplePng(++shade) });
  const text = uniqueText('Now');
  const { body: sent } = await workspace.publish({
    text,
    platforms: ['profnet'],
    media: [{ url: now }],
    copyMedia: true,
  });
  expect(sent.media).toEqual([{ url: now }]);
});

test('a file that cannot be had is tried again while its address lives; then the copy has failed, and the post with it', async () => {
  const photo = signed(HOUR);
  files.serve(photo.path, GONE);
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: photo.url }] });
  for (const [tries, pause] of [30_000, 2 * MINUTE, 10 * MINUTE].entries()) {
    await vi.waitFor(() => expect(photo.requests()).toBe(tries + 1), 15_000);
    await vi.waitFor(async () => {
      const [row] = await stack.query(`select * from post where id = '${made.id}'`);
      expect(Date.parse(String(row?.['copies_due_at']))).toBe(clock.now() + pause);
    }, 15_000);
    expect((await workspace.readPost(made.id)).media[0].copy).toBe('copying');
    clock.advance(pause);
  }
  const failed = await workspace.untilPost(made.id, { media: [{ copy: 'failed' }] });
  expect(failed.media[0].copyProblem).toMatchObject({ code: 'media_unreachable' });
  expect(failed.media[0].copyProblem.message).toContain('403');
  expect(failed.media[0].copyProblem.message).not.toContain('Signature');
  clock.advance(5 * HOUR);
  await vi.waitFor(async () => {
    const { profnet } = (await workspace.readPost(made.id)).platformResults;
    clock.advance(Math.max(0, Date.parse(profnet?.nextAttemptAt ?? at(0)) - clock.now()));
    expect(profnet).toMatchObject({ state: 'failed', code: 'media_unreachable' });
  }, 30_000);
  expect(await sentOf(made.text)).toEqual([]);
});

test('a copy that fails for the quota says so at once, and the post fetches its file when it is due', async () => {
  const photo = signed(HOUR, samplePng(++shade, QUOTA));
  const { body: made } = await schedule(5 * HOUR, { mediaUrls: [photo.url] });
  const failed = await workspace.untilPost(made.id, { notes: [{ code: 'copy_failed' }] });
  expect(failed.notes[0].message).toContain('may have 200 kB together');
  expect(failed.notes[0].message).not.toContain('Signature');
  clock.advance(5 * HOUR);
  await workspace.untilPost(made.id, { outcome: 'published' });
  expect((await sentOf(made.text))[0]?.media).toHaveLength(1);
});

test('what is no picture is not tried again', async () => {
  const page = signed(HOUR, '<title>Sign in</title>');
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: page.url }] });
  const failed = await workspace.untilPost(made.id, { media: [{ copy: 'failed' }] });
  expect(failed.media[0].copyProblem.code).toBe('media_refused');
  expect(page.requests()).toBe(1);
});

test('the copies follow a new time and a new wish', async () => {
  const photo = signed(4 * HOUR);
  const plain = files.serve('/later.png', { body: samplePng(++shade) });
  const media = [{ url: photo.url }, { url: plain }];
  const { body: made } = await schedule(HOUR, { media });
  expect(made.media).toEqual(media);
  const moved = await change(made.id, { scheduledFor: at(9 * HOUR) });
  expect(moved.body.media).toEqual([{ url: photo.url, copy: 'copying' }, { url: plain }]);
  await workspace.untilPost(made.id, { media: [{ copy: 'copied' }, {}] });
  const back = await change(made.id, { scheduledFor: at(HOUR) });
  expect(back.body.media, 'the copy stays').toEqual([{ url: photo.url, copy: 'copied' }, { url: plain }]);
  const wanted = await change(made.id, { copyMedia: true });
  expect(wanted).toMatchObject({ status: 200, body: { copyMedia: true } });
  await workspace.untilPost(made.id, { media: [{ copy: 'copied' }, { copy: 'copied' }] });
  const unwanted = await change(made.id, { copyMedia: false });
  expect(unwanted.body).not.toHaveProperty('copyMedia');
  clock.advance(HOUR);
  await workspace.untilPost(made.id, { outcome: 'published' });
  expect((await change(made.id, { copyMedia: true })).status).toBe(409);
});

test('a post that is canceled copies nothing more', async () => {
  const photo = signed(HOUR);
  files.serve(photo.path, GONE);
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: photo.url }] });
  await vi.waitFor(() => expect(photo.requests()).toBe(1), 15_000);
  const { body: canceled } = await workspace.api('DELETE', `/api/v1/posts/${made.id}`);
  expect(canceled.media).toEqual([{ url: photo.url }]);
  expect(await stack.query(`select copies_due_at from post where id = '${made.id}'`)).toEqual([
    { copies_due_at: null },
  ]);
});

test('a draft copies nothing before it is approved', async () => {
  const photo = signed(HOUR);
  const content = { text: uniqueText('Draft'), platforms: ['profnet'], media: [{ url: photo.url }], copyMedia: true };
  const { body: draft } = await workspace.api('POST', '/api/v1/drafts', {
    body: { ...content, scheduledFor: at(5 * HOUR) },
  });
  expect(draft).toMatchObject({ copyMedia: true, media: [{ url: photo.url }] });
  const { updatedAt: ifUpdatedAt } = draft;
  const approved = await workspace.api('POST', `/api/v1/drafts/${draft.id}/approve`, { body: { ifUpdatedAt } });
  expect(approved.body).toMatchObject({ copyMedia: true, media: [{ copy: 'copying' }] });
  await workspace.untilPost(approved.body.id, { media: [{ copy: 'copied' }] });
});

test('copying continues after a restart', async () => {
  const photo = signed(HOUR);
  files.serve(photo.path, GONE);
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: photo.url }] });
  await vi.waitFor(() => expect(photo.requests()).toBe(1), 15_000);
  files.serve(photo.path, { body: samplePng(++shade) });
  await stack.restart();
  clock.advance(30_000);
  await workspace.untilPost(made.id, { media: [{ copy: 'copied' }] });
});

test('a server that stops while it copies leaves the file to the next one', async () => {
  const picture = samplePng(++shade);
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  let isHeld = true;
  await using slow = await startServer((_, response) => {
    response.writeHead(200, { 'content-length': picture.length });
    if (!isHeld) return response.end(picture);
    response.once('close', left.resolve);
    response.write(picture.subarray(0, 100), () => asked.resolve());
  });
  const { body: made } = await schedule(5 * HOUR, { media: [{ url: `${slow.url}/slow.png` }], copyMedia: true });
  await asked.promise;
  isHeld = false;
  await stack.restart();
  // The copy that was under way has ended.
  await left.promise;
  await workspace.untilPost(made.id, { media: [{ copy: 'copied' }] });
  const files = `select sha256 from media where workspace_id = '${workspace.workspaceId}'`;
  expect(await stack.query(files)).toHaveLength(1);
});

test('nothing is copied for a workspace that was deleted', async () => {
  const photo = signed(HOUR);
  files.serve(photo.path, { status: 503, body: 'later' });
  await schedule(5 * HOUR, { media: [{ url: photo.url }] });
  await vi.waitFor(() => expect(photo.requests()).toBe(1));
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const browser = await workspace.browser();
  const deletion = await browser.visit('DELETE', '/api/workspace', { body: { password: workspace.password } });
  expect(deletion.status).toBe(200);
  const before = photo.requests();
  clock.advance(30 * MINUTE);
  // Another workspace's file, due after those of the deleted one, is copied.
  const later = signed(HOUR);
  const { body: made } = await other.publish({
    ...{ text: uniqueText('Later'), platforms: ['profnet'], media: [{ url: later.url }] },
    scheduledFor: at(5 * HOUR),
  });
  await other.untilPost(made.id, { media: [{ copy: 'copied' }] });
  expect(photo.requests()).toBe(before);
});

test('of several servers one copies a file', async () => {
  // A SQLite file has one server.
  if (dialectUnderTest() === 'postgres') await stack.startReplica();
  const photos = Array.from({ length: 12 }, () => signed(HOUR));
  const made = await Promise.all(photos.map(({ url }) => schedule(5 * HOUR, { media: [{ url }] })));
  for (const { body } of made) await workspace.untilPost(body.id, { media: [{ copy: 'copied' }] });
  expect(photos.map(({ requests }) => requests())).toEqual(photos.map(() => 1));
});
