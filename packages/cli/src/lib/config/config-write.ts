import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { CONFIG_VERSION, readConfig, type StoredConfig } from './config-file.ts';

/** Far longer than a change takes: whoever made an older lock is gone. */
const LOCK_STALE_MS = 10_000;
/** Long enough to see a lock that was made just now become stale. */
const LOCK_WAIT_MS = 12_000;

/**
 * Replaces the stored values by what `change` makes of them as they are now, so that two commands at once lose nothing. A
 * reader sees the old file or the new one, never a part; only the owner may read it.
 * @throws {CliError} when it cannot be written; the old file is then as it was
 */
export async function updateConfig(path: string, change: (stored: StoredConfig) => StoredConfig): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await using _lock = await takeLock(`${path}.lock`);
    await replaceFile(path, change(await readConfig(path)));
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError({
      exitCode: EXIT.failed,
      code: 'config_not_written',
      message: `Cannot write ${path} (${code}); it is as it was before`,
      hints: ['Without a file, set SOCIAL_API_KEY and SOCIAL_BASE_URL.'],
    });
  }
}

async function replaceFile(path: string, { current, contexts }: StoredConfig): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const content = { version: CONFIG_VERSION, current, contexts: Object.fromEntries(contexts) };
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** A file that only one process can make. After some seconds its maker counts as gone. */
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

/** One at a time, with another look: the later of two would remove the lock that the earlier has made in its place. */
async function removeStale(path: string): Promise<void> {
  await using _lock = await takeLock(`${path}.stale`);
  if (await isStale(path)) await rm(path, { force: true });
}
