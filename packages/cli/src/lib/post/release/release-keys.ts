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

/** The keys that earlier versions may have given to a release's post: they named its platforms, and not the default profile. */
export function earlierReleaseKeys(identity: Identity, profile: string, platforms: readonly PlatformId[]): string[] {
  const named = NAMED_PLATFORMS.filter((id) => platforms.includes(id));
  return [keyOf(identity, undefined, named), keyOf(identity, profile, named)];
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
