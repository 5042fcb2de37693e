import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Output, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { findProfile } from '../../lib/profile-lookup.ts';
import { fetchData, sendStep } from '../../lib/send.ts';
import { countOf } from '../../lib/terminal-text.ts';
import { shortId } from '../post/result.ts';
import { sourcesBelow } from './post-source.ts';

type Post = Output<'listPosts'>['posts'][number];

/** A scheduled post whose file is gone. */
export interface Orphan {
  /** As the file was shown. */
  readonly file: string;
  readonly post: Post;
}

/** What became of an orphan that was to be canceled. */
export interface Pruned extends Orphan {
  readonly note: string;
  readonly exitCode: ExitCode;
}

/** A directory that the run was given. */
export interface GivenDirectory {
  readonly path: string;
  /** As it is shown. */
  readonly shown: string;
  /** What its posts count their names from, and its own path below that, ending in `/`. */
  readonly top: string;
  readonly below: string;
}

interface Given {
  readonly directories: readonly GivenDirectory[];
  /** Slugs of those that the files name. */
  readonly profiles: readonly (string | undefined)[];
  /** Ids of the posts of the files that are there: a file may have moved. */
  readonly known: readonly string[];
}

/**
 * The scheduled posts that earlier runs have made of files of these directories that are gone. Posts of other directories,
 * repositories and profiles, of restored backups, and those that nobody made from files are none.
 */
export async function findOrphans(context: Context, client: SocialClient, given: Given): Promise<Orphan[]> {
  if (given.directories.length === 0) return [];
  const common = await findProfile(context, client, await context.profile());
  const profiles = new Set([common.slug, ...given.profiles.filter((profile) => profile !== undefined)]);
  const scheduled = await Promise.all([...profiles].map((profile) => listScheduled(context, client, profile)));
  const posts = scheduled.flat().filter(({ id, held }) => !held && !given.known.includes(String(id)));
  const found = new Map<string, Orphan>();
  for (const { path, shown, top, below } of given.directories) {
    const sourceOf = await sourcesBelow(context.io, top);
    const prefix = sourceOf(below) ?? '';
    for (const post of posts) {
      if (prefix === '' || !post.source?.startsWith(prefix)) continue;
      const name = post.source.slice(prefix.length);
      if (!(await isThere(join(path, name)))) found.set(String(post.id), { file: join(shown, name), post });
    }
  }
  return [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

async function listScheduled(context: Context, client: SocialClient, profile: string): Promise<Post[]> {
  const posts: Post[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { status: 'scheduled' as const, profile, ...(cursor !== undefined && { cursor }) };
    const answer = await fetchData(context, 'looking for posts without a file …', (call) =>
      client.posts.listPosts(page, call),
    );
    posts.push(...answer.posts);
    cursor = answer.nextCursor;
  }
  return posts;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Cancels them one after the other; one that fails does not stop the others. */
export async function prune(context: Context, client: SocialClient, orphans: readonly Orphan[]): Promise<Pruned[]> {
  const pruned: Pruned[] = [];
  for (const orphan of orphans) pruned.push(await pruneOne(context, client, orphan));
  return pruned;
}

async function pruneOne(context: Context, client: SocialClient, { file, post }: Orphan): Promise<Pruned> {
  const id = String(post.id);
  try {
    const canceled = await sendStep(context, `canceling the post of ${file} …`, (call) =>
      client.posts.cancelPost({ id }, call),
    );
    return { file, post: canceled.data, note: 'its file is gone', exitCode: EXIT.done };
  } catch (error) {
    if (error instanceof SocialApiError && error.code === 'conflict') {
      const now = await client.posts.getPost({ id }, { signal: context.io.signal });
      return { file, post: now, note: 'it was sent before it could be canceled', exitCode: EXIT.failed };
    }
    const { message, exitCode } = describeFailure(error, context);
    return { file, post, note: message, exitCode };
  }
}

/** What somebody can do about them who has not said `--prune`. */
export function describeOrphans(orphans: readonly Orphan[]): string {
  const has = orphans.length === 1 ? 'has no file any more' : 'have no file any more';
  const lines = orphans.map(({ file, post }) => `  social post cancel ${shortId(String(post.id))}  (${file})`);
  return [`${countOf(orphans.length, 'scheduled post')} ${has}; cancel with --prune, or:`, ...lines].join('\n');
}

/** An orphan as a program reads it. */
export function orphanJson({ file, post, note = 'its file is gone' }: Orphan & { readonly note?: string }) {
  const { id, status, outcome, platforms, profile, scheduledFor } = post;
  return {
    ...{ file, platforms, profile, ...(scheduledFor && { scheduledFor }) },
    ...{ action: 'cancel', postId: id, status, outcome, credits: 0, note },
  };
}
