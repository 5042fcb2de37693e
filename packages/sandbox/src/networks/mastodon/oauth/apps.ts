import { randomBytes } from 'node:crypto';
import type { Call, Reply, Route } from '../../../http/route.ts';
import { refuse } from '../errors.ts';
import { readParams } from '../params.ts';
import { defaultScopes, knownScopes, splitScopes } from '../scopes.ts';
import type { MastodonState } from '../state.ts';

/** The redirect URI that means: show the code to the person. */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/**
 * Registering an app, which every client does at every instance. An Authorization header is ignored.
 *
 * @see https://docs.joinmastodon.org/methods/apps/ (read 2026-11-22)
 */
export function appRoutes(state: MastodonState): readonly Route[] {
  const handle = (call: Call) => register(state, call);
  return [{ method: 'POST', path: '/api/v1/apps', operation: 'authorize', handle }];
}

function register({ world, apps }: MastodonState, call: Call): Reply {
  const params = readParams(call);
  const name = params.text('client_name')?.trim() ?? '';
  if (name === '') refuse(422, "Validation failed: Application name can't be blank");
  const redirectUris =
    params.list('redirect_uris') ?? (params.text('redirect_uris') ?? '').split(/\s+/).filter(Boolean);
  if (redirectUris.length === 0) refuse(422, "Validation failed: Redirect URI can't be blank");
  if (!redirectUris.every((uri) => uri === outOfBand || isAbsolute(uri))) {
    refuse(422, 'Validation failed: Redirect URI must be an absolute URI.');
  }
  const asked = splitScopes(params.text('scopes') ?? '');
  const scopes = asked.length > 0 ? asked : defaultScopes;
  if (!scopes.every((scope) => knownScopes.includes(scope))) {
    refuse(422, "Validation failed: Scopes doesn't match configured on the server.");
  }
  const website = params.text('website') || null;
  const [clientId, clientSecret] = [randomKey(), randomKey()];
  world.apps.add('mastodon', { clientId, clientSecret, name, redirectUris, partner: false });
  apps.set(clientId, { website, scopes });
  const json = {
    ...{ id: String(apps.size), name, website, scopes },
    ...{ redirect_uri: redirectUris.join('\n'), redirect_uris: redirectUris },
    ...{ client_id: clientId, client_secret: clientSecret, client_secret_expires_at: 0 },
    vapid_key: '',
  };
  return { status: 200, json };
}

function isAbsolute(uri: string): boolean {
  return URL.canParse(uri) && !uri.includes('#');
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}
