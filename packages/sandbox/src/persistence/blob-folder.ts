import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StoredBytes } from '../world/stored-bytes.ts';

const ownName = /^[0-9a-f]{64}(\.next)?$/;
const pieceBytes = 1024 * 1024;

/**
 * A folder with the bytes that a saved state refers to. A file is named after its content, or at random if it was still
 * growing when it was first saved. Bytes are written once: saving a file that grew writes only what was added.
 */
export class BlobFolder {
  readonly #folder: string;
  readonly #names = new WeakMap<StoredBytes | Buffer, string>();
  /** Bytes of each file that are in the folder. */
  readonly #written = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /**
   * Writes the bytes that are not in the folder yet.
   *
   * @returns The file's name in the folder.
   */
  save(content: StoredBytes | Buffer): string {
    const name = this.#names.get(content) ?? nameOf(content);
    this.#names.set(content, name);
    const bytes = Buffer.isBuffer(content) ? content.length : content.bytes;
    const written = this.#written.get(name);
    if (written === undefined || written < bytes) this.#append(name, { content, from: written, to: bytes });
    return name;
  }

  readBlob({ name, bytes, isComplete }: { name: string; bytes: number; isComplete: boolean }): StoredBytes {
    const blob = new StoredBytes();
    for (const piece of this.#read(name, bytes)) blob.append(piece);
    if (isComplete) blob.complete();
    return this.#remember(blob, name, bytes);
  }

  readBuffer({ name, bytes }: { name: string; bytes: number }): Buffer {
    return this.#remember(Buffer.concat([...this.#read(name, bytes)]), name, bytes);
  }

  /** Removes files that a sandbox wrote, except for those with these names. */
  removeExcept(named: ReadonlySet<string>): void {
    for (const entry of readdirSync(this.#folder, { withFileTypes: true })) {
      if (!entry.isFile() || !ownName.test(entry.name) || named.has(entry.name)) continue;
      rmSync(join(this.#folder, entry.name));
      this.#written.delete(entry.name);
    }
  }

  #append(
    name: string,
    { content, from, to }: { content: StoredBytes | Buffer; from: number | undefined; to: number },
  ): void {
    const file = openSync(join(this.#folder, name), from === undefined ? 'w' : 'r+', 0o600);
    try {
      for (let at = from ?? 0; at < to; ) {
        const end = Math.min(to, at + pieceBytes);
        const piece = Buffer.isBuffer(content) ? content.subarray(at, end) : content.read(at, end);
        at += writeSync(file, piece, 0, piece.length, at);
      }
    } finally {
      closeSync(file);
    }
    this.#written.set(name, to);
  }

  *#read(name: string, bytes: number): Generator<Buffer> {
    const path = join(this.#folder, name);
    const file = openSync(path, 'r');
    try {
      for (let at = 0; at < bytes; ) {
        const piece = Buffer.alloc(Math.min(pieceBytes, bytes - at));
        const read = readSync(file, piece, 0, piece.length, at);
        if (read === 0) throw new Error(`${path} ends after ${at} of ${bytes} bytes`);
        yield piece.subarray(0, read);
        at += read;
      }
    } finally {
      closeSync(file);
    }
  }

  #remember<T extends StoredBytes | Buffer>(content: T, name: string, bytes: number): T {
    this.#names.set(content, name);
    this.#written.set(name, bytes);
    return content;
  }
}

function nameOf(content: StoredBytes | Buffer): string {
  if (Buffer.isBuffer(content)) return createHash('sha256').update(content).digest('hex');
  return content.isComplete ? content.sha256 : randomBytes(32).toString('hex');
}
