/** What the reader of a format asks for next; only `take` is answered with bytes. */
export type Want =
  | { readonly take: number }
  | { readonly skip: number }
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
