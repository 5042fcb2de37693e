import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createGeneration } from '../server/generation.ts';
import { type Blob, blobOf } from '../world/blobs.ts';
import { StateFolder } from './state-folder.ts';
import { StateWriter } from './state-writer.ts';

async function openFolder(): Promise<StateFolder> {
  const path = await mkdtemp(join(tmpdir(), 'social-sandbox-keeper-'));
  const folder = new StateFolder(path);
  onTestFinished(async () => {
    folder.unlock();
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

test('writes a world rarely when writing takes long', async () => {
  const taken: number[] = [];
  const writer = new StateWriter(await openFolder(), () => {
    const begun = performance.now();
    taken.push(begun);
    while (performance.now() - begun < 60);
    return snapshotOf({});
  });
  writer.schedule();
  const until = performance.now() + 1400;
  while (performance.now() < until) {
    await sleep(10);
    writer.schedule();
  }
  expect(taken).toHaveLength(1);
  writer.close();
  writer.schedule();
  await sleep(400);
  expect(taken).toHaveLength(2);
});

test('does not write files again that were saved before', async () => {
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
