import { Refusal } from '../../http/route.ts';
import type { IssuedToken } from '../../world/grants.ts';
import type { NetworkId } from '../../world/network-ids.ts';
import type { World } from '../../world/world.ts';
import { tokenError } from './errors.ts';

/** Finds a token by its value; refuses missing, unknown, revoked and expired ones, each in its own words. */
export function requireToken({ grants }: World, network: NetworkId, value: string | null): IssuedToken {
  if (value === null) throw new Refusal(tokenError('missing'));
  const token = grants.findAccess(network, value);
  if (!token) throw new Refusal(tokenError('malformed'));
  if (token.state !== 'active') throw new Refusal(tokenError('revoked'));
  if (grants.isExpired(token)) throw new Refusal(tokenError('expired'));
  return token;
}
