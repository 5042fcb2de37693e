import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { findProfile } from '@social/post-input';
import type { Output, SocialClient } from '@social/sdk';
import type { Context } from '../../../lib/context.ts';
import { shortId } from '../../../lib/post/post.ts';
import { fetchData } from '../../../lib/server/send.ts';
import { countOf } from '../../../lib/text/terminal-text.ts';
import type { GivenDirectory } from '../files/find-files.ts';
import { invalidFiles } from '../files/problems.ts';
import { differencesTo } from './differences.ts';
import type { FilePlan } from './plan.ts';
import { sourcesBelow } from './post-source.ts';

type Post = Output<'listPosts'>['posts'][number];

/** A scheduled post that no file of the run describes. */
export interface Orphan {
  /** Path of its former file as the user saw it. */
  readonly file: string;
  /** Set when the file exists but now has another key or profile. */
  readonly isThere: boolean;
  readonly post: Post;
}

/**
 * Finds scheduled posts that earlier runs made from files of these directories, and that no file describes now. Leaves out
 * posts of other directories, repositories and profiles, posts of restored backups, and posts that were not made from files.
 * @param plans plans of the run, because a file may have moved
 */
export async function findOrphans(
  context: Context,
  client: SocialClient,
  { directories, plans }: { readonly directories: readonly GivenDirectory[]; readonly plans: readonly FilePlan[] },
): Promise<Orphan[]> {
  if (directories.length === 0) return [];
  const common = await findProfile(client, await context.profile(), context.io.signal);
  const profiles = new Set([common.slug, ...plans.map(({ wanted }) => wanted.input.profile)].filter(isGiven));
  const sources = new Set(plans.map(({ wanted }) => wanted.input.source).filter(isGiven));
  const known = new Set(plans.map(({ post }) => post?.id));
  const scheduled = await Promise.all([...profiles].map((profile) => listScheduled(context, client, profile)));
  const posts = scheduled.flat().filter(({ id, held }) => !held && !known.has(id));
  const found = new Map<string, Orphan>();
  for (const { path, shown, top, below } of directories) {
    const sourceOf = await sourcesBelow(context.io, top);
    const prefix = sourceOf(below) ?? '';
    for (const post of posts) {
      if (prefix === '' || !post.source?.startsWith(prefix)) continue;
      const name = post.source.slice(prefix.length);
      const file = join(shown, name);
      const isThere = await exists(join(path, name));
      if (!isThere || sources.has(post.source)) found.set(String(post.id), { file, isThere, post });
    }
  }
  return [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined;
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

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Describes how to cancel orphans. The user decides: another branch or checkout may still have the file. */
export function describeOrphans(orphans: readonly Orphan[]): string {
  const gone = orphans.filter(({ isThere }) => !isThere);
  const replaced = orphans.filter(({ isThere }) => isThere);
  const isOne = gone.length === 1;
  return [
    ...(gone.length === 0
      ? []
      : [
          `The ${isOne ? 'file' : 'files'} of ${countOf(gone.length, 'scheduled post')} ${isOne ? 'is' : 'are'} gone; cancel what no other branch or checkout has:`,
        ]),
    ...gone.map(cancelLine),
    ...(replaced.length === 0
      ? []
      : [
          `${countOf(replaced.length, 'scheduled post')} of files that are there came from another key or profile; cancel those that are not wanted:`,
        ]),
    ...replaced.map(cancelLine),
  ].join('\n');
}

function cancelLine({ file, post }: Orphan): string {
  return `  social post cancel ${shortId(String(post.id))}  (${file})`;
}

/**
 * Refuses files that would be scheduled a second time, because a renamed file is a new post.
 * @throws {CliError} that lists these files
 */
export function refuseRenamed(plans: readonly FilePlan[], orphans: readonly Orphan[]): void {
  const gone = orphans.filter(({ isThere }) => !isThere);
  const problems = plans.flatMap(({ action, wanted: { source, input } }) => {
    // A key names the post, so that the file may be renamed.
    if (action !== 'create' || source.key !== undefined) return [];
    const same = gone.find(({ post }) => post.profile === input.profile && differencesTo(post, input).length === 0);
    if (!same) return [];
    const id = shortId(String(same.post.id));
    const advice = `cancel that one first (social post cancel ${id}), or give the file a key`;
    const message = `it is already scheduled as post ${id}, from a file that is gone (${same.file}); ${advice}`;
    return [{ file: source.file, line: 1, message }];
  });
  if (problems.length > 0) throw invalidFiles(problems);
}
