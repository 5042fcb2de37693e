import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGeneration } from '../generation.ts';
import { type StoredBytes, storedBytesOf } from '../world/stored-bytes.ts';
import { StateFolder } from './state-folder.ts';
import { StateWriter } from './state-writer.ts';

async function openFolder(): Promise<{ path: string; folder: StateFolder }> {
  const path = await mkdtemp(join(tmpdir(), 'social-sandbox-keeper-'));
  const folder = new StateFolder(path);
  onTestFinished(async () => {
    folder.unlock();
    await rm(path, { recursive: true, force: true });
  });
  return { path, folder };
}

function snapshotOf(media: object) {
  const { takeSnapshot } = createGeneration({
    ...{ now: Date.now, settings: {}, url: () => '' },
    ...{ reset: () => undefined, changed: () => undefined },
  });
  return { port: 1, snapshot: { ...takeSnapshot(), memories: { x: { media } } } };
}

test('writes a world rarely when writing takes long', async () => {
  const { folder } = await openFolder();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const take = vi.fn(() => {
    vi.advanceTimersByTime(60);
    return snapshotOf({});
  });
  const writer = new StateWriter(folder, take);
  const pass = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      writer.schedule();
      vi.advanceTimersByTime(10);
    }
  };
  pass(250);
  expect(take).toHaveBeenCalledTimes(1);
  pass(1190);
  expect(take).toHaveBeenCalledTimes(1);
  pass(10);
  expect(take).toHaveBeenCalledTimes(2);
  writer.close();
  pass(1300);
  expect(take).toHaveBeenCalledTimes(3);
});

test('does not write files again that were saved before', async () => {
  const { path, folder } = await openFolder();
  const data = Buffer.alloc(1024 * 1024, 'kept');
  const kept = snapshotOf({ data, blob: storedBytesOf(data.subarray(0, 1000)) });
  folder.write(kept);
  const files = (await readdir(join(path, 'blobs'))).map((name) => join(path, 'blobs', name));
  for (const file of files) await utimes(file, 0, 0);
  folder.write(kept);
  const changes = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  expect(changes.length).toBeGreaterThanOrEqual(2);
  expect(new Set(changes)).toEqual(new Set([0]));
  const { media } = (folder.read()?.snapshot.memories.x ?? {}) as { media: { data: Buffer; blob: StoredBytes } };
  expect([media.data.equals(data), media.blob.read().equals(data.subarray(0, 1000))]).toEqual([true, true]);
});
