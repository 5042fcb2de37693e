import { crc32 } from 'node:zlib';

/** What the reader of a format asks for next; only `take` and `sum` are answered. */
export type Want =
  | { readonly take: number }
  | { readonly skip: number }
  /** Is answered with the CRC-32, in four bytes, of what is given and so many bytes after it. */
  | { readonly sum: number; readonly of: Uint8Array }
  /** Goes on behind the next place where these bytes stand. */
  | { readonly find: Uint8Array };

/** Reads a format step by step. */
export type Steps<Result> = Generator<Want, Result, Buffer>;

const NONE = Buffer.alloc(0);

/**
 * Runs steps over a file that comes in pieces; holds no more of it than a piece and what is being taken, and reads no
 * further than the steps do. Null: the file ends before they do.
 */
export async function scan<Result>(pieces: AsyncIterable<Uint8Array>, steps: Steps<Result>): Promise<Result | null> {
  let step = steps.next(NONE);
  let position = 0;
  let window = NONE;
  let windowStart = 0;
  let summed = 0;
  let checksum = 0;

  function advance(): void {
    while (!step.done) {
      const want = step.value;
      const at = position - windowStart;
      let answer = NONE;
      if ('skip' in want) {
        position += want.skip;
      } else if ('take' in want) {
        if (at + want.take > window.length) return;
        answer = window.subarray(at, at + want.take);
        position += want.take;
      } else if ('sum' in want) {
        if (summed === 0) checksum = crc32(want.of);
        const next = window.subarray(Math.min(at, window.length), at + want.sum - summed);
        checksum = crc32(next, checksum);
        summed += next.length;
        position += next.length;
        if (summed < want.sum) return;
        summed = 0;
        answer = Buffer.alloc(4);
        answer.writeUInt32BE(checksum);
      } else {
        const found = at > window.length ? -1 : window.indexOf(want.find, at);
        if (found < 0) {
          // The first of the bytes may be the last of this piece.
          position = Math.max(position, windowStart + window.length - want.find.length + 1);
          return;
        }
        position = windowStart + found + want.find.length;
      }
      step = steps.next(answer);
    }
  }

  for await (const piece of pieces) {
    const passed = Math.min(position - windowStart, window.length);
    window = Buffer.concat([window.subarray(passed), piece]);
    windowStart += passed;
    advance();
    if (step.done) return step.value;
  }
  return null;
}
