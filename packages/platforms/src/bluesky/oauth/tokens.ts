import type { CallContext, TokenSet } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import type { NetworkAnswer } from '../../http/network-client.ts';
import { refused } from '../../meanings.ts';
import { revokeQuietly } from '../../oauth/token-endpoint.ts';
import { readTokenSet } from '../../oauth/token-set.ts';
import { PlatformError } from '../../platform-error.ts';
import type { BlueskyApi } from '../api.ts';
import { isDid } from '../identity/identity.ts';
import { type OAuthGrant, writeGrant } from '../session/grant.ts';
import { BLUESKY_SCOPES } from './client.ts';
import { sendAsClient, tokenDialect } from './client-request.ts';

/** Reads the tokens of an answer, and puts into their texts all that their use needs. @throws PlatformError */
export function readGranted(
  { body, broken }: NetworkAnswer,
  parts: Omit<OAuthGrant, 'kind' | 'did' | 'token'>,
): TokenSet {
  const did = asString(body?.['sub']);
  const isBound = asString(body?.['token_type'])?.toLowerCase() === 'dpop';
  const tokens = readTokenSet('bluesky', body && { ...body, token_type: 'bearer' }, { now: Date.now() });
  if (did === null || !isDid(did) || !isBound) throw broken();
  if (!tokens.scopes.includes('atproto')) {
    const message = 'the sign-in was allowed nothing; start connecting bluesky again, and allow what it asks for';
    throw new PlatformError('bluesky', refused(message));
  }
  const { key, app, endsAt, issuer, tokenUrl, revocationUrl } = parts;
  const common = { kind: 'oauth', did, key, app, endsAt, issuer, tokenUrl, revocationUrl } as const;
  const write = (token: string) => writeGrant({ ...common, token });
  return {
    ...tokens,
    accessToken: write(tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : write(tokens.refreshToken),
    refreshExpiresAt: endsAt === null ? null : new Date(endsAt),
    scopes: BLUESKY_SCOPES.filter((scope) => tokens.scopes.includes(scope)),
  };
}

/**
 * Renews a session. Its refresh token works once: when the answer was lost, the next renewal is refused, and only the user can
 * connect again. When the server never got the request, the next renewal succeeds.
 * @see https://atproto.com/specs/oauth#tokens-and-session-lifetime
 */
export async function refreshGrant(api: BlueskyApi, grant: OAuthGrant, call: CallContext): Promise<TokenSet> {
  const form = { grant_type: 'refresh_token', refresh_token: grant.token };
  const request = { ...grant, url: grant.tokenUrl, form, secrets: [grant.token], dialect: tokenDialect };
  const answer = await sendAsClient(api, { ...request, effect: 'none' }, call);
  if (asString(answer.body?.['sub']) !== grant.did) throw answer.broken();
  return readGranted(answer, grant);
}

/** Ends a session at the network. One that has ended counts as ended. */
export async function revokeGrant(api: BlueskyApi, grant: OAuthGrant, call: CallContext): Promise<void> {
  const form = { token: grant.token };
  const request = { ...grant, url: grant.revocationUrl, form, secrets: [grant.token], dialect: tokenDialect };
  await revokeQuietly(sendAsClient(api, { ...request, effect: 'none' }, call));
}
