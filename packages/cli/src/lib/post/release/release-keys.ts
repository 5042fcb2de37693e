import { createHash } from 'node:crypto';
import type { PlatformId } from '@social/types';
import type { Release } from './release.ts';

type Identity = NonNullable<Release['identity']>;

/** Platforms in the order of earlier keys, which named them. */
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
 * The idempotency key of a release's post. The first post has number 0, each post that adds platforms the next number. The key
 * names no platforms, so that only one of two simultaneous runs gets a number.
 */
export function keyOfReleasePost(identity: Identity, profile: string, number: number): string {
  return keyOf(identity, profile, number);
}

/** Keys that earlier versions may have used for a release. They named its platforms, but not the default profile. */
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
