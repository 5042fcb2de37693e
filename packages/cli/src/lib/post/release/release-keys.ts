import { createHash } from 'node:crypto';
import type { Release } from './release.ts';

type Identity = NonNullable<Release['identity']>;

/**
 * The idempotency key of a release's post. The first post has number 0, each post that adds platforms the next number. The key
 * names no platforms, so that only one of two simultaneous runs gets a number.
 */
export function keyOfReleasePost({ repository, path, version }: Identity, profileId: string, number: number): string {
  const identity = JSON.stringify([repository, path, version, profileId, number]);
  const readable = version.replace(/[^\w.+@-]/g, '').slice(0, 60);
  return `release:${readable}:${createHash('sha256').update(identity).digest('hex')}`;
}
