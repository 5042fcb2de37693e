import { Bytes } from '../look/bytes.ts';
import { crc32 } from './crc32.ts';

/** The next request of a format's reader. `take` and `sum` get an answer. */
export type Want =
  | { readonly take: number }
  | { readonly skip: number }
  /** Answers with the CRC-32, in four bytes, of the bytes in `of` and the next `sum` bytes of the file. */
  | { readonly sum: number; readonly of: Uint8Array }
  /** Continues after the next occurrence of these two bytes. */
  | { readonly find: readonly [number, number] };

/** Reads a format step by step. */
export type Steps<Result> = Generator<Want, Result, Bytes>;

const NONE = new Uint8Array();
const NOTHING = new Bytes(NONE);

/**
 * Steps that any file may have, and bytes of it for one more. Writers fill their blocks, of up to 255 bytes in a GIF and far more
 * elsewhere; a file in blocks of one byte would keep the processor busy for seconds.
 */
const STEPS = { ofAny: 40_000, bytesEach: 64 };

/**
 * Runs steps over a file that arrives in pieces. Holds a piece and the bytes being taken at a time, and reads no further than the
 * steps do.
 * @returns the result of the steps, or null when the file ends before them or has far more of them than bytes
 */
export async function scan<Result>(pieces: AsyncIterable<Uint8Array>, steps: Steps<Result>): Promise<Result | null> {
  let step = steps.next(NOTHING);
  let position = 0;
  let window: Uint8Array = NONE;
  let windowStart = 0;
  let summed = 0;
  let checksum = 0;
  let count = 0;
  const isTooMany = () => count > STEPS.ofAny + position / STEPS.bytesEach;

  function advance(): void {
    while (!step.done && !isTooMany()) {
      const want = step.value;
      const offset = position - windowStart;
      let answer = NOTHING;
      if ('skip' in want) {
        position += want.skip;
      } else if ('take' in want) {
        if (offset + want.take > window.length) return;
        answer = new Bytes(window.subarray(offset, offset + want.take));
        position += want.take;
      } else if ('sum' in want) {
        if (summed === 0) checksum = crc32(want.of);
        const next = window.subarray(Math.min(offset, window.length), offset + want.sum - summed);
        checksum = crc32(next, checksum);
        summed += next.length;
        position += next.length;
        if (summed < want.sum) return;
        summed = 0;
        answer = fourBytes(checksum);
      } else {
        const found = indexOfPair(window, want.find, offset);
        if (found < 0) {
          // The bytes may begin in this piece and end in the next.
          position = Math.max(position, windowStart + window.length - 1);
          return;
        }
        position = windowStart + found + 2;
      }
      step = steps.next(answer);
      count += 1;
    }
  }

  for await (const piece of pieces) {
    const passed = Math.min(position - windowStart, window.length);
    window = joined(window.subarray(passed), piece);
    windowStart += passed;
    advance();
    if (step.done) return step.value;
    if (isTooMany()) return null;
  }
  return null;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return tail;
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function indexOfPair(bytes: Uint8Array, [first, second]: readonly [number, number], start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === first && bytes[at + 1] === second) return at;
  }
  return -1;
}

function fourBytes(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return new Bytes(bytes);
}
