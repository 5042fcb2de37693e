import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lock files of this process. */
const ownLocks = new Set<string>();

/** Name of the file with the id of the process that uses a folder. */
export const lockName = 'sandbox.lock';

/** Keeps a second sandbox out of a folder. A lock whose process has ended is ignored. */
export class FolderLock {
  readonly #path: string;

  /** @throws {Error} When another sandbox uses the folder. */
  constructor(folder: string) {
    this.#path = join(realpathSync(folder), lockName);
    const owner = ownerOf(this.#path);
    if (owner !== undefined) {
      throw new Error(
        `${folder} is in use by another sandbox, process ${owner}. Nothing was changed. Stop that sandbox, or start this one with another folder. If process ${owner} is not a sandbox, remove ${this.#path}.`,
      );
    }
    rmSync(this.#path, { force: true });
    writeFileSync(this.#path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    ownLocks.add(this.#path);
  }

  /** Removes the lock; may be called twice. */
  unlock(): void {
    if (ownLocks.delete(this.#path)) rmSync(this.#path, { force: true });
  }
}

/** Returns the id of the process that has a lock, if that process still runs. */
function ownerOf(path: string): number | undefined {
  const pid = readPid(path);
  // In a container every start may have the same id: an unknown lock with this process's id is an earlier start's.
  if (pid === process.pid) return ownLocks.has(path) ? pid : undefined;
  return pid !== undefined && isRunning(pid) ? pid : undefined;
}

function readPid(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
