import { relative } from 'node:path';
import type { Output, SocialClient } from '@social/sdk';
import type { Context } from '../../../lib/context.ts';
import { shortId } from '../../../lib/post/post.ts';
import { fetchData } from '../../../lib/server/send.ts';
import type { Problem } from '../files/problems.ts';
import { differencesTo } from './differences.ts';
import type { WantedPost } from './wanted-post.ts';

/** The post that an earlier run made of a file. */
export interface FoundPost {
  readonly post?: Output<'getPost'> | undefined;
  /** Directory that the file's name was relative to in an earlier run, where that was another one. */
  readonly countedFrom?: string;
}

/**
 * Looks for the post of a file, by its name and by the names that it had in runs that were given another directory.
 * @param byKey all posts of the run
 */
export async function findPostOf(
  context: Context,
  client: SocialClient,
  { wanted, byKey }: { readonly wanted: WantedPost; readonly byKey: ReadonlyMap<string, WantedPost> },
): Promise<FoundPost | Problem> {
  const { key, input, source, keysAbove, keysBelow } = wanted;
  const find = async (one: string) =>
    (await fetchData(context, `looking for ${source.file} …`, (call) => client.posts.listPosts({ key: one }, call)))
      .posts[0];
  const problem = (message: string): Problem => ({ file: source.file, line: 1, message });
  const own = await find(key);
  if (own) return { post: own };

  for (const [directory, other] of keysAbove) {
    const root = rootOf(directory);
    // Publishing would do so a second time: only the path below the named directory identifies a file.
    if (await find(other))
      return problem(
        `it was published already, with its path counted from ${root}: add --root ${root}, or, if it is another post, give it a key`,
      );
  }
  for (const [directory, other] of keysBelow) {
    const root = rootOf(directory);
    const post = await find(other);
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
