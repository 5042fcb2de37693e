import { setImmediate as nextTurn } from 'node:timers/promises';
import { lookAtFile, type MediaLook } from '@social/rules';
import { expect, test } from 'vitest';
import { sourceOf, withStrip } from './media-look.ts';

const element = (id: string, content: Buffer) => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), length, content]);
};
const head = element('1a45dfa3', element('4282', Buffer.from('webm')));
const track = element(
  '1654ae6b',
  element('ae', Buffer.concat([element('83', Buffer.of(1)), element('e0', element('b0', Buffer.of(9)))])),
);
const film = (...parts: readonly Buffer[]) =>
  Buffer.concat([head, Buffer.from('18538067ff', 'hex'), track, Buffer.from('1f43b675ff', 'hex'), ...parts]);
const small = Buffer.from('e780'.repeat(500_000), 'hex');

/** A file in memory, as the ends of one at another server are. */
const fileOf = (content: Buffer) => {
  let read = 0;
  return {
    bytes: content.length,
    read: async function* (from = 0, to = content.length) {
      read += to - from;
      yield content.subarray(from, to);
    },
    count: () => read,
  };
};

async function lookAt(file: ReturnType<typeof fileOf>): Promise<MediaLook> {
  return withStrip((await lookAtFile(sourceOf(file))) as MediaLook, sourceOf(file));
}

test('other work goes on while a file of many small parts is looked at', async () => {
  let isDone = false;
  const looking = lookAt(fileOf(film(small))).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await nextTurn();
  expect(turns).toBeGreaterThan(50);
  expect((await looking).strip).toBeDefined();
});

test('what stripping does to a file that takes long to follow is left to the publish', async () => {
  const file = fileOf(film(...Array.from({ length: 20_000 }, () => element('e7', Buffer.alloc(1_000)))));
  const look = await lookAt(file);
  expect(look.kind).toBe('video');
  expect(look.strip).toBeUndefined();
  expect(file.count()).toBeLessThan(file.bytes);
});
