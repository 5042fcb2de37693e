import { settled } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Target } from '@social/types';
import type { Context } from '../../context.ts';
import { readConnections } from '../../server/connections.ts';
import { findByKey } from '../find-by-key.ts';
import type { GivenRelease } from '../input/given-post.ts';
import type { Post } from '../post.ts';
import { keyOfReleasePost } from './release-keys.ts';

/** Posts of a release, compared with the platforms that are wanted now. */
export interface ReleasePosts {
  /** Posts for a wanted platform, the oldest first. */
  readonly posts: readonly Post[];
  /** Wanted platforms without a post. */
  readonly missing: readonly Target[];
  /** Idempotency key of the next post. */
  readonly nextKey: string;
  /** Set when a draft waits under that key. */
  readonly isDraft: boolean;
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

/** Reads the posts of a release. Other profiles are looked up once. */
export interface ReleaseReader {
  read(): Promise<ReleasePosts>;
}

/** Numbers that are read at once. That many have to be free after the last post. */
const LOOK_AHEAD = 4;

/** The release as its earlier posts have settled it. */
export async function settleRelease(
  context: Context,
  client: SocialClient,
  given: GivenRelease,
): Promise<GivenRelease> {
  const find = async (key: string) => (await findByKey(context, client, key)).posts[0];
  const { posts } = await readNumbered(find, given);
  return await settled(given, posts, () => readConnections(context, given.profileId));
}

export function openReleaseReader(context: Context, client: SocialClient, given: GivenRelease): ReleaseReader {
  const { platforms: wanted } = given.input;
  const drafted = new Set<string>();
  const find = async (key: string) => {
    const { posts, drafts = [] } = await findByKey(context, client, key);
    if (drafts.length > 0) drafted.add(key);
    return posts[0];
  };
  let elsewhere: Promise<Elsewhere | undefined> | undefined;
  return {
    async read() {
      const { posts, nextKey } = await readNumbered(find, given);
      const missing = wanted.filter((id) => !posts.some(({ platforms }) => platforms.includes(id)));
      if (missing.length > 0 && !given.isProfileNamed) elsewhere ??= findElsewhere(context, client, find, given);
      return {
        posts: posts.filter(({ platforms }) => platforms.some((id) => wanted.includes(id))),
        missing,
        nextKey,
        isDraft: drafted.has(nextKey),
        scheduled: posts.find(({ status }) => status === 'scheduled'),
        elsewhere: await elsewhere,
      };
    },
  };
}

type Find = (key: string) => Promise<Post | undefined>;

/** Reads posts with numbered keys. Canceled and missed posts free their numbers, so there may be gaps. */
async function readNumbered(find: Find, { release, profileId }: GivenRelease) {
  const keyOf = (number: number) => keyOfReleasePost(release.identity, profileId, number);
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

/** Finds a post, or the open draft, of the release under another profile. */
async function findElsewhere(
  { io: { signal } }: Context,
  client: SocialClient,
  find: Find,
  given: GivenRelease,
): Promise<Elsewhere | undefined> {
  const { profileId, release } = given;
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  const others = profiles.filter(({ id }) => id !== profileId);
  const found = await Promise.all(
    others.map(async ({ id, slug: profile }): Promise<Elsewhere[]> => {
      const { posts } = await readNumbered(find, { ...given, profileId: id });
      const key = keyOfReleasePost(release.identity, id, 0);
      const { drafts = [] } = await client.posts.listPosts({ key }, { signal });
      return [
        ...posts.map((post) => ({ what: 'post' as const, id: String(post.id), profile })),
        ...drafts.map((draft) => ({ what: 'draft' as const, id: draft.id, profile })),
      ];
    }),
  );
  return found.flat()[0];
}
