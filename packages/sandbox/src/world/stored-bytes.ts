import { createHash, type Hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const keptInMemory = 1024 * 1024;

/**
 * Received bytes: up to 1 MiB in memory, more in a file without a name, which disappears when the process ends. They may
 * grow until their hash is read.
 */
export class StoredBytes {
  #bytes = 0;
  #chunks: Buffer[] = [];
  #file: number | undefined;
  readonly #hash: Hash = createHash('sha256');
  #sha256: string | undefined;

  /** Size so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** SHA-256 in lower-case hexadecimal. Reading it completes the bytes. */
  get sha256(): string {
    this.#sha256 ??= this.#hash.digest('hex');
    return this.#sha256;
  }

  /** Returns true when the bytes no longer grow. */
  get isComplete(): boolean {
    return this.#sha256 !== undefined;
  }

  /** Ends their growth. */
  complete(): void {
    this.#sha256 ??= this.#hash.digest('hex');
  }

  append(chunk: Buffer): void {
    if (this.#sha256 !== undefined) throw new Error('complete bytes do not grow');
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    if (this.#file === undefined && this.#bytes <= keptInMemory) {
      this.#chunks.push(chunk);
      return;
    }
    if (this.#file === undefined) {
      this.#file = openUnnamed(this.#chunks.splice(0));
      openFiles.register(this, this.#file);
    }
    writeWhole(this.#file, chunk);
  }

  /** Reads the bytes from `start` up to but not including `end`, as far as there are any. */
  read(start = 0, end = this.#bytes): Buffer {
    const stop = Math.min(end, this.#bytes);
    if (this.#file === undefined) {
      // Joined once, or many small reads would copy everything each time.
      if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
      return (this.#chunks[0] ?? Buffer.alloc(0)).subarray(start, stop);
    }
    const part = Buffer.alloc(Math.max(0, stop - start));
    let filled = 0;
    while (filled < part.length) {
      filled += readSync(this.#file, part, filled, part.length - filled, start + filled);
    }
    return part;
  }
}

/** Closes the files of bytes that were garbage-collected. */
const openFiles = new FinalizationRegistry<number>((file) => closeSync(file));

/** Stores these bytes. */
export function storedBytesOf(data: Buffer): StoredBytes {
  const stored = new StoredBytes();
  stored.append(data);
  return stored;
}

function openUnnamed(before: readonly Buffer[]): number {
  const directory = mkdtempSync(join(tmpdir(), 'social-sandbox-'));
  const file = openSync(join(directory, 'blob'), 'wx+', 0o600);
  rmSync(directory, { recursive: true });
  for (const chunk of before) writeWhole(file, chunk);
  return file;
}

function writeWhole(file: number, chunk: Buffer): void {
  for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
}
