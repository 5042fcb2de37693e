import { expect, test } from 'vitest';
import { planStrip } from '../../src/media/strip/plan-strip.ts';
import { bytes } from '../look/crafted-files.ts';
import { cameraFilm, writtenBy } from './crafted-videos.ts';

const sourceOf = (content: Uint8Array) => ({
  bytes: content.length,
  read: async (start: number, end: number) => content.subarray(start, end),
});

test.each([
  ['reads', { reads: 3, bytes: 1e6 }],
  ['bytes', { reads: 100, bytes: 5_000 }],
])('a plan whose %s do not suffice says that more may be found', async (_name, limits) => {
  const film = writtenBy(...Array.from({ length: 50 }, () => 'a program'.padEnd(1_000)), 'iPhone 15 Pro');
  expect(await planStrip(sourceOf(film), limits)).toMatchObject({ isComplete: false, isCutShort: true });
  expect(await planStrip(sourceOf(film))).toMatchObject({ isComplete: true, isCutShort: false });
});

test('a plan that more reading would not complete is not cut short', async () => {
  const film = bytes(cameraFilm(), [0, 0, 0, 0]);
  expect(await planStrip(sourceOf(film))).toMatchObject({ isComplete: false, isCutShort: false });
});

test('the bytes of a file that nothing waits for are planned with pauses', async () => {
  const elements = new Uint8Array(2_000_000).map((_, index) => (index % 2 === 0 ? 0xe7 : 0x80));
  const film = bytes(cameraFilm({ isOpen: true }), elements);
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  await planStrip({ ...sourceOf(film), pause });
  expect(pauses).toBeGreaterThan(50);
});
