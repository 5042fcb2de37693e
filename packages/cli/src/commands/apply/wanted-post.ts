import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { PlatformId } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { fitFor } from '../../lib/post/input/fit.ts';
import type { GivenPost } from '../../lib/post/input/given-post.ts';
import { type MediaOption, readMedia } from '../../lib/post/input/media-files.ts';
import { type PublishInput, timeOf } from '../../lib/post/key/request.ts';
import { isBelow, nameBelow } from './find-files.ts';
import type { PostFile } from './post-file.ts';
import type { Problem } from './problems.ts';

/** A file as the post that it asks for. */
export interface WantedPost extends GivenPost {
  readonly source: PostFile;
  /** Names the post on the server, whatever the file says later. */
  readonly key: string;
  /** The keys that the file would have, had the directory of the posts been one above. */
  readonly keysAbove: ReadonlyMap<string, string>;
  /** The same, had it been one below. */
  readonly keysBelow: ReadonlyMap<string, string>;
}

/**
 * @param profile the one that it is published with
 * @param postSource what its post says of where the file is
 */
export async function readWantedPost(
  context: Context,
  source: PostFile,
  { slug: profile, id: profileId }: { readonly slug: string; readonly id: string },
  postSource: string | undefined,
): Promise<WantedPost | readonly Problem[]> {
  const problems: Problem[] = [];
  const complain = (line: number, error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    problems.push({ file: source.file, line, message: error.message });
  };
  const overrides: [PlatformId, NonNullable<PublishInput['overrides']>[string]][] = [];
  for (const platform of source.platforms) {
    const own = source.texts[platform];
    const given = own === undefined ? source : { text: own, thread: [] };
    try {
      const where = { platform, profileId, besideMedia: source.media.length > 0 };
      const override =
        (await fitFor(context, given, source.fit, where)) ?? (own === undefined ? undefined : { text: own });
      if (override) overrides.push([platform, override]);
    } catch (error) {
      complain(source.bodyLine, error);
    }
  }
  const items: NonNullable<PublishInput['media']> = [];
  const files: [string, NonNullable<ReturnType<GivenPost['files']['get']>>][] = [];
  for (const [index, medium] of source.media.entries()) {
    try {
      const read = await readMedia(context, [await locate(medium, source)]);
      items.push(...read.items);
      files.push(...read.files);
    } catch (error) {
      complain(source.lineOf('media', index), error);
    }
  }
  if (problems.length > 0) return problems;
  const input = {
    text: source.text,
    ...(source.thread.length > 0 && { thread: [...source.thread] }),
    platforms: [...source.platforms],
    media: items.length > 0 ? items : undefined,
    meta: source.meta,
    overrides: overrides.length > 0 ? Object.fromEntries(overrides) : undefined,
    ...timeOf(source.at),
    profile,
    ...(postSource !== undefined && { source: postSource }),
  };
  const { key, above, below, path } = source;
  const renamed = (one: string) => [one, keyOf({ key, name: nameBelow(one, path) }, profile)] as const;
  const keysAbove = new Map(key === undefined ? above.map(renamed) : []);
  const keysBelow = new Map(key === undefined ? below.map(renamed) : []);
  return { source, input, files: new Map(files), key: keyOf(source, profile), keysAbove, keysBelow };
}

/** Paths are counted from the file, and must not lead to what is not meant to be published. */
async function locate(medium: MediaOption, { path, top }: PostFile): Promise<MediaOption> {
  if (/^https?:\/\//i.test(medium.source)) return medium;
  const given = resolve(dirname(path), medium.source);
  const real = await realpath(given).catch(() => given);
  const here = await realpath('.');
  if (isBelow(top, real) || isBelow(here, real)) return { ...medium, source: real };
  throw new CliError({
    exitCode: 2,
    code: 'usage',
    message: `${medium.source} is neither below the posts nor below the working directory`,
    hints: [],
  });
}

function keyOf({ name, key }: Pick<PostFile, 'name' | 'key'>, profile: string): string {
  const identity = JSON.stringify(key === undefined ? ['path', name, profile] : ['key', key, profile]);
  return `file:${createHash('sha256').update(identity).digest('hex')}`;
}
