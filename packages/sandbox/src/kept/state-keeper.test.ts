import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createGeneration } from '../server/generation.ts';
import { type Blob, blobOf } from '../world/blobs.ts';
import { StateFolder } from './state-folder.ts';
import { StateKeeper } from './state-keeper.ts';

async function openFolder(): Promise<StateFolder> {
  const path = await mkdtemp(join(tmpdir(), 'social-sandbox-keeper-'));
  const folder = new StateFolder(path);
  onTestFinished(async () => {
    folder.release();
    await rm(path, { recursive: true, force: true });
  });
  return folder;
}

function snapshotOf(media: object) {
  const { takeSnapshot } = createGeneration({
    ...{ now: Date.now, settings: {}, url: () => '' },
    ...{ reset: () => undefined, changed: () => undefined },
  });
  return { port: 1, snapshot: { ...takeSnapshot(), memories: { x: { media } } } };
}

test('a world that takes long to write is written rarely', async () => {
  const taken: number[] = [];
  const keeper = new StateKeeper(await openFolder(), () => {
    const begun = performance.now();
    taken.push(begun);
    while (performance.now() - begun < 60);
    return snapshotOf({});
  });
  keeper.touch();
  const until = performance.now() + 1400;
  while (performance.now() < until) {
    await sleep(10);
    keeper.touch();
  }
  expect(taken).toHaveLength(1);
  keeper.close();
  keeper.touch();
  await sleep(400);
  expect(taken).toHaveLength(2);
});

test('files that were kept before cost nothing', async () => {
  const folder = await openFolder();
  const data = Buffer.alloc(32 * 1024 * 1024, 'kept');
  const kept = snapshotOf({ data, blob: blobOf(data.subarray(0, 1000)) });
  const write = () => {
    const begun = performance.now();
    folder.write(kept);
    return performance.now() - begun;
  };
  const first = write();
  expect(Math.min(write(), write(), write())).toBeLessThan(first / 4);
  const { media } = (folder.read()?.snapshot.memories.x ?? {}) as { media: { data: Buffer; blob: Blob } };
  expect([media.data.equals(data), media.blob.read().equals(data.subarray(0, 1000))]).toEqual([true, true]);
});
