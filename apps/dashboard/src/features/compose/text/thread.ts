/** A part of a thread that follows the text. */
export interface Part {
  /** Identifies the part while it is moved. */
  readonly id: number;
  readonly text: string;
}

interface Thread {
  readonly text: string;
  readonly thread: readonly Part[];
}

/** Returns the thread with a new part at its end. */
export function addPart(thread: readonly Part[]): readonly Part[] {
  return [...thread, { id: Math.max(0, ...thread.map(({ id }) => id)) + 1, text: '' }];
}

/** Returns the thread with a part moved by one place. Moved before the first place, it trades places with the text. */
export function movePart({ text, thread }: Thread, index: number, by: -1 | 1): Thread {
  const [part, other] = [thread[index], thread[index + by]];
  if (!part) return { text, thread };
  if (index + by < 0) return { text: part.text, thread: thread.with(index, { ...part, text }) };
  return { text, thread: other ? thread.with(index, other).with(index + by, part) : thread };
}
