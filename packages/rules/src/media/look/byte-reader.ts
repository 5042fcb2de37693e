import { Bytes } from './bytes.ts';
import type { FileSource } from './file-look.ts';

/** What one look may read, whatever the file says. A GIF is read as a whole, and no network takes one of that size. */
export const LOOK_LIMITS = { reads: 1_024, bytes: 32 * 1024 * 1024 };
/** Bytes that are read at once where little is asked for: neighboring parts are often asked for next. */
const AHEAD = 4_096;
/** Most bytes of one part, such as the list of a picture's tiles. */
export const MAX_PART = 65_536;

/** Reads parts of a file through a window, within the limits of one look. */
export class ByteReader {
  readonly bytes: number | null;
  readonly #source: FileSource;
  #window = new Bytes(new Uint8Array());
  #windowStart = 0;
  #reads = 0;
  #read = 0;

  constructor(source: FileSource) {
    this.#source = source;
    this.bytes = source.bytes;
  }

  /** Returns true when the look has read all that it may. */
  get isExhausted(): boolean {
    return this.#reads >= LOOK_LIMITS.reads || this.#read >= LOOK_LIMITS.bytes;
  }

  /** Reads exactly `length` bytes. @returns null when the file ends before, or the limits do */
  async take(at: number, length: number, ahead = AHEAD): Promise<Bytes | null> {
    const found = await this.upTo(at, length, ahead);
    return found.length === length ? found : null;
  }

  /** Reads up to `length` bytes; fewer where the file or the limits end. */
  async upTo(at: number, length: number, ahead = AHEAD): Promise<Bytes> {
    if (!this.#holds(at, length)) await this.#fill(at, Math.max(length, ahead));
    const start = at - this.#windowStart;
    return new Bytes(start < 0 ? new Uint8Array() : this.#window.array.subarray(start, start + length));
  }

  #holds(at: number, length: number): boolean {
    const start = at - this.#windowStart;
    return start >= 0 && start + length <= this.#window.length;
  }

  async #fill(at: number, length: number): Promise<void> {
    const isBeyond = !Number.isSafeInteger(at + length) || (this.bytes !== null && at >= this.bytes);
    if (this.isExhausted || isBeyond || length > LOOK_LIMITS.bytes - this.#read) {
      this.#window = new Bytes(new Uint8Array());
      return;
    }
    this.#reads += 1;
    this.#read += length;
    const end = at + length;
    const found = await this.#source.read(at, this.bytes === null ? end : Math.min(end, this.bytes));
    this.#window = new Bytes(found.subarray(0, length));
    this.#windowStart = at;
  }
}
