import { createHash, type Hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const keptInMemory = 1024 * 1024;

/**
 * Received bytes: in memory while they are few, then in a file without a name, so that nothing is left when the process
 * ends. May grow until its hash is asked for.
 */
export class Blob {
  #bytes = 0;
  #chunks: Buffer[] = [];
  #file: number | undefined;
  readonly #hash: Hash = createHash('sha256');
  #sha256: string | undefined;

  /** Size so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** In lower-case hexadecimal. The blob is complete from then on. */
  get sha256(): string {
    this.#sha256 ??= this.#hash.digest('hex');
    return this.#sha256;
  }

  /** False as long as it may grow. */
  get isComplete(): boolean {
    return this.#sha256 !== undefined;
  }

  /** Ends its growth. */
  complete(): void {
    this.#sha256 ??= this.#hash.digest('hex');
  }

  append(chunk: Buffer): void {
    if (this.#sha256 !== undefined) throw new Error('a complete blob does not grow');
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    if (this.#file === undefined && this.#bytes <= keptInMemory) {
      this.#chunks.push(chunk);
      return;
    }
    this.#file ??= this.#openFile();
    writeWhole(this.#file, chunk);
  }

  #openFile(): number {
    const file = openUnnamed(this.#chunks.splice(0));
    forgotten.register(this, file);
    return file;
  }

  /** The bytes from `start` up to and without `end`, as far as there are any. */
  read(start = 0, end = this.#bytes): Buffer {
    const stop = Math.min(end, this.#bytes);
    if (this.#file === undefined) return Buffer.concat(this.#chunks).subarray(start, stop);
    const part = Buffer.alloc(Math.max(0, stop - start));
    let filled = 0;
    while (filled < part.length) {
      filled += readSync(this.#file, part, filled, part.length - filled, start + filled);
    }
    return part;
  }
}

/** Files of blobs that nobody knows any more. */
const forgotten = new FinalizationRegistry<number>((file) => closeSync(file));

/** A complete blob of these bytes. */
export function blobOf(data: Buffer): Blob {
  const blob = new Blob();
  blob.append(data);
  return blob;
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
