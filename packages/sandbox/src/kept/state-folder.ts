import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'devalue';
import { Blob } from '../blobs.ts';
import type { Snapshot } from './snapshot.ts';

/** Goes up when the shape of what is kept changes. */
const format = 1;
const chunkBytes = 1024 * 1024;

/** What a folder holds of an earlier sandbox. */
export interface Kept {
  readonly port: number;
  readonly snapshot: Snapshot;
}

/**
 * A folder that keeps a sandbox: `state.json`, and the bytes of files below `blobs/`, named after their content. A new state
 * takes the place of the old one as a whole.
 */
export class StateFolder {
  readonly #file: string;
  readonly #blobs: string;

  constructor(folder: string) {
    this.#file = join(folder, 'state.json');
    this.#blobs = join(folder, 'blobs');
    mkdirSync(this.#blobs, { recursive: true, mode: 0o700 });
  }

  /** Reads what was kept last; undefined in a new folder. Throws where it cannot be read. */
  read(): Kept | undefined {
    if (!existsSync(this.#file)) return undefined;
    const kept = this.#parse(readFileSync(this.#file, 'utf8'));
    if (kept?.format === format) return kept;
    throw new Error(
      `${this.#file} was not written by this version of the sandbox. Start it with another folder, or empty this one with --reset.`,
    );
  }

  /** Keeps a state, and forgets files that nothing names any longer. */
  write(kept: Kept): void {
    const named = new Set<string>();
    const keep = (name: string, read: () => Buffer) => {
      if (!named.has(name)) this.#writeBlob(name, read);
      named.add(name);
    };
    const text = stringify(
      { format, ...kept },
      {
        Blob: (value: unknown) => {
          if (!(value instanceof Blob)) return undefined;
          const name = value.digestSoFar();
          keep(name, () => value.read());
          return { name, isComplete: value.isComplete };
        },
        Buffer: (value: unknown) => {
          if (!Buffer.isBuffer(value)) return undefined;
          const name = createHash('sha256').update(value).digest('hex');
          keep(name, () => value);
          return name;
        },
      },
    );
    replaceFile(this.#file, text);
    for (const name of readdirSync(this.#blobs)) if (!named.has(name)) rmSync(join(this.#blobs, name));
  }

  /** Forgets everything but the port. */
  empty(): { port: number } | undefined {
    const port = this.#parse(existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '')?.port;
    rmSync(this.#file, { force: true });
    return port === undefined ? undefined : { port };
  }

  #writeBlob(name: string, read: () => Buffer): void {
    const path = join(this.#blobs, name);
    if (!existsSync(path)) replaceFile(path, read());
  }

  #parse(text: string): (Kept & { format: number }) | undefined {
    try {
      return parse(text, {
        Blob: ({ name, isComplete }: { name: string; isComplete: boolean }) => this.#readBlob(name, isComplete),
        Buffer: (name: string) => readFileSync(join(this.#blobs, name)),
      });
    } catch {
      return undefined;
    }
  }

  #readBlob(name: string, isComplete: boolean): Blob {
    const data = readFileSync(join(this.#blobs, name));
    const blob = new Blob();
    for (let at = 0; at < data.length; at += chunkBytes) blob.append(data.subarray(at, at + chunkBytes));
    if (isComplete) blob.complete();
    return blob;
  }
}

function replaceFile(path: string, content: string | Buffer): void {
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}
