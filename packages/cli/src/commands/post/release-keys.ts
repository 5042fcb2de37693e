import { createHash } from 'node:crypto';
import type { PlatformId } from '@social/types';
import type { Release } from './release.ts';

type Identity = NonNullable<Release['identity']>;

/** The platforms that a release could be published to while its key named them, in the order in which it did. */
const NAMED_PLATFORMS: readonly PlatformId[] = [
  'profnet',
  'microblog',
  'video',
  'shortvideo',
  'socialnet',
  'photonet',
  'chatbot',
];

/**
 * The Idempotency-Key of one of a release's posts. The first post has number 0; one that adds platforms has the next number.
 * The key names no platforms: of two runs that send at once, whatever for, one gets the number.
 */
export function keyOfReleasePost(identity: Identity, profile: string, number: number): string {
  return keyOf(identity, profile, number);
}

/** The keys of earlier versions, which name the platforms of the post: all those that name one of `wanted`. */
export function earlierReleaseKeys(
  identity: Identity,
  profile: string,
  { wanted, used }: { readonly wanted: readonly PlatformId[]; readonly used: readonly PlatformId[] },
): string[] {
  const named = NAMED_PLATFORMS.filter((id) => used.includes(id));
  const sets: PlatformId[][] = [[]];
  for (const id of named) sets.push(...sets.map((set) => [...set, id]));
  const asked = sets.filter((set) => set.some((id) => wanted.includes(id)));
  // The default profile was not named.
  return asked.flatMap((set) => [keyOf(identity, undefined, set), keyOf(identity, profile, set)]);
}

/** The platforms that the key of an earlier version may name. */
export function platformsOfEarlierKeys(): readonly PlatformId[] {
  return NAMED_PLATFORMS;
}

function keyOf(
  { repository, path, version }: Identity,
  profile: string | undefined,
  what: number | readonly PlatformId[],
): string {
  const identity = JSON.stringify([repository, path, version, profile, what]);
  const readable = version.replace(/[^\w.+@-]/g, '').slice(0, 60);
  return `release:${readable}:${createHash('sha256').update(identity).digest('hex')}`;
}
