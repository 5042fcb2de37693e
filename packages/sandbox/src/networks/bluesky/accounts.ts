import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';

/** The domain below which every account has its handle. */
export const handleDomain = '.bsky.test';

/** Returns an account's handle: its username in the letters that host names have. */
export function handleOf({ username }: Account): string {
  const label = username
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${label || 'account'}${handleDomain}`;
}

/** Finds an account by its DID or by its handle, in any case. */
export function findAccount(world: World, identifier: string): Account | undefined {
  const handle = identifier.toLowerCase();
  return (
    world.accounts.find('bluesky', identifier) ??
    world.accounts.of('bluesky').find((account) => handleOf(account) === handle)
  );
}

/** Returns the address to which the server writes to a person. */
export function emailOf({ username }: Account): string {
  return `${username.toLowerCase()}@example.com`;
}
