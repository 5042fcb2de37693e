import type { Schema, SocialClient } from '@social/sdk';
import type { PublishInput } from './post-key.ts';
import { nameInPost } from './profile.ts';

/** The idempotency key that a post would have if the default flag of its profile were flipped. */
export interface OtherKey {
  /** Slug of the profile. */
  readonly profile: string;
  readonly key: string;
}

interface Keyed {
  readonly input: PublishInput;
  readonly key: string;
  readonly otherKey?: OtherKey | undefined;
}

/** Derives the key that a post would have if the default flag of its profile were flipped. */
export function otherKeyOf(
  profile: Schema<'Profile'>,
  input: PublishInput,
  keyOf: (input: PublishInput) => string,
): OtherKey {
  const renamed = nameInPost({ ...profile, isDefault: !profile.isDefault });
  return { profile: profile.slug, key: keyOf({ ...input, profile: renamed }) };
}

/**
 * Chooses the key under which the post was made, if it was. A key leaves out the name of the default profile. After another
 * profile has been made the default, the same post has another key, and the same key may belong to the other profile's post.
 */
export async function withKeyOfItsProfile<Given extends Keyed>(
  client: SocialClient,
  given: Given,
  signal: AbortSignal,
): Promise<Given> {
  const { key, otherKey } = given;
  if (otherKey === undefined) return given;
  const find = async (one: string) => (await client.posts.listPosts({ key: one }, { signal })).posts[0];
  const [post, other] = await Promise.all([find(key), find(otherKey.key)]);
  const { profile } = otherKey;
  const isOther = other?.profile === profile || (post !== undefined && post.profile !== profile);
  return isOther ? { ...given, input: { ...given.input, profile }, key: otherKey.key } : given;
}
