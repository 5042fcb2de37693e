import { Bytes } from './bytes.ts';
import type { FileSource } from './file-look.ts';

/** What one look may read, whatever the file says. A GIF is read as a whole, and no network takes one of that size. */
export const LOOK_LIMITS: ReadLimits = { reads: 1_024, bytes: 32 * 1024 * 1024 };
/** Bytes of parts' contents that are read in all. */
const PART_BYTES = 2 * 1024 * 1024;
/** Bytes that are read at once where little is asked for: neighboring parts are often asked for next. */
const AHEAD = 4_096;
/** Most bytes of one part, such as the list of a picture's tiles. */
export const MAX_PART = 65_536;
const NOTHING = new Bytes(new Uint8Array());
/** Bytes that are handed out before others may run, and as what each part counts beside its own. */
const TURN = { bytes: 262_144, ofEach: 256 };

/** What one reading of a file may cost. */
export interface ReadLimits {
  readonly reads: number;
  readonly bytes: number;
}

/** Reads parts of a file through a window, within the limits of one look or of another reading. */
export class ByteReader {
  readonly bytes: number | null;
  readonly #source: FileSource;
  readonly #limits: ReadLimits;
  #window = NOTHING;
  #windowStart = 0;
  /** Is true when the file ends with the window. */
  #isLast = false;
  #reads = 0;
  #read = 0;
  #partBytes = 0;
  #isRefused = false;
  #sincePause = 0;

  constructor(source: FileSource, limits: ReadLimits = LOOK_LIMITS) {
    this.#source = source;
    this.#limits = limits;
    this.bytes = source.bytes;
  }

  /** Returns true when all has been read that may be, or more was asked for. */
  get isExhausted(): boolean {
    return this.#isRefused || this.#reads >= this.#limits.reads || this.#read >= this.#limits.bytes;
  }

  /** Returns true when further parts are not read: the walk through the file goes on. */
  get isSkippingParts(): boolean {
    return this.isExhausted || this.#partBytes >= PART_BYTES;
  }

  /** Reads the content of a part, of which little is left unread in ordinary files. @returns nothing beyond the limits */
  async part(at: number, length: number): Promise<Bytes> {
    if (this.isSkippingParts) return NOTHING;
    const found = await this.upTo(at, Math.min(Math.max(0, length), MAX_PART));
    this.#partBytes += found.length;
    return found;
  }

  /** Reads up to `length` bytes; fewer where the file or the limits end. */
  async upTo(at: number, length: number, ahead = AHEAD): Promise<Bytes> {
    await this.#takeTurn(length);
    if (!this.#holds(at, length)) await this.#fill(at, Math.max(length, ahead));
    const start = at - this.#windowStart;
    return start < 0 ? NOTHING : this.#window.part(start, length);
  }

  /** Lets others run after a while: parts in memory are read without a pause, however many there are. */
  async #takeTurn(length: number): Promise<void> {
    this.#sincePause += TURN.ofEach + length;
    if (this.#sincePause < TURN.bytes) return;
    this.#sincePause = 0;
    await this.#source.pause?.();
  }

  #holds(at: number, length: number): boolean {
    const start = at - this.#windowStart;
    if (start < 0 || start > this.#window.length) return false;
    return this.#isLast || start + length <= this.#window.length;
  }

  async #fill(at: number, length: number): Promise<void> {
    const isBeyond = !Number.isSafeInteger(at + length) || (this.bytes !== null && at >= this.bytes);
    const isTooMuch = this.isExhausted || length > this.#limits.bytes - this.#read;
    if (isTooMuch || isBeyond) {
      this.#isRefused ||= isTooMuch && !isBeyond;
      this.#window = NOTHING;
      this.#isLast = false;
      return;
    }
    const end = this.bytes === null ? at + length : Math.min(at + length, this.bytes);
    this.#reads += 1;
    this.#read += end - at;
    const found = await this.#source.read(at, end);
    this.#window = new Bytes(found.subarray(0, end - at));
    this.#windowStart = at;
    this.#isLast = end === this.bytes || found.length < end - at;
  }
}
