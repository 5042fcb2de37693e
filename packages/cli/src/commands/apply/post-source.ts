import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CliError } from '../../lib/errors.ts';
import type { Io } from '../../lib/io.ts';
import { findOrigin } from '../post/repository.ts';

/** As long as the server takes one. */
const MAX_LENGTH = 1_000;

/** What posts of the files of one directory carry, so that a later run knows them where their file is gone. */
export type SourceOf = (nameBelow: string) => string | undefined;

/**
 * Tells the files of this directory apart from those of all others: by repository and path, or, where no repository has a
 * name, by this machine and the directory. It is no part of a post's key, so that it may differ between machines.
 */
export async function sourcesBelow(io: Io, directory: string): Promise<SourceOf> {
  const prefix = await prefixOf(io, directory);
  return (nameBelow) => {
    const source = `${prefix}${nameBelow}`;
    return source.length > MAX_LENGTH || /\p{C}/u.test(source) ? undefined : source;
  };
}

async function prefixOf(io: Io, directory: string): Promise<string> {
  const { repository, path } = await originOf(io, directory);
  if (repository !== '') return `file:${repository}#${path.slice(0, -1)}`;
  const place = createHash('sha256').update(`${io.hostName}\n${directory}`).digest('hex');
  return `file:local-${place.slice(0, 16)}#`;
}

/** Of any file of the directory, which need not be there. */
async function originOf(io: Io, directory: string): Promise<{ readonly repository: string; readonly path: string }> {
  try {
    return await findOrigin(io, join(directory, '-'));
  } catch (error) {
    if (error instanceof CliError) return { repository: '', path: '' };
    throw error;
  }
}
