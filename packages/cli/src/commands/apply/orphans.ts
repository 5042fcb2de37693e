import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/report/result.ts';
import { findProfile } from '../../lib/server/profile-lookup.ts';
import { fetchData } from '../../lib/server/send.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { differencesTo } from './differences.ts';
import type { GivenDirectory } from './find-files.ts';
import type { Plan } from './plan.ts';
import { sourcesBelow } from './post-source.ts';
import { invalidFiles } from './problems.ts';

type Post = Output<'listPosts'>['posts'][number];

/** A scheduled post that no file of the run stands for. */
export interface Orphan {
  /** As the file was shown. */
  readonly file: string;
  /** The file has another key or profile now. */
  readonly isThere: boolean;
  readonly post: Post;
}

/**
 * The scheduled posts that earlier runs have made of files of these directories, and that no file stands for any more. Posts
 * of other directories, repositories and profiles, of restored backups, and those that nobody made from files are none.
 * @param plans what the run does: a file may have moved
 */
export async function findOrphans(
  context: Context,
  client: SocialClient,
  { directories, plans }: { readonly directories: readonly GivenDirectory[]; readonly plans: readonly Plan[] },
): Promise<Orphan[]> {
  if (directories.length === 0) return [];
  const common = await findProfile(context, client, await context.profile());
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

/** How to cancel them. That a file is gone says little: another branch or checkout may have it. */
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
          `${countOf(replaced.length, 'scheduled post')} of files that are there came from another key or profile; cancel what is not wanted:`,
        ]),
    ...replaced.map(cancelLine),
  ].join('\n');
}

function cancelLine({ file, post }: Orphan): string {
  return `  social post cancel ${shortId(String(post.id))}  (${file})`;
}

/**
 * Refuses files that would be scheduled a second time: a renamed file is another post.
 * @throws {CliError} with each of them
 */
export function refuseRenamed(plans: readonly Plan[], orphans: readonly Orphan[]): void {
  const gone = orphans.filter(({ isThere }) => !isThere);
  const problems = plans.flatMap(({ action, wanted: { source, input } }) => {
    // Who gave a key has named the post.
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
