import type { StripPlan } from './strip-plan.ts';

/**
 * Passes a file on with the edits of its plan, in pieces of any size.
 * @throws what the pieces throw
 */
export async function* applyEdits(
  pieces: AsyncIterable<Uint8Array>,
  { edits }: Pick<StripPlan, 'edits'>,
): AsyncGenerator<Uint8Array> {
  let next = 0;
  let at = 0;
  let isInEdit = false;
  for await (const piece of pieces) {
    const end = at + piece.length;
    const start = at;
    while (at < end) {
      const edit = edits[next];
      if (edit === undefined || edit.start >= end) {
        yield piece.subarray(at - start);
        break;
      }
      if (edit.start > at) yield piece.subarray(at - start, edit.start - start);
      if (!isInEdit && edit.bytes !== null && edit.bytes.length > 0) yield edit.bytes;
      const from = Math.max(at, edit.start);
      const to = Math.min(end, edit.end);
      if (edit.bytes === null && to > from) yield new Uint8Array(to - from);
      isInEdit = edit.end > end;
      if (!isInEdit) next += 1;
      at = to;
    }
    at = end;
  }
  // What is added behind the last byte.
  for (const edit of isInEdit ? [] : edits.slice(next)) {
    if (edit.start === at && edit.bytes !== null && edit.bytes.length > 0) yield edit.bytes;
  }
}
