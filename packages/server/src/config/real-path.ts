import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The path without links, also where it, or the end of it, does not exist yet; as it is where that cannot be found out. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const folder = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === path) return path;
    const whole = join(realPath(folder), basename(path));
    const target = readLink(whole);
    return target === null ? whole : realPath(resolve(dirname(whole), target));
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
