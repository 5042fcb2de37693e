/** Replaces the bytes of a file from `start` up to `end`; both are the same where bytes are added. */
export interface FileEdit {
  readonly start: number;
  /** Infinity for all that follows. */
  readonly end: number;
  /** What stands there instead: nothing where bytes are cut out; null for as many zeros. */
  readonly bytes: Uint8Array | null;
}

/** Most edits of one file: a video has one for each piece of a track that tells something. More are not kept. */
export const MOST_EDITS = 100_000;

const NOTHING = new Uint8Array();
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Gathers the edits of a file, in any order. */
export class FileEdits {
  readonly #edits: FileEdit[] = [];

  get count(): number {
    return this.#edits.length;
  }

  /** Is true when there were more edits than a file may have. */
  get isFull(): boolean {
    return this.#edits.length > MOST_EDITS;
  }

  cut(start: number, end: number): void {
    const last = this.#edits.at(-1);
    const isNext = last?.end === start && last.bytes?.length === 0;
    if (isNext) this.#edits[this.#edits.length - 1] = { ...last, end };
    else this.replace(start, end, NOTHING);
  }

  replace(start: number, end: number, bytes: Uint8Array): void {
    if (end > start || bytes.length > 0) this.#add({ start, end, bytes });
  }

  overwrite(start: number, content: Uint8Array | string): void {
    const bytes = typeof content === 'string' ? latin(content) : content;
    this.replace(start, start + bytes.length, bytes);
  }

  zero(start: number, end: number): void {
    if (end > start) this.#add({ start, end, bytes: null });
  }

  /** Takes over the edits of another. */
  add(other: FileEdits): void {
    for (const edit of other.#edits) this.#add(edit);
  }

  #add(edit: FileEdit): void {
    if (!this.isFull) this.#edits.push(edit);
  }

  /** Returns the edits in the order of the file, without those parts that a damaged file would have changed twice. */
  inOrder(): FileEdit[] {
    let end = 0;
    const ordered: FileEdit[] = [];
    for (const edit of this.#edits.sort((one, other) => one.start - other.start || one.end - other.end)) {
      const start = Math.max(edit.start, end);
      if (start > edit.start && start >= edit.end) continue;
      const isSameSize = edit.bytes !== null && edit.bytes.length === edit.end - edit.start;
      ordered.push({
        ...edit,
        start,
        bytes: isSameSize ? (edit.bytes?.subarray(start - edit.start) ?? null) : edit.bytes,
      });
      end = edit.end;
    }
    return ordered;
  }
}

/** Returns how many bytes a file grows. @param fileBytes where known: an edit may go on to the end */
export function sizeChangeOf(edits: readonly FileEdit[], fileBytes = Number.POSITIVE_INFINITY): number {
  let change = 0;
  for (const { start, end, bytes } of edits) {
    if (bytes !== null) change += bytes.length - (Math.min(end, fileBytes) - start);
  }
  return change;
}
