import type { Schema } from '@social/types';

type Result = Pick<Schema<'PlatformResult'>, 'parts' | 'comments'>;

/** Returns the parts of a thread, and the comments below it, in the order in which they are sent. */
export function allPartsOf({ parts = [], comments = [] }: Result): readonly Schema<'ThreadPart'>[] {
  return [...parts, ...comments];
}

/** Names a part by its number: "Part 2 of 3" or "Comment 1 of 2"; null for a post without a thread. */
export function nameOfPart({ parts = [], comments = [] }: Result, part: number): string | null {
  const comment = part - parts.length;
  if (comment > 0 && comments.length > 0) return `Comment ${comment} of ${comments.length}`;
  return parts.length > 1 ? `Part ${part} of ${parts.length}` : null;
}
