import type { Json, Reply, Route } from '../../http/route.ts';
import { invalidParam, missingScope, success } from './errors.ts';
import { protect, type Session } from './session.ts';
import type { TiktokState } from './state.ts';

/** The scope that each field needs. */
const fieldScopes: Readonly<Record<string, string>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  username: 'user.info.profile',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
};

/**
 * The person's identity, in the fields that were asked for.
 *
 * @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
 */
export function userInfoRoute(state: TiktokState): Route {
  return protect(state, {
    method: 'GET',
    path: '/v2/user/info',
    operation: 'identity',
    scope: 'user.info.basic',
    perMinute: 600,
    handle: (call, session) => {
      const fields = (call.query.get('fields') ?? '').split(',');
      return show(fields, session, call.base);
    },
  });
}

function show(fields: readonly string[], { account, token }: Session, base: string): Reply {
  const avatar = `${base}/avatars/${account.username}.png`;
  const known: Readonly<Record<string, Json>> = {
    open_id: account.id,
    union_id: `union-${account.id}`,
    avatar_url: avatar,
    avatar_url_100: avatar,
    avatar_large_url: avatar,
    display_name: account.name,
    username: account.username,
    bio_description: '',
    profile_deep_link: `${base}/@${account.username}`,
    is_verified: false,
  };
  const unknown = fields.find((field) => fieldScopes[field] === undefined);
  if (unknown !== undefined) return invalidParam(`Fields is missing or holds an unknown field: "${unknown}".`);
  const missing = fields.map((field) => fieldScopes[field] ?? '').find((scope) => !token.scopes.includes(scope));
  if (missing !== undefined) return missingScope(missing);
  return success({ user: Object.fromEntries(fields.map((field) => [field, known[field]])) });
}
