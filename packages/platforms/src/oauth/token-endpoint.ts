import {
  type AuthorizationServer,
  allowInsecureRequests,
  type ClientAuth,
  customFetch,
  genericTokenEndpointRequest,
  revocationRequest,
} from 'oauth4webapi';
import type { CallContext, OAuthCapability, TokenSet } from '../driver.ts';
import type { HttpRequest } from '../http/exchange/exchange.ts';
import { userAgent } from '../http/exchange/user-agent.ts';
import { type NetworkAnswer, type NetworkDialect, send } from '../http/network-client.ts';
import { ignore } from '../platform-error.ts';
import { readTokenSet } from './token-set.ts';

/** One network's token endpoints, and the app that calls them. */
export interface TokenEndpoint {
  readonly dialect: NetworkDialect;
  readonly server: AuthorizationServer;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientAuth: ClientAuth;
  readonly through?: HttpRequest['through'];
}

/** The token calls of a network that follows RFC 6749. `codeDialect` replaces the endpoint's dialect for codes. */
export function createTokenCalls(
  endpoint: TokenEndpoint,
  { usesPkce, codeDialect = endpoint.dialect }: { readonly usesPkce: boolean; readonly codeDialect?: NetworkDialect },
): Required<Pick<OAuthCapability, 'usesPkce' | 'exchangeCode' | 'refresh' | 'revoke'>> {
  return {
    usesPkce,
    exchangeCode: ({ code, redirectUri, codeVerifier }, call) => {
      const parameters = { code, redirect_uri: redirectUri, ...(usesPkce && { code_verifier: codeVerifier }) };
      return requestTokens({ ...endpoint, dialect: codeDialect }, { type: 'authorization_code', parameters }, call);
    },
    refresh: (refreshToken, call) => {
      const parameters = { refresh_token: refreshToken };
      return requestTokens(endpoint, { type: 'refresh_token', parameters }, call);
    },
    revoke: ({ value }, call) => revokeQuietly(revokeToken(endpoint, value, call)),
  };
}

/** Waits for a revocation; a grant that the network no longer accepts counts as revoked. */
export async function revokeQuietly(revocation: Promise<unknown>): Promise<void> {
  await revocation.catch(ignore(({ kind }) => kind === 'reconnect'));
}

/** Exchanges a grant for tokens. @throws PlatformError */
async function requestTokens(
  endpoint: TokenEndpoint,
  grant: { readonly type: 'authorization_code' | 'refresh_token'; readonly parameters: Record<string, string> },
  call: CallContext,
): Promise<TokenSet> {
  const { server, clientAuth, clientId, dialect } = endpoint;
  const { answer, options } = capture(endpoint, Object.values(grant.parameters), call);
  await genericTokenEndpointRequest(server, { client_id: clientId }, clientAuth, grant.type, grant.parameters, options);
  const refreshToken = grant.parameters['refresh_token'];
  return readTokenSet(dialect.platform, answer().body, { now: Date.now(), ...(refreshToken && { refreshToken }) });
}

async function revokeToken(endpoint: TokenEndpoint, token: string, call: CallContext): Promise<void> {
  const { options } = capture(endpoint, [token], call);
  await revocationRequest(endpoint.server, { client_id: endpoint.clientId }, endpoint.clientAuth, token, options);
}

/** Lets oauth4webapi write the request, while this package sends it and reads the answer. */
function capture(endpoint: TokenEndpoint, secrets: readonly string[], call: CallContext) {
  let captured: NetworkAnswer | undefined;
  const isPlainHttp = endpoint.server.issuer.startsWith('http:');
  const options = {
    [allowInsecureRequests]: isPlainHttp,
    [customFetch]: async (url: string, init: { body: URLSearchParams; headers: Record<string, string> }) => {
      // Replaces the library's own user agent.
      const headers = { ...init.headers, 'user-agent': userAgent() };
      const form = { method: 'POST', url: new URL(url), headers, body: init.body };
      const hidden = [...secrets, endpoint.clientSecret, basicOf(headers)].filter((secret) => secret !== '');
      const { dialect, through } = endpoint;
      captured = await send(dialect, { ...form, effect: 'none', secrets: hidden, through }, call);
      return new Response(null, { status: 200 });
    },
  };
  const answer = (): NetworkAnswer => {
    if (!captured) throw new TypeError('the token request was not sent');
    return captured;
  };
  return { answer, options };
}

function basicOf(headers: Readonly<Record<string, string>>): string {
  return headers['authorization']?.replace(/^Basic /, '') ?? '';
}
