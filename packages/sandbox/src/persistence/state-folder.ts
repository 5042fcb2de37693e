import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'devalue';
import { StoredBytes } from '../world/stored-bytes.ts';
import { BlobFolder } from './blob-folder.ts';
import { FolderLock, lockName } from './folder-lock.ts';
import type { Snapshot } from './snapshot.ts';

/** Increased when the shape of the saved state changes. */
const format = 2;

/** State that an earlier sandbox saved. */
export interface SavedState {
  readonly port: number;
  readonly snapshot: Snapshot;
}

/**
 * A folder with the state of one sandbox: `state.json`, and the bytes of files in `blobs/`. Each write replaces the whole
 * state. Other files in the folder are left alone.
 */
export class StateFolder {
  readonly #file: string;
  readonly #lock: FolderLock;
  readonly #files: BlobFolder;

  /** @throws {Error} When another sandbox uses the folder, or when `blobs/` contains files that no sandbox wrote. */
  constructor(folder: string) {
    this.#file = join(folder, 'state.json');
    const blobs = join(folder, 'blobs');
    refuseForeign(folder, blobs);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = new FolderLock(folder);
    this.#files = new BlobFolder(blobs);
  }

  /**
   * Reads the state that was saved last.
   *
   * @returns `undefined` in a new folder.
   * @throws {Error} When the state cannot be read.
   */
  read(): SavedState | undefined {
    if (!existsSync(this.#file)) return undefined;
    const saved = this.#parse();
    if (saved.format === format) return saved;
    throw this.#foreignState();
  }

  /** Saves a state, and removes files that it does not refer to. */
  write(state: SavedState): void {
    const named = new Set<string>();
    const save = (content: StoredBytes | Buffer) => {
      const name = this.#files.save(content);
      named.add(name);
      return name;
    };
    const text = stringify(
      { format, ...state },
      {
        Blob: (value: unknown) =>
          value instanceof StoredBytes && { name: save(value), bytes: value.bytes, isComplete: value.isComplete },
        Buffer: (value: unknown) => Buffer.isBuffer(value) && { name: save(value), bytes: value.length },
      },
    );
    replaceFile(this.#file, text);
    this.#files.removeExcept(named);
  }

  /** Removes everything but the port, which it returns. */
  empty(): { port: number } | undefined {
    const port = this.#readPort();
    this.#files.removeExcept(new Set());
    rmSync(this.#file, { force: true });
    return port === undefined ? undefined : { port };
  }

  /** Lets another sandbox use the folder. */
  unlock(): void {
    // Without a state, the next sandbox would take these files for ones that no sandbox wrote.
    if (!existsSync(this.#file)) this.#files.removeExcept(new Set());
    this.#lock.unlock();
  }

  #parse(): SavedState & { format: number } {
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
        `The state in ${this.#file} cannot be read: ${reason}. Nothing was changed. Make the file readable, or start the sandbox with another folder. --reset empties this one.`,
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

  /** Reads the port of a state whose other files may be missing. */
  #readPort(): number | undefined {
    try {
      const leaveOut = () => undefined;
      const saved: unknown = parse(readFileSync(this.#file, 'utf8'), { Blob: leaveOut, Buffer: leaveOut });
      const port = typeof saved === 'object' && saved !== null && 'port' in saved ? saved.port : undefined;
      return typeof port === 'number' ? port : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Refuses a folder with files that no sandbox wrote, because writing a state removes files it does not refer to. */
function refuseForeign(folder: string, blobs: string): void {
  if (['state.json', lockName].some((name) => existsSync(join(folder, name)))) return;
  if (!existsSync(blobs) || readdirSync(blobs).length === 0) return;
  throw new Error(
    `${folder} is not the folder of a sandbox: it has files in blobs, but no state.json. Nothing was changed. Start the sandbox with another folder.`,
  );
}

function replaceFile(path: string, content: string): void {
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}
