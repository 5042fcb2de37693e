/** Bytes of a file with readers of numbers and text. What lies outside of them reads as 0. */
export class Bytes {
  readonly array: Uint8Array;
  readonly #view: DataView;

  constructor(array: Uint8Array) {
    this.array = array;
    this.#view = new DataView(array.buffer, array.byteOffset, array.byteLength);
  }

  get length(): number {
    return this.array.length;
  }

  u8(at: number): number {
    return this.array[at] ?? 0;
  }

  u16(at: number, isLittle = false): number {
    return this.#has(at, 2) ? this.#view.getUint16(at, isLittle) : 0;
  }

  u24(at: number, isLittle = false): number {
    const [low, high] = isLittle ? [at, at + 2] : [at + 2, at];
    return this.u8(high) * 65_536 + this.u8(at + 1) * 256 + this.u8(low);
  }

  u32(at: number, isLittle = false): number {
    return this.#has(at, 4) ? this.#view.getUint32(at, isLittle) : 0;
  }

  i32(at: number): number {
    return this.#has(at, 4) ? this.#view.getInt32(at) : 0;
  }

  /** Loses precision above 2⁵³, which no file reaches. */
  u64(at: number, isLittle = false): number {
    const [low, high] = isLittle ? [at, at + 4] : [at + 4, at];
    return this.u32(high, isLittle) * 2 ** 32 + this.u32(low, isLittle);
  }

  f32(at: number): number {
    return this.#has(at, 4) ? this.#view.getFloat32(at) : 0;
  }

  f64(at: number): number {
    return this.#has(at, 8) ? this.#view.getFloat64(at) : 0;
  }

  /** Text with a character per byte. */
  text(start = 0, length = this.length): string {
    let text = '';
    const end = Math.min(this.length, start + length);
    for (let at = Math.max(0, start); at < end; at += 4_096) {
      text += String.fromCharCode(...this.array.subarray(at, Math.min(end, at + 4_096)));
    }
    return text;
  }

  /** Returns a part without copying it. */
  part(start: number, length: number): Bytes {
    return new Bytes(this.array.subarray(Math.max(0, start), Math.max(0, start + length)));
  }

  /** Returns what begins at a place. */
  from(start: number): Bytes {
    return new Bytes(this.array.subarray(Math.max(0, start)));
  }

  /** Reads a part, as a file does. */
  async upTo(start: number, length: number): Promise<Bytes> {
    return this.part(start, length);
  }

  startsWith(expected: readonly number[], at = 0): boolean {
    return expected.every((byte, index) => this.array[at + index] === byte);
  }

  #has(at: number, length: number): boolean {
    return at >= 0 && at + length <= this.length;
  }
}
