/** Bytes that can be read anywhere. `StoredBytes` are some. */
export interface Bytes {
  /** Number of bytes. */
  readonly bytes: number;
  /** Returns the bytes from `start` up to but not including `end`, as far as there are any. */
  read(start: number, end: number): Buffer;
}

/** Largest piece that is read at once, and more than any field that is read whole. */
const windowBytes = 16 * 1024;

/**
 * Reads numbers and texts of a file, a piece of 16 KiB at a time. A number beyond the end is `NaN`, so that every comparison
 * with it is false.
 */
export class ByteReader {
  readonly length: number;
  readonly #source: Bytes;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(source: Bytes) {
    this.#source = source;
    this.length = source.bytes;
  }

  u8(at: number): number {
    return this.#at(at, 1)?.readUInt8() ?? Number.NaN;
  }

  u16(at: number, { isLittle = false } = {}): number {
    const bytes = this.#at(at, 2);
    return (isLittle ? bytes?.readUInt16LE() : bytes?.readUInt16BE()) ?? Number.NaN;
  }

  u32(at: number, { isLittle = false } = {}): number {
    const bytes = this.#at(at, 4);
    return (isLittle ? bytes?.readUInt32LE() : bytes?.readUInt32BE()) ?? Number.NaN;
  }

  i32(at: number): number {
    return this.#at(at, 4)?.readInt32BE() ?? Number.NaN;
  }

  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }

  /** Returns up to 16 KiB as Latin-1, fewer at the end of the file. */
  latin(at: number, count: number): string {
    const available = Math.min(count, windowBytes, this.length - at);
    return (available > 0 ? this.#at(at, available)?.toString('latin1') : undefined) ?? '';
  }

  #at(at: number, count: number): Buffer | undefined {
    if (!(at >= 0 && at + count <= this.length)) return undefined;
    const from = at - this.#start;
    if (from >= 0 && from + count <= this.#window.length) return this.#window.subarray(from, from + count);
    this.#start = at;
    this.#window = this.#source.read(at, at + windowBytes);
    return this.#window.subarray(0, count);
  }
}

/** The number of parts of a file that a look at it may visit. */
export interface Budget {
  steps: number;
}

/** Takes one step. @returns `false` when no step is left. */
export function takeStep(budget: Budget): boolean {
  budget.steps -= 1;
  return budget.steps >= 0;
}
