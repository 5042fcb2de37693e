import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, failed } from '../errors.ts';
import { CONFIG_VERSION, readConfig, type StoredConfig } from './config-file.ts';

/** Age at which a lock counts as left behind; a change takes far less time. */
const LOCK_STALE_MS = 10_000;
/** Long enough for a lock that was made just now to grow stale. */
const LOCK_WAIT_MS = 12_000;
/** Twenty milliseconds apart; a command reads the file in a few. */
const RENAME_TRIES = 100;

/**
 * Replaces the stored values with what `change` makes of the current ones. A lock keeps two commands from losing each
 * other's change. Readers see the old file or the new one, and only the owner may read it.
 * @throws {CliError} when the file cannot be written; the old file then stays as it was
 */
export async function updateConfig(path: string, change: (stored: StoredConfig) => StoredConfig): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await using _lock = await takeLock(`${path}.lock`);
    await replaceFile(path, change(await readConfig(path)));
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw failed(
      'config_not_written',
      `Cannot write ${path} (${code}); it is as it was before`,
      'Without a file, set SOCIAL_API_KEY and SOCIAL_BASE_URL.',
    );
  }
}

/** Writes a draft next to the file, down to the disk, and renames it: a failed write touches nothing but the draft. */
async function replaceFile(path: string, { current, contexts }: StoredConfig): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const content = { version: CONFIG_VERSION, current, contexts: Object.fromEntries(contexts) };
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    // Not on Windows: the folder's access list decides there.
    if (process.platform !== 'win32') await chmod(draft, 0o600);
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Renames a file. On Windows, waits for other commands to close the old file, which they read in a moment. */
async function renameOver(draft: string, path: string): Promise<void> {
  for (let triesLeft = process.platform === 'win32' ? RENAME_TRIES : 0; ; triesLeft -= 1) {
    try {
      return await rename(draft, path);
    } catch (error) {
      if (triesLeft === 0 || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
    await sleep(20);
  }
}

/** Takes a lock: a file that only one process can create. */
async function takeLock(path: string): Promise<AsyncDisposable> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || Date.now() > deadline) throw error;
    }
    if (await isStale(path)) await removeStale(path);
    else await sleep(20);
  }
}

async function isStale(path: string): Promise<boolean> {
  return await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > LOCK_STALE_MS,
    () => false,
  );
}

/**
 * Removes a stale lock under a lock of its own, after a second look. Of two commands that saw it, the later one would
 * otherwise remove the new lock of the earlier one.
 */
async function removeStale(path: string): Promise<void> {
  await using _lock = await takeLock(`${path}.stale`);
  if (await isStale(path)) await rm(path, { force: true });
}
