/** A part of a thread that follows the text. */
export interface Part {
  /** Tells it from the others while it is moved. */
  readonly id: number;
  readonly text: string;
}

interface Thread {
  readonly text: string;
  readonly thread: readonly Part[];
}

/** The thread with another part at its end. */
export function addPart(thread: readonly Part[]): readonly Part[] {
  return [...thread, { id: Math.max(0, ...thread.map(({ id }) => id)) + 1, text: '' }];
}

/** The thread with a part moved by one place; from the first place it changes places with the text itself. */
export function movePart({ text, thread }: Thread, index: number, by: -1 | 1): Thread {
  const [part, other] = [thread[index], thread[index + by]];
  if (!part) return { text, thread };
  if (index + by < 0) return { text: part.text, thread: thread.with(index, { ...part, text }) };
  return { text, thread: other ? thread.with(index, other).with(index + by, part) : thread };
}
