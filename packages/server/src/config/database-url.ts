import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { DatabaseConfig } from '../store/database/open.ts';
import type { Environment } from './environment.ts';

/** Reads which database to use: the file `social.db` in the data directory unless SOCIAL_DATABASE_URL is set. @throws ConfigError */
export function readDatabase(settings: Environment, dataDir: string): DatabaseConfig {
  const url = settings.secret('SOCIAL_DATABASE_URL');
  // Every process must use the same path: it names the locks, and a restore replaces the file at it.
  if (url === undefined) return { dialect: 'sqlite', path: realPath(join(dataDir, 'social.db')) };
  if (url.startsWith('sqlite:') && url.length > 'sqlite:'.length) {
    const path = realPath(resolve(url.slice('sqlite:'.length)));
    const directory = dirname(path);
    if (directory !== realPath(dataDir) && !existsSync(directory)) {
      throw new ConfigError('SOCIAL_DATABASE_URL', `there is no directory ${directory}; check the path, or create it`);
    }
    return { dialect: 'sqlite', path };
  }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return { dialect: 'postgres', url };
  throw new ConfigError('SOCIAL_DATABASE_URL', 'use sqlite:PATH or postgres://user:password@host:port/database');
}

/** Resolves links, also of a path whose last parts do not exist yet. @returns the path as given when the links cannot be read */
function realPath(path: string): string {
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
