import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type PublishInput, timeOf } from '@social/post-input';
import { ReportedError } from '@social/post-input/report';
import type { Schema } from '@social/sdk';
import type { Target } from '@social/types';
import type { Context } from '../../../lib/context.ts';
import { CliError } from '../../../lib/errors.ts';
import type { Wanted } from '../../../lib/post/batch/plan.ts';
import { readNetworks } from '../../../lib/post/input/connected-networks.ts';
import { fitFor } from '../../../lib/post/input/fit.ts';
import type { GivenPost } from '../../../lib/post/input/given-post.ts';
import { type MediaOption, readMedia } from '../../../lib/post/input/media-files.ts';
import { disclosed, settingsFor } from '../../../lib/post/input/settings.ts';
import { resolveTargets } from '../../../lib/post/input/targets.ts';
import { isBelow, nameBelow } from '../files/find-files.ts';
import type { PostFile } from '../files/post-file.ts';
import type { Problem } from '../files/problems.ts';

/** The post that a file asks for. */
export interface WantedPost extends Wanted {
  readonly source: PostFile;
  /** Keys that the file would have if a directory above had been given, by directory. */
  readonly keysAbove: ReadonlyMap<string, string>;
  /** Keys that the file would have if a directory below had been given, by directory. */
  readonly keysBelow: ReadonlyMap<string, string>;
}

/**
 * Reads the post that a file asks for. @returns the post, or all problems of the file
 * @param profile profile that publishes the post
 * @param postSource `source` of the post, which names its file
 */
export async function readWantedPost(
  context: Context,
  source: PostFile,
  { slug: profile, id: profileId }: { readonly slug: string; readonly id: string },
  postSource: string | undefined,
): Promise<WantedPost | readonly Problem[]> {
  const problems: Problem[] = [];
  const { file, lineOf } = source;
  const tried: Tried = (line, reading) =>
    reading.catch((error: unknown) => {
      if (!(error instanceof ReportedError)) throw error;
      problems.push({ file, line, message: error.message });
      return undefined;
    });
  const overrides: [Target, Schema<'OverrideInput'>][] = [];
  const resolving = resolveTargets(context, source.platforms, profileId, source.settings);
  const { platforms = [] } = (await tried(lineOf('platforms'), resolving)) ?? {};
  for (const target of Object.keys(source.texts)) {
    const isChosen = problems.length > 0 || platforms.some((platform) => platform === target);
    if (!isChosen) problems.push({ file, line: lineOf('text', target), message: `${target} is not among platforms` });
  }
  const settings = await tried(lineOf('settings'), readSettings(source, platforms));
  for (const target of platforms) {
    const own = source.texts[target];
    const given = own === undefined ? source : { text: own, thread: [] };
    const where = { target, profileId, besideMedia: source.media.length > 0, meta: source.meta, settings };
    const fitted = await tried(source.bodyLine, fitFor(context, given, source.fit, where));
    const override = fitted ?? (own === undefined ? undefined : { text: own });
    if (override) overrides.push([target, override]);
  }
  const { items, files } = await readFiles(context, source, tried);
  if (problems.length > 0) return problems;
  const prepared = { platforms, items, settings, overrides: Object.fromEntries(overrides), profile, postSource };
  const input = inputOf(source, prepared);
  const { key, above, below, path } = source;
  const renamed = (one: string) => [one, keyOf({ key, name: nameBelow(one, path) }, profileId)] as const;
  const keysAbove = new Map(key === undefined ? above.map(renamed) : []);
  const keysBelow = new Map(key === undefined ? below.map(renamed) : []);
  const networks = await readNetworks(context, input, profileId);
  return { name: file, source, input, files, networks, key: keyOf(source, profileId), keysAbove, keysBelow };
}

/** Waits for what is read. @returns undefined where it makes a problem of a line */
type Tried = <Read>(line: number, reading: Promise<Read>) => Promise<Read | undefined>;

async function readSettings({ settings }: PostFile, platforms: readonly Target[]): Promise<PublishInput['settings']> {
  return platforms.length === 0 ? undefined : settingsFor(settings, platforms);
}

async function readFiles(
  context: Context,
  source: PostFile,
  tried: Tried,
): Promise<{ items: NonNullable<PublishInput['media']>; files: GivenPost['files'] }> {
  const items: NonNullable<PublishInput['media']> = [];
  const files: [string, NonNullable<ReturnType<GivenPost['files']['get']>>][] = [];
  for (const [index, medium] of source.media.entries()) {
    const reading = locate(medium, source).then((located) => readMedia(context, [located]));
    const read = await tried(source.lineOf('media', index), reading);
    items.push(...(read?.items ?? []));
    files.push(...(read?.files ?? []));
  }
  return { items, files: new Map(files) };
}

/** What a post has beside what its file says. */
interface Prepared {
  readonly platforms: Target[];
  readonly items: NonNullable<PublishInput['media']>;
  readonly settings: PublishInput['settings'];
  readonly overrides: NonNullable<PublishInput['overrides']>;
  readonly profile: string;
  readonly postSource: string | undefined;
}

function inputOf(
  source: PostFile,
  { platforms, items, settings, overrides, profile, postSource }: Prepared,
): PublishInput {
  return {
    text: source.text,
    ...(source.thread.length > 0 && { thread: [...source.thread] }),
    platforms,
    media: items.length > 0 ? items : undefined,
    ...(source.poll && { poll: source.poll }),
    ...(source.comments.length > 0 && { comments: [...source.comments] }),
    meta: source.meta,
    ...(settings && { settings }),
    ...disclosed(source),
    ...(source.fitMedia === false && { fitMedia: false }),
    ...(source.copyMedia && { copyMedia: true }),
    ...(source.labels.length > 0 && { labels: [...source.labels] }),
    overrides: Object.keys(overrides).length > 0 ? overrides : undefined,
    ...timeOf(source.at),
    profile,
    ...(postSource !== undefined && { source: postSource }),
  };
}

/** Resolves a path relative to the file. @throws {CliError} for a path that leaves the posts and the working directory */
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

function keyOf({ name, key }: Pick<PostFile, 'name' | 'key'>, profileId: string): string {
  const identity = JSON.stringify(key === undefined ? ['path', name, profileId] : ['key', key, profileId]);
  return `file:${createHash('sha256').update(identity).digest('hex')}`;
}
