import { readFileSync } from 'node:fs';
import { startCuttingProxy } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { type BackupWorld, createBackupWorld, type ServedWorkspace } from '../../operations/backup/backup-world.ts';
import { serveVideo } from './video-file.ts';

const MEGABYTES = Number(process.env['SOCIAL_TEST_VIDEO_MEGABYTES'] ?? 200);
const LIMIT_MS = 180_000 + MEGABYTES * 600;

async function publishVideo({ workspace }: ServedWorkspace, url: string) {
  const body = { text: 'A long film', platforms: ['video'], mediaUrls: [url] };
  const answer = await workspace.publish(body);
  expect(answer.status).toBe(201);
  return answer.body;
}

async function resultOf({ workspace }: ServedWorkspace, id: string) {
  return (await workspace.readPost(id)).platformResults.video;
}

const videos = async (world: BackupWorld) =>
  (await world.sandbox.posts('youtube')).filter(({ text }) => text.includes('A long film'));

function residentMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

test(`a video of ${MEGABYTES} MB whose upload is cut at 10, 50 and 99 % arrives once and complete, and is never held in memory`, {
  timeout: LIMIT_MS,
}, async () => {
  await using world = await createBackupWorld();
  await using film = await serveVideo(MEGABYTES);
  await using proxy = await startCuttingProxy(
    world.sandboxUrl,
    [0.1, 0.5, 0.99].map((share) => Math.floor(share * film.bytes)),
  );
  await using served = await world.serve(world.data, { SOCIAL_VIDEO_API_URL: `${proxy.url}/youtube` });
  await served.workspace.connect('video');
  const before = residentMegabytes(served.server.child.pid ?? 0);
  const { id } = await publishVideo(served, film.url);
  const result = await vi.waitFor(
    async () => {
      const now = await resultOf(served, id);
      expect(now.state).not.toBe('sending');
      return now;
    },
    { timeout: LIMIT_MS, interval: 200 },
  );
  expect(result).toMatchObject({ ok: true, state: 'published', credits: 1 });
  expect(result.progress).toBeUndefined();
  expect(proxy.cuts).toBe(3);
  expect(await videos(world)).toMatchObject([
    { deletedAt: null, media: [{ type: 'video/mp4', bytes: film.bytes, sha256: film.sha256 }] },
  ]);
  const grownMegabytes = Math.round(residentMegabytes(served.server.child.pid ?? 0) - before);
  process.stdout.write(`${JSON.stringify({ megabytes: MEGABYTES, grownMegabytes })}\n`);
  // Held in memory, the video would add its own size.
  expect(grownMegabytes).toBeLessThan(220);
});

test('the upload of a video continues after its server was killed and restarted, and the video arrives once', {
  timeout: LIMIT_MS,
}, async () => {
  await using world = await createBackupWorld();
  await using film = await serveVideo(Math.max(64, Math.floor(MEGABYTES / 3)));
  await using proxy = await startCuttingProxy(world.sandboxUrl, []);
  const env = { SOCIAL_VIDEO_API_URL: `${proxy.url}/youtube` };
  const first = await world.serve(world.data, env);
  await first.workspace.connect('video');
  const posting = publishVideo(first, film.url).catch(() => undefined);
  const half = film.bytes / 2;
  await vi.waitFor(() => expect(proxy.sentBytes).toBeGreaterThan(half), { timeout: LIMIT_MS, interval: 5 });
  await first.stop('SIGKILL');
  await posting;
  const [post] = world.query<{ id: string }>('select id from post');

  await using second = await world.serve(world.data, env);
  await vi.waitFor(async () => expect(await resultOf(second, post?.id ?? '')).toMatchObject({ ok: true, credits: 1 }), {
    timeout: LIMIT_MS,
    interval: 200,
  });
  expect(await videos(world)).toMatchObject([{ media: [{ bytes: film.bytes, sha256: film.sha256 }] }]);
  // Only the part that was being sent at the kill is sent twice.
  expect(proxy.sentBytes).toBeLessThan(film.bytes + 32 * 1024 * 1024);
});
