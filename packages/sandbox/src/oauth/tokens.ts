import type { FormFields } from '../http/request-body.ts';
import type { Call, Reply } from '../http/route.ts';
import type { Grant, TokenStyle } from '../world/grants.ts';
import type { World } from '../world/world.ts';

/** Returns the token of a Bearer authorization, or an empty text. */
export function bearerOf({ headers }: Call): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Returns the app's id and secret of a Basic authorization, or `undefined` without one. */
export function basicOf({ headers }: Call): { id: string; secret: string } | undefined {
  const encoded = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return { id: pair.slice(0, Math.max(0, colon)), secret: pair.slice(colon + 1) };
}

/** Returns the operation of a call to a token endpoint by the fields of its body. */
export function tokenOperation(fields: FormFields): 'refresh' | 'token' {
  return fields['grant_type'] === 'refresh_token' ? 'refresh' : 'token';
}

/** Issues an access token with the lifetime of the settings, or else the network's own. */
export function issueAccess({ settings, grants }: World, grant: Grant, style: TokenStyle) {
  const { tokenLifetimeSeconds: seconds } = settings;
  const lifetimeMs = seconds === null ? style.lifetimeMs : seconds * 1000;
  const { token } = grants.issueAccess(grant, { ...style, lifetimeMs });
  return { access_token: token, expires_in: Math.floor(lifetimeMs / 1000) };
}

/** An error of a token endpoint, in the shape of RFC 6749. */
export function oauthError(status: 400 | 401, error: string, description: string): Reply {
  return { status, json: { error, error_description: description } };
}
