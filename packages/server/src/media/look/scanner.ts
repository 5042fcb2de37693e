import { crc32 } from 'node:zlib';

/** The next request of a format's reader. `take` and `sum` get an answer. */
export type Want =
  | { readonly take: number }
  | { readonly skip: number }
  /** Answers with the CRC-32, in four bytes, of the bytes in `of` and the next `sum` bytes of the file. */
  | { readonly sum: number; readonly of: Uint8Array }
  /** Continues after the next occurrence of these bytes. */
  | { readonly find: Uint8Array };

/** Reads a format step by step. */
export type Steps<Result> = Generator<Want, Result, Buffer>;

const NONE = Buffer.alloc(0);

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
  let step = steps.next(NONE);
  let position = 0;
  let window = NONE;
  let windowStart = 0;
  let summed = 0;
  let checksum = 0;
  let count = 0;
  const isTooMany = () => count > STEPS.ofAny + position / STEPS.bytesEach;

  function advance(): void {
    while (!step.done && !isTooMany()) {
      const want = step.value;
      const offset = position - windowStart;
      let answer = NONE;
      if ('skip' in want) {
        position += want.skip;
      } else if ('take' in want) {
        if (offset + want.take > window.length) return;
        answer = window.subarray(offset, offset + want.take);
        position += want.take;
      } else if ('sum' in want) {
        if (summed === 0) checksum = crc32(want.of);
        const next = window.subarray(Math.min(offset, window.length), offset + want.sum - summed);
        checksum = crc32(next, checksum);
        summed += next.length;
        position += next.length;
        if (summed < want.sum) return;
        summed = 0;
        answer = Buffer.alloc(4);
        answer.writeUInt32BE(checksum);
      } else {
        const found = offset > window.length ? -1 : window.indexOf(want.find, offset);
        if (found < 0) {
          // The bytes may begin in this piece and end in the next.
          position = Math.max(position, windowStart + window.length - want.find.length + 1);
          return;
        }
        position = windowStart + found + want.find.length;
      }
      step = steps.next(answer);
      count += 1;
    }
  }

  for await (const piece of pieces) {
    const passed = Math.min(position - windowStart, window.length);
    window = Buffer.concat([window.subarray(passed), piece]);
    windowStart += passed;
    advance();
    if (step.done) return step.value;
    if (isTooMany()) return null;
  }
  return null;
}
