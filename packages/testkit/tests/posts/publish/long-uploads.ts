import { readFileSync } from 'node:fs';
import { startCuttingProxy, uniqueText } from '@social/testkit';
import { expect, vi } from 'vitest';
import type { BackupWorld, ServedWorkspace } from '../../operations/backup/backup-world.ts';
import { serveVideo } from './video-file.ts';

/** Time for a video to arrive on a busy machine, in milliseconds. */
export const limitOf = (megabytes: number) => 180_000 + megabytes * 600;

export async function publishVideo({ workspace }: ServedWorkspace, text: string, url: string) {
  const answer = await workspace.publish({ text, platforms: ['video'], mediaUrls: [url] });
  expect(answer.status).toBe(201);
  return answer.body;
}

export async function videoResult({ workspace }: ServedWorkspace, id: string) {
  return (await workspace.readPost(id)).platformResults.video;
}

/** Returns the videos of a post that the network has. */
export async function videosOf(world: BackupWorld, text: string) {
  return (await world.sandbox.posts('youtube')).filter((post) => post.text.includes(text));
}

function residentMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Publishes a video whose upload is cut at 10, 50 and 99 %, and expects it to arrive. @returns growth of the server in MB */
export async function publishThroughCuts(world: BackupWorld, megabytes: number): Promise<number> {
  const text = uniqueText('A film');
  await using film = await serveVideo(megabytes);
  await using proxy = await startCuttingProxy(
    world.sandboxUrl,
    [0.1, 0.5, 0.99].map((share) => Math.floor(share * film.bytes)),
  );
  await using served = await world.serve(world.data, { SOCIAL_VIDEO_API_URL: `${proxy.url}/youtube` });
  await served.workspace.connect('video');
  const before = residentMegabytes(served.server.child.pid ?? 0);
  const { id } = await publishVideo(served, text, film.url);
  const result = await vi.waitFor(
    async () => {
      const now = await videoResult(served, id);
      expect(now.state).not.toBe('sending');
      return now;
    },
    { timeout: limitOf(megabytes), interval: 200 },
  );
  expect(result).toMatchObject({ ok: true, state: 'published', credits: 1 });
  expect(result.progress).toBeUndefined();
  expect(proxy.cuts).toBe(3);
  expect(await videosOf(world, text)).toMatchObject([
    { deletedAt: null, media: [{ type: 'video/mp4', bytes: film.bytes, sha256: film.sha256 }] },
  ]);
  return Math.round(residentMegabytes(served.server.child.pid ?? 0) - before);
}
