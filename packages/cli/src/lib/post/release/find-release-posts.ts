import type { SocialClient } from '@social/sdk';
import type { PlatformId } from '@social/types';
import type { Context } from '../../context.ts';
import type { GivenRelease } from '../input/given-post.ts';
import type { Post } from '../post.ts';
import { earlierReleaseKeys, keyOfReleasePost } from './release-keys.ts';

/** Posts of a release, compared with the platforms that are wanted now. */
export interface ReleasePosts {
  /** Posts for a wanted platform, the oldest first. */
  readonly posts: readonly Post[];
  /** Wanted platforms without a post. */
  readonly missing: readonly PlatformId[];
  /** Idempotency key of the next post. */
  readonly nextKey: string;
  /** Post of the release that is still scheduled, for any platforms. */
  readonly scheduled: Post | undefined;
  /** A post or open draft of the release under another profile. Looked up only when no profile was named. */
  readonly elsewhere: Elsewhere | undefined;
}

interface Elsewhere {
  readonly what: 'post' | 'draft';
  readonly id: string;
  /** Slug of the profile that it was asked for. */
  readonly profile: string;
}

/** Reads the posts of a release. Posts by earlier versions of the command are looked up once, because no more are made. */
export interface ReleaseReader {
  read(): Promise<ReleasePosts>;
}

/** Numbers that are read at once. That many have to be free after the last post. */
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

/** Reads posts with numbered keys. Canceled and missed posts free their numbers, so there may be gaps. */
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
      // A number before the last one may have been taken since it was read.
      const post = found[index] ?? (await find(key));
      if (post) posts.push(post);
    }
    next += last + 1;
  }
}

/**
 * Finds posts of the release by earlier versions of the command. Their keys are derived from the platforms of posts whose text
 * names the version: the text of a release begins with the heading that the version was read from.
 */
async function lookUpEarlier(
  { context, client, find }: { context: Context; client: SocialClient; find: Find },
  given: GivenRelease,
): Promise<{ earlier: Post[]; elsewhere: Elsewhere | undefined }> {
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
  // A key without a profile belongs to the profile that was the default then.
  const earlier = (await findAll(keysOf(own))).filter((post) => post.profile === profile);
  const firsts = new Set(others.map((post) => post.profile));
  const numbered = await Promise.all([...firsts].map((other) => readNumbered(find, given, other)));
  const post =
    numbered.flatMap(({ posts }) => posts)[0] ??
    (await findAll(keysOf(others))).find((post) => post.profile !== profile);
  const elsewhere = post
    ? ({ what: 'post', id: String(post.id), profile: post.profile } as const)
    : await findDraftElsewhere(context, client, given);
  return { earlier: earlier.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)), elsewhere };
}

/** Finds an open draft of the release under another profile, when no profile was named. */
async function findDraftElsewhere(
  { io: { signal } }: Context,
  client: SocialClient,
  { input, release, isProfileNamed }: GivenRelease,
): Promise<Elsewhere | undefined> {
  if (isProfileNamed) return undefined;
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  const others = profiles.filter(({ slug }) => slug !== input.profile);
  const found = await Promise.all(
    others.map(async ({ slug: profile }): Promise<Elsewhere[]> => {
      const key = keyOfReleasePost(release.identity, profile, 0);
      const { drafts = [] } = await client.posts.listPosts({ key }, { signal });
      return drafts.map(({ id }) => ({ what: 'draft', id, profile }));
    }),
  );
  return found.flat()[0];
}

/** The version as in the heading, without the name of a package (`name@1.4.0`). */
function versionOf({ release }: GivenRelease): string {
  const { version } = release.identity;
  return version.slice(version.lastIndexOf('@') + 1);
}

/** Reads posts of one profile, or of all profiles, whose text names a version. */
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
