import type { Schema, SocialClient } from '@social/sdk';
import type { PublishInput } from './post-key.ts';
import { findDefaultProfile } from './profile.ts';

/** A post whose key is derived from its content. */
export interface KeyedPost {
  readonly input: PublishInput;
  readonly key: string;
  /** The profile that was named; undefined for the default one. */
  readonly profile?: Schema<'Profile'> | undefined;
  /** Derives the key of the post from the slug in its request; left out where the key was given. */
  readonly keyOf?: ((slug: string | undefined) => string) | undefined;
  /** Set when an earlier call has stored this post. The body of that call may have named the profile another way. */
  readonly isStored?: boolean;
}

/** A post, or a draft that waits for its approval, which an earlier call has stored under a key. */
interface Stored {
  /** Slugs of the profile that it was asked for, and of the one that it is for now. */
  readonly profiles: readonly (string | undefined)[];
}

/** Reads what an earlier call has stored under a key. */
async function findStored(client: SocialClient, key: string, signal: AbortSignal): Promise<Stored | undefined> {
  const { posts, drafts = [] } = await client.posts.listPosts({ key }, { signal });
  const [post] = posts;
  if (post) return { profiles: [post.draft?.requestedProfile, post.profile] };
  const [draft] = drafts;
  return draft && { profiles: [draft.requestedProfile, draft.profile] };
}

/**
 * Chooses the key under which the post, or its draft, was stored, if it was. A key leaves out the name of the default profile. After
 * another profile has been made the default, the same post has another key, and the same key may belong to another profile's post.
 * A draft may also have been moved: it counts for the profile that it was asked for, and for the one that it is for now.
 */
export async function withKeyOfItsProfile<Given extends KeyedPost>(
  client: SocialClient,
  given: Given,
  signal: AbortSignal,
): Promise<Given> {
  const { keyOf } = given;
  if (keyOf === undefined) return given;
  const profile = given.profile ?? (await findDefaultProfile(client, signal));
  // The server refuses a post that names no profile then.
  if (profile === undefined) return given;
  const { slug } = profile;
  const named = keyOf(slug);
  const unnamed = keyOf(undefined);
  const [underName, underNone] = await Promise.all([
    findStored(client, named, signal),
    findStored(client, unnamed, signal),
  ]);
  const isForIt = underNone !== undefined && (given.profile === undefined || underNone.profiles.includes(slug));
  // A call that names no profile is answered with what such a call has stored, whatever profile was the default one then.
  const isUnnamed = isForIt && (given.profile === undefined || underName === undefined);
  const isStored = isForIt || underName !== undefined;
  const key = isUnnamed ? unnamed : underName || underNone ? named : given.key;
  if (key === given.key) return { ...given, isStored };
  return { ...given, input: { ...given.input, profile: slug }, key, isStored };
}
