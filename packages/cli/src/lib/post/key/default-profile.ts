import type { Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { nameInPost } from '../../server/profile-lookup.ts';
import type { PublishInput } from './request.ts';

/** A post that was given a profile, under the key that it has where that is not what it is now: the default one, or not. */
export interface Otherwise {
  /** Slug of the profile. */
  readonly profile: string;
  readonly key: string;
}

interface Keyed {
  readonly input: PublishInput;
  readonly key: string;
  readonly otherwise?: Otherwise | undefined;
}

export function namedOtherwise(
  profile: Schema<'Profile'>,
  input: PublishInput,
  keyOf: (input: PublishInput) => string,
): Otherwise {
  const renamed = nameInPost({ ...profile, isDefault: !profile.isDefault });
  return { profile: profile.slug, key: keyOf({ ...input, profile: renamed }) };
}

/**
 * The post with the key under which it was made. The default profile is not named in a key, and may be another one since: then
 * the same post would be made again, or that of the profile which was the default one be taken for it.
 */
export async function withKeyOfItsProfile<Given extends Keyed>(
  context: Pick<Context, 'io'>,
  client: SocialClient,
  given: Given,
): Promise<Given> {
  const { key, otherwise } = given;
  if (otherwise === undefined) return given;
  const find = async (one: string) =>
    (await client.posts.listPosts({ key: one }, { signal: context.io.signal })).posts[0];
  const [post, other] = await Promise.all([find(key), find(otherwise.key)]);
  const { profile } = otherwise;
  const isOther = other?.profile === profile || (post !== undefined && post.profile !== profile);
  return isOther ? { ...given, input: { ...given.input, profile }, key: otherwise.key } : given;
}
