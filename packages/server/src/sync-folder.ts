import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Writes a folder to the disk, and with it the names in it. Does nothing on Windows, which opens no folder for that: NTFS keeps
 * its names in a journal of its own.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    // Not on Windows: see above.
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
