import { relative } from 'node:path';
import { findByKeys, type Run } from '../../../lib/post/batch/check-many.ts';
import { type Post, shortId } from '../../../lib/post/post.ts';
import type { Problem } from '../files/problems.ts';
import { differencesTo } from './differences.ts';
import type { WantedPost } from './wanted-post.ts';

/** The post that an earlier run made of a file. */
export interface FoundPost {
  readonly post?: Post | undefined;
  /** Directory that the file's name was relative to in an earlier run, where that was another one. */
  readonly countedFrom?: string;
}

/** The posts that earlier runs made, by their keys, and the files of this run by theirs. */
export interface KnownPosts {
  readonly posts: ReadonlyMap<string, Post>;
  readonly byKey: ReadonlyMap<string, WantedPost>;
}

/** Reads the posts that earlier runs may have made of files: first by their own names, then by those that they had elsewhere. */
export async function findKnownPosts(run: Run, wanted: readonly WantedPost[]): Promise<KnownPosts> {
  const own = await findByKeys(
    run,
    wanted.map(({ key }) => key),
  );
  const open = wanted.filter(({ key }) => !own.get(key)?.post);
  const elsewhere = open.flatMap(({ keysAbove, keysBelow }) => [...keysAbove.values(), ...keysBelow.values()]);
  const other = await findByKeys(run, [...new Set(elsewhere)]);
  const posts = [...own, ...other].flatMap(([key, { post }]) => (post ? [[key, post] as const] : []));
  return { posts: new Map(posts), byKey: new Map(wanted.map((one) => [one.key, one])) };
}

/** Finds the post of a file, by its name and by the names that it had in runs that were given another directory. */
export function findPostOf(wanted: WantedPost, { posts, byKey }: KnownPosts): FoundPost | Problem {
  const { key, input, source, keysAbove, keysBelow } = wanted;
  const problem = (message: string): Problem => ({ file: source.file, line: 1, message });
  const own = posts.get(key);
  if (own) return { post: own };

  for (const [directory, other] of keysAbove) {
    const root = rootOf(directory);
    // Publishing would do so a second time: only the path below the named directory identifies a file.
    if (posts.has(other))
      return problem(
        `it was published already, with its path counted from ${root}: add --root ${root}, or, if it is another post, give it a key`,
      );
  }
  for (const [directory, other] of keysBelow) {
    const root = rootOf(directory);
    const post = posts.get(other);
    const namesake = byKey.get(other);
    // With another text, the post may be of any file with that name; with the same text, of the file that has the name now.
    if (post?.text !== input.text || namesake?.input.text === input.text) continue;
    // The namesake would count as published and never be sent.
    if (namesake)
      return { ...problem(`${source.file} was published under its name: give it a key`), file: namesake.source.file };
    // Either guess could lose a post or send one twice.
    if (isClaimedByAnother(other, wanted, byKey) || differencesTo(post, input).length > 0)
      return problem(
        `post ${shortId(String(post.id))}, with its path counted from ${root}, may be this file's: if it is, use --root ${root}; if not, give the file a key`,
      );
    return { post, countedFrom: root };
  }
  return {};
}

/** Returns true when another file with the same text could have been published under this key. */
function isClaimedByAnother(key: string, wanted: WantedPost, byKey: ReadonlyMap<string, WantedPost>): boolean {
  const { text } = wanted.input;
  return [...byKey.values()].some(
    (one) => one !== wanted && one.input.text === text && [...one.keysBelow.values()].includes(key),
  );
}

function rootOf(directory: string): string {
  return relative('', directory) || '.';
}
