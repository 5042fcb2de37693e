import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { samplePng, uniqueText, useStack, type Workspace } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const DAY_MS = 24 * 3_600_000;
const QUOTA = 200_000;
let shades = 0;

const { stack, clock } = useStack({ clock: true, config: { mediaQuotaBytes: QUOTA } });

const upload = ({ api }: Workspace, body: Uint8Array, headers: Record<string, string> = {}) =>
  api('POST', '/api/v1/media', { body, headers: { 'content-type': 'image/png', ...headers } });
const fileOf = ({ workspaceId }: Workspace, id: string) => join(stack.dataDir, 'media', workspaceId, id);
const rowsOf = (id: string) => stack.query(`select * from media where sha256 = '${id}'`);

test('an unused file is deleted a day after its last use, and its address expires earlier', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const bytes = samplePng(shades++);
  const { body } = await upload(workspace, bytes);
  expect(Date.parse(body.expiresAt)).toBe(clock.now() + DAY_MS);
  clock.advance(DAY_MS - 1);
  await upload(workspace, bytes);
  clock.advance(2);
  await stack.restart();
  expect((await fetch(body.url)).status).toBe(404);
  expect(existsSync(fileOf(workspace, body.id))).toBe(true);
  const post = { text: uniqueText('Used'), platforms: ['profnet'], mediaUrls: [body.url] };
  const { body: made } = await workspace.publish(post);
  expect(made.platformResults.profnet.ok).toBe(true);
  clock.advance(DAY_MS + 1);
  await stack.restart();
  await vi.waitFor(() => expect(existsSync(fileOf(workspace, body.id))).toBe(false), 15_000);
  await vi.waitFor(async () => expect(await rowsOf(body.id)).toEqual([]), 15_000);
  const late = await workspace.publish({ ...post, text: uniqueText('Late') });
  expect(late.body.platformResults.profnet).toMatchObject({ ok: false, code: 'media_refused' });
});

test('a file is kept while a scheduled post needs it, and sent then', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const scheduledFor = new Date(clock.now() + 3 * DAY_MS).toISOString();
  const [plain, override] = [
    await upload(workspace, samplePng(shades++)),
    await upload(workspace, samplePng(shades++)),
  ];
  const text = uniqueText('In three days');
  const overrides = { microblog: { media: [{ url: override.body.url }] } };
  const mediaUrls = [plain.body.url];
  const post = { text, platforms: ['profnet', 'microblog'], mediaUrls, overrides, scheduledFor };
  expect((await workspace.publish(post)).body.status).toBe('scheduled');
  const unneeded = await upload(workspace, samplePng(shades++));
  clock.advance(1.5 * DAY_MS);
  await stack.restart();
  await vi.waitFor(async () => expect(await rowsOf(unneeded.body.id)).toEqual([]), 15_000);
  for (const { body } of [plain, override]) expect(existsSync(fileOf(workspace, body.id))).toBe(true);
  const [listed] = (await workspace.api('GET', '/api/v1/posts?status=scheduled')).body.posts;
  const shown = [listed.mediaUrls[0], listed.overrides.microblog.media[0].url];
  expect(await Promise.all(shown.map(async (url) => (await fetch(url)).status))).toEqual([200, 200]);
  const { body: moved } = await workspace.api('PATCH', `/api/v1/posts/${listed.id}`, { body: { labels: ['seen'] } });
  expect(moved.mediaUrls, 'the same address for a while').toEqual(listed.mediaUrls);
  clock.advance(1.5 * DAY_MS);
  await vi.waitFor(
    async () => {
      const accepted = (await stack.sandbox.posts()).filter((each) => each.text === text);
      expect(accepted.flatMap(({ media }) => media.map(({ sha256 }) => sha256)).sort()).toEqual(
        [plain.body.id, override.body.id].sort(),
      );
    },
    { timeout: 15_000, interval: 100 },
  );
});

test('a workspace cannot store more than its quota, and keeps what it has', async () => {
  const workspace = await stack.createWorkspace();
  const first = samplePng(shades++, 120_000);
  expect((await upload(workspace, first)).status).toBe(201);
  const refused = await upload(workspace, samplePng(shades++, 120_000));
  expect(refused).toMatchObject({ status: 413, body: { code: 'media_quota_exceeded' } });
  expect(refused.body.error).toContain('may have 200 kB together');
  const digest = `sha-256=:${createHash('sha256').update(first).digest('base64')}:`;
  expect((await upload(workspace, first, { 'repr-digest': digest })).status).toBe(201);
  expect((await upload(workspace, samplePng(shades++, 60_000))).status).toBe(201);
  const other = await stack.createWorkspace();
  expect((await upload(other, samplePng(shades++, 120_000))).status).toBe(201);
});

test('parallel uploads do not exceed the quota together, even without a Content-Length', async () => {
  const workspace = await stack.createWorkspace();
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(
      () =>
        new Promise<number>((resolve, reject) => {
          const headers = { authorization: `Bearer ${workspace.apiKey}`, 'content-type': 'image/png' };
          const call = request(`${stack.url}/api/v1/media`, { method: 'POST', headers }, (answer) => {
            answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
          });
          call.once('error', reject);
          call.end(samplePng(shades++, 90_000));
        }),
    ),
  );
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(2);
  expect(statuses.filter((status) => status !== 201 && status !== 413)).toEqual([]);
  const [sum] = await stack.query(
    `select sum(bytes) as bytes from media where workspace_id = '${workspace.workspaceId}'`,
  );
  expect(Number(sum?.['bytes'] ?? 0)).toBeLessThanOrEqual(QUOTA);
});
