import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Io } from '../../lib/io.ts';
import type { Validators } from './fetch-feed.ts';

/**
 * Remembers which version of a feed was published whole, so that its server need not send it again. Losing it changes nothing.
 * @param what feed, options and account: another choice looks at the whole feed
 * @see https://specifications.freedesktop.org/basedir-spec/latest/ (read 2026-11-25): a relative path in XDG_CACHE_HOME is to be ignored
 */
export function openFeedCache({ env, homeDirectory }: Pick<Io, 'env' | 'homeDirectory'>, what: readonly unknown[]) {
  const home = env['XDG_CACHE_HOME'] ?? '';
  const folder = isAbsolute(home) ? home : join(homeDirectory, '.cache');
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const path = join(folder, 'social', 'feeds', `${name}.json`);
  return {
    async read(): Promise<Validators> {
      try {
        const { etag, lastModified } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
        return {
          etag: typeof etag === 'string' ? etag : undefined,
          lastModified: typeof lastModified === 'string' ? lastModified : undefined,
        };
      } catch {
        return {};
      }
    },

    async write({ etag, lastModified }: Validators): Promise<void> {
      if (etag === undefined && lastModified === undefined) return;
      // A folder that cannot be written, for example in a container, costs only a longer download next time.
      await mkdir(dirname(path), { recursive: true }).catch(() => undefined);
      await writeFile(path, JSON.stringify({ etag, lastModified }), { mode: 0o600 }).catch(() => undefined);
    },
  };
}
