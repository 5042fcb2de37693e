import { createHash, type JsonWebKey, randomUUID } from 'node:crypto';
import type { CallContext } from '../../driver.ts';
import {
  type NetworkAnswer,
  type NetworkDialect,
  type NetworkRequest,
  refusalOf,
  send,
} from '../../http/network-client.ts';
import { unavailable } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { publicHalf, signJwt } from './jwt.ts';
import { nonceOf, rememberNonce } from './nonces.ts';

const NO_NONCE = unavailable(
  'the server asks for another proof each time that it gets one; nothing was done, try again later',
);

/** The proof that a request is made by the holder of a key. */
export interface Proof {
  /** Server whose nonces are used: its part (authorization or resource) and its address. */
  readonly server: string;
  readonly key: JsonWebKey;
  /** Token that is sent; absent in calls to the authorization server. */
  readonly accessToken?: string;
}

/**
 * Sends a request with a proof. The server refuses a proof without its present nonce before it looks at the request, which
 * is then sent once more with the nonce of the refusal.
 * @throws PlatformError
 * @see https://www.rfc-editor.org/rfc/rfc9449
 */
export async function sendProven(
  dialect: NetworkDialect,
  request: NetworkRequest,
  { proof, call }: { readonly proof: Proof; readonly call: CallContext },
): Promise<NetworkAnswer> {
  const secrets = [...request.secrets, proof.key.d ?? ''].filter((secret) => secret !== '');
  const attempt = async (): Promise<NetworkAnswer> => {
    const headers = { ...request.headers, dpop: writeProof(request, proof) };
    const answer = await send(dialect, { ...request, headers, secrets, answers: 'all' }, call);
    rememberNonce(proof.server, answer);
    return answer;
  };
  const first = await attempt();
  const answer = asksForNonce(first) ? await attempt() : first;
  if (answer.status >= 200 && answer.status < 300) return answer;
  if (asksForNonce(answer)) throw new PlatformError(dialect.platform, { ...NO_NONCE, status: answer.status });
  throw refusalOf(dialect, { ...request, secrets }, answer);
}

function writeProof({ method, url }: NetworkRequest, { server, key, accessToken }: Proof): string {
  const nonce = nonceOf(server);
  const claims = {
    ...{ jti: randomUUID(), htm: method, htu: `${url.origin}${url.pathname}` },
    iat: Math.floor(Date.now() / 1000),
    ...(nonce !== undefined && { nonce }),
    ...(accessToken !== undefined && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
  };
  return signJwt({ typ: 'dpop+jwt', jwk: publicHalf(key) }, claims, key);
}

function asksForNonce({ status, headers, body }: NetworkAnswer): boolean {
  if (status !== 400 && status !== 401) return false;
  return (
    body?.['error'] === 'use_dpop_nonce' || (headers.get('www-authenticate') ?? '').includes('error="use_dpop_nonce"')
  );
}
