import type { Json, Reply } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { graphError } from '../meta-graph/errors.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import { problems } from './errors.ts';
import { authenticate } from './session.ts';

export function meEndpoint(world: World): GraphEndpoint {
  const handle = (request: GraphRequest) => showAccount(world, request) ?? notFound(request);
  return { method: 'GET', path: 'me', operation: 'identity', handle };
}

/** Shows the token's account, asked for as `me` or by its id, as one object like the network's. */
export function showAccount(world: World, request: GraphRequest): Reply | undefined {
  const { account } = authenticate(world, request);
  const [wanted] = request.segments;
  if (wanted !== 'me' && wanted !== account.id) return undefined;
  const accountTypes: Record<string, string> = { business: 'Business', private: 'Personal' };
  const shown: Record<string, Json> = {
    id: `9${account.id.slice(1)}`,
    user_id: account.id,
    username: account.username,
    name: account.name,
    account_type: accountTypes[account.type] ?? 'Media_Creator',
    profile_picture_url: `${request.call.base}/avatars/${account.username}.png`,
  };
  return { status: 200, json: pickFields(shown, text(request.params, 'fields'), []) };
}

export function notFound({ segments }: GraphRequest): Reply {
  return graphError(problems.noMedia(segments[0] ?? ''));
}
