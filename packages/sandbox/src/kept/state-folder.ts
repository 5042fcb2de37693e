import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'devalue';
import { Blob } from '../world/blobs.ts';
import { FolderLock, lockName } from './folder-lock.ts';
import { KeptFiles } from './kept-files.ts';
import type { Snapshot } from './snapshot.ts';

/** Goes up when the shape of what is kept changes. */
const format = 2;

/** What a folder holds of an earlier sandbox. */
export interface Kept {
  readonly port: number;
  readonly snapshot: Snapshot;
}

/**
 * A folder that keeps one sandbox: `state.json`, and the bytes of files below `blobs/`. A new state takes the place of the
 * old one as a whole. What else is in the folder is left alone.
 */
export class StateFolder {
  readonly #file: string;
  readonly #lock: FolderLock;
  readonly #files: KeptFiles;

  /** Throws where another sandbox uses the folder, or where it has a `blobs/` of something else. */
  constructor(folder: string) {
    this.#file = join(folder, 'state.json');
    const blobs = join(folder, 'blobs');
    refuseForeign(folder, blobs);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = new FolderLock(folder);
    this.#files = new KeptFiles(blobs);
  }

  /** Reads what was kept last; undefined in a new folder. Throws where it cannot be read. */
  read(): Kept | undefined {
    if (!existsSync(this.#file)) return undefined;
    const kept = this.#parse();
    if (kept.format === format) return kept;
    throw this.#foreignState();
  }

  /** Keeps a state, and forgets files that nothing names any longer. */
  write(kept: Kept): void {
    const named = new Set<string>();
    const keep = (content: Blob | Buffer) => {
      const name = this.#files.keep(content);
      named.add(name);
      return name;
    };
    const text = stringify(
      { format, ...kept },
      {
        Blob: (value: unknown) =>
          value instanceof Blob && { name: keep(value), bytes: value.bytes, isComplete: value.isComplete },
        Buffer: (value: unknown) => Buffer.isBuffer(value) && { name: keep(value), bytes: value.length },
      },
    );
    replaceFile(this.#file, text);
    this.#files.removeExcept(named);
  }

  /** Forgets everything but the port. */
  empty(): { port: number } | undefined {
    const port = this.#readPort();
    this.#files.removeExcept(new Set());
    rmSync(this.#file, { force: true });
    return port === undefined ? undefined : { port };
  }

  /** Lets another sandbox use the folder. */
  release(): void {
    // Files that no state names would look like somebody else's.
    if (!existsSync(this.#file)) this.#files.removeExcept(new Set());
    this.#lock.release();
  }

  #parse(): Kept & { format: number } {
    let unreadable: unknown;
    const reading =
      <T, R>(read: (value: T) => R) =>
      (value: T): R => {
        try {
          return read(value);
        } catch (error) {
          unreadable = error;
          throw error;
        }
      };
    const readText = reading(() => readFileSync(this.#file, 'utf8'));
    try {
      return parse(readText(undefined), {
        Blob: reading((value: { name: string; bytes: number; isComplete: boolean }) => this.#files.readBlob(value)),
        Buffer: reading((value: { name: string; bytes: number }) => this.#files.readBuffer(value)),
      });
    } catch (cause) {
      if (unreadable === undefined) throw this.#foreignState(cause);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `What ${this.#file} keeps cannot be read: ${reason}. Nothing was changed. Make the file readable, or start the sandbox with another folder. --reset forgets everything in this one.`,
        { cause },
      );
    }
  }

  #foreignState(cause?: unknown): Error {
    return new Error(
      `${this.#file} was not written by this version of the sandbox. Nothing was changed. Start it with another folder, or empty this one with --reset.`,
      { cause },
    );
  }

  /** The port of a state whose files need not be there. */
  #readPort(): number | undefined {
    try {
      const leaveOut = () => undefined;
      const kept: unknown = parse(readFileSync(this.#file, 'utf8'), { Blob: leaveOut, Buffer: leaveOut });
      const port = typeof kept === 'object' && kept !== null && 'port' in kept ? kept.port : undefined;
      return typeof port === 'number' ? port : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Refuses a folder with files that no sandbox wrote, because those that nothing names are removed. */
function refuseForeign(folder: string, blobs: string): void {
  if (['state.json', lockName].some((name) => existsSync(join(folder, name)))) return;
  if (!existsSync(blobs) || readdirSync(blobs).length === 0) return;
  throw new Error(
    `${folder} is not the folder of a sandbox: it has files in blobs, and no state.json. Nothing was changed. Start the sandbox with another folder.`,
  );
}

function replaceFile(path: string, content: string): void {
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}
