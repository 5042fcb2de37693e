import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** As Linux names the type of a file system that is kept in memory. */
const TMPFS = 0x01021994;
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of a test run in memory, and removes them after it: a database waits for its disk at every
 * change. Sets `TMPDIR`; leaves it alone when it is set, or where memory has less than 4 GiB free for files.
 */
export default function setup(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  const directory = mkdtempSync(`${MEMORY}/social-tests-`);
  // Programs that run as other users keep files there too, as in the usual directory.
  chmodSync(directory, 0o1777);
  process.env['TMPDIR'] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
