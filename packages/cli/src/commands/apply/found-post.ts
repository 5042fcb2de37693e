import { relative } from 'node:path';
import type { Output, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/report/result.ts';
import { fetchData } from '../../lib/server/send.ts';
import { differencesTo } from './differences.ts';
import type { Problem } from './problems.ts';
import type { WantedPost } from './wanted-post.ts';

/** What a file has become already. */
export interface FoundPost {
  readonly post?: Output<'getPost'> | undefined;
  /** The directory that an earlier run counted the file's name from, where that was another one. */
  readonly countedFrom?: string;
}

/**
 * Looks for the post of a file, by its name and by those that it would have had in a run that was given another directory.
 * @param byKey all that the run is about
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
    // It would be published a second time: the path below the directory that is named is all that tells files apart.
    if (await find(other))
      return problem(
        `it is there already, counted from ${root}: add --root ${root}, or, if it is another post, give it a key`,
      );
  }
  for (const [directory, other] of keysBelow) {
    const root = rootOf(directory);
    const post = await find(other);
    const namesake = byKey.get(other);
    // Of another text it may be any file of that name, and of the same text the one that has the name now.
    if (post?.text !== input.text || namesake?.input.text === input.text) continue;
    // The namesake would be taken for published, and never be.
    if (namesake)
      return { ...problem(`${source.file} was published under its name: give it a key`), file: namesake.source.file };
    // Either guess could lose a post or send one twice.
    if (isClaimedByAnother(other, wanted, byKey) || differencesTo(post, input).length > 0)
      return problem(
        `post ${shortId(String(post.id))}, counted from ${root}, may be this file's: if it is, use --root ${root}; if not, give the file a key`,
      );
    return { post, countedFrom: root };
  }
  return {};
}

/** Whether another file of the same text could have been published under this key as well. */
function isClaimedByAnother(key: string, wanted: WantedPost, byKey: ReadonlyMap<string, WantedPost>): boolean {
  const { text } = wanted.input;
  return [...byKey.values()].some(
    (one) => one !== wanted && one.input.text === text && [...one.keysBelow.values()].includes(key),
  );
}

function rootOf(directory: string): string {
  return relative('', directory) || '.';
}
