import { createHmac } from 'node:crypto';
import { Refusal } from '../../http/route.ts';
import type { IssuedToken } from '../../world/grants.ts';
import type { NetworkId } from '../../world/network-ids.ts';
import type { World } from '../../world/world.ts';
import { refuse, tokenError } from './errors.ts';
import { type GraphRequest, readToken, text } from './request.ts';

/** Finds the token of a call; refuses a proof that the app's secret did not make of it. */
export function tokenOf(world: World, network: NetworkId, request: GraphRequest): IssuedToken {
  const token = requireToken(world, network, readToken(request));
  const proof = text(request.params, 'appsecret_proof');
  if (proof === undefined) return token;
  const { clientSecret = '' } = world.apps.find(network, token.clientId) ?? {};
  if (proof === createHmac('sha256', clientSecret).update(token.token).digest('hex')) return token;
  const message = 'Invalid appsecret_proof provided in the API argument';
  return refuse({ code: 100, type: 'GraphMethodException', message });
}

/** Finds a token by its value; refuses missing, unknown, revoked and expired ones, each in its own words. */
export function requireToken({ grants }: World, network: NetworkId, value: string | null): IssuedToken {
  if (value === null) throw new Refusal(tokenError('missing'));
  const token = grants.findAccess(network, value);
  if (!token) throw new Refusal(tokenError('malformed'));
  if (token.state !== 'active') throw new Refusal(tokenError('revoked'));
  if (grants.isExpired(token)) throw new Refusal(tokenError('expired'));
  return token;
}
