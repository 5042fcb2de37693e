import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lock files that this process holds. */
const held = new Set<string>();

/** The name of the file that tells who uses a folder. */
export const lockName = 'sandbox.lock';

/** Keeps a second sandbox out of a folder. A lock whose process has ended counts no longer. */
export class FolderLock {
  readonly #path: string;

  /** Throws where another sandbox has the folder. */
  constructor(folder: string) {
    this.#path = join(realpathSync(folder), lockName);
    const holder = holderOf(this.#path);
    if (holder !== undefined) {
      throw new Error(
        `${folder} is in use by another sandbox, process ${holder}. Nothing was changed. Stop that one, or start this one with another folder. If process ${holder} is no sandbox, remove ${this.#path}.`,
      );
    }
    rmSync(this.#path, { force: true });
    writeFileSync(this.#path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    held.add(this.#path);
  }

  /** Lets the folder go; may be called twice. */
  release(): void {
    if (held.delete(this.#path)) rmSync(this.#path, { force: true });
  }
}

/** The process that holds a lock, while it runs. */
function holderOf(path: string): number | undefined {
  const pid = readPid(path);
  // In a container every start may have the same id, so that the own one says nothing about earlier processes.
  if (pid === process.pid) return held.has(path) ? pid : undefined;
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
