import type { Output, SocialClient } from '@social/sdk';
import type { PlatformId } from '@social/types';
import type { Context } from '../../context.ts';
import type { GivenRelease } from '../input/given-post.ts';
import { earlierReleaseKeys, keyOfReleasePost } from './release-keys.ts';

type Post = Output<'getPost'>;

/** What has become of a release on the platforms that are wanted now. */
export interface ReleasePosts {
  /** Those about a wanted platform, in the order in which they were made. */
  readonly posts: readonly Post[];
  /** Wanted platforms that no post of the release was made for. */
  readonly missing: readonly PlatformId[];
  /** The key of the next post. */
  readonly nextKey: string;
  /** The post of the release that is still scheduled, whatever platforms it is about. */
  readonly scheduled: Post | undefined;
  /** A post of the release under a profile that is not the one in use. Looked for only where no profile was named. */
  readonly elsewhere: Post | undefined;
}

/** Reads the posts of a release. Posts of earlier versions of the command are looked up once: none are added. */
export interface ReleaseReader {
  read(): Promise<ReleasePosts>;
}

/** So many numbers are read at once, and have to be free after the last post. */
const LOOK_AHEAD = 4;

export function openReleaseReader(context: Context, client: SocialClient, given: GivenRelease): ReleaseReader {
  const { profile, platforms: wanted } = given.input;
  const find = async (key: string) => (await client.posts.listPosts({ key }, { signal: context.io.signal })).posts[0];
  const missingIn = (known: readonly Post[]) =>
    wanted.filter((id) => !known.some(({ platforms }) => platforms.includes(id)));
  let looking: ReturnType<typeof lookUpEarlier> | undefined;
  return {
    async read() {
      const { posts, nextKey } = await readNumbered(find, given, profile);
      looking = missingIn(posts).length > 0 ? (looking ?? lookUpEarlier({ context, client, find }, given)) : looking;
      const { earlier = [], elsewhere } = (await looking) ?? {};
      const all = [...earlier, ...posts];
      return {
        posts: all.filter(({ platforms }) => platforms.some((id) => wanted.includes(id))),
        missing: missingIn(all),
        nextKey,
        scheduled: all.find(({ status }) => status === 'scheduled'),
        elsewhere,
      };
    },
  };
}

type Find = (key: string) => Promise<Post | undefined>;

/** The posts with numbered keys. A number comes free when its post is canceled or missed, so that one may be left out. */
async function readNumbered(find: Find, { release }: GivenRelease, profile: string) {
  const keyOf = (number: number) => keyOfReleasePost(release.identity, profile, number);
  const posts: Post[] = [];
  let next = 0;
  for (;;) {
    const keys = Array.from({ length: LOOK_AHEAD }, (_, index) => keyOf(next + index));
    const found = await Promise.all(keys.map(find));
    const last = found.findLastIndex((post) => post !== undefined);
    if (last < 0) return { posts, nextKey: keyOf(next) };
    for (const [index, key] of keys.slice(0, last + 1).entries()) {
      // A number before the last one may have been taken after it was read.
      const post = found[index] ?? (await find(key));
      if (post) posts.push(post);
    }
    next += last + 1;
  }
}

/**
 * Finds the posts that earlier versions of the command made of the release, by the platforms of the posts whose text names its
 * version: the text of a release begins with the heading that its version was read from.
 */
async function lookUpEarlier(
  { context, client, find }: { context: Context; client: SocialClient; find: Find },
  given: GivenRelease,
): Promise<{ earlier: Post[]; elsewhere: Post | undefined }> {
  const { input, release, isProfileNamed } = given;
  const { profile, platforms: wanted } = input;
  const named = await postsNaming(context, client, {
    version: versionOf(given),
    profile: isProfileNamed ? profile : undefined,
  });
  const others = named.filter((post) => post.profile !== profile);
  const own = named.filter((post) => post.profile === profile && post.platforms.some((id) => wanted.includes(id)));
  const keysOf = (posts: readonly Post[]) =>
    new Set(posts.flatMap((post) => earlierReleaseKeys(release.identity, post.profile, post.platforms)));
  const findAll = async (keys: ReadonlySet<string>) => {
    const found = new Map<string, Post>();
    for (const key of keys) {
      const post = await find(key);
      if (post) found.set(String(post.id), post);
    }
    return [...found.values()];
  };
  // Without a name it was the post of the profile that was the default one then.
  const earlier = (await findAll(keysOf(own))).filter((post) => post.profile === profile);
  const firsts = new Set(others.map((post) => post.profile));
  const numbered = await Promise.all([...firsts].map((other) => readNumbered(find, given, other)));
  const elsewhere =
    numbered.flatMap(({ posts }) => posts)[0] ??
    (await findAll(keysOf(others))).find((post) => post.profile !== profile);
  return { earlier: earlier.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)), elsewhere };
}

/** The version as the heading has it: that of a package is known by `name@1.4.0`. */
function versionOf({ release }: GivenRelease): string {
  const { version } = release.identity;
  return version.slice(version.lastIndexOf('@') + 1);
}

/** The posts of a profile, or of all, whose text names a version: a page has a hundred posts. */
async function postsNaming(
  { io }: Context,
  client: SocialClient,
  { version, profile }: { version: string; profile: string | undefined },
): Promise<Post[]> {
  const named: Post[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.posts.listPosts(
      { limit: 100, ...(profile !== undefined && { profile }), ...(cursor !== undefined && { cursor }) },
      { signal: io.signal },
    );
    named.push(...page.posts.filter(({ text }) => text.includes(version)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return named;
}
