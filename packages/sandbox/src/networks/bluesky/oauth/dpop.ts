import { createHash, createHmac, type JsonWebKey } from 'node:crypto';
import { isRecord } from '../../../http/request-body.ts';
import type { Call } from '../../../http/route.ts';
import { isSameSecret } from '../../../oauth/pkce.ts';
import type { BlueskyState } from '../state.ts';
import { type DecodedJwt, decodeJwt, isSignedWith, thumbprintOf, timeProblem } from './jwk.ts';

const rotationMs = 60_000;
/** Age of the oldest proof that can have an accepted nonce. */
const proofMs = 3 * rotationMs + 10_000;

/** The two servers, each of which has nonces of its own. */
export type Server = 'authorization' | 'resource';

/** A proof that is refused. */
export class ProofError extends Error {
  readonly code: 'invalid_dpop_proof' | 'use_dpop_nonce';

  constructor(code: 'invalid_dpop_proof' | 'use_dpop_nonce', message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the nonce for the next proof; it is accepted for three minutes. */
export function nextNonce(state: BlueskyState, server: Server): string {
  return nonceAt(state, server, 1);
}

/**
 * Checks the proof of a call.
 *
 * @param accessToken The token that the proof has to belong to, where one is sent.
 * @returns The thumbprint of the key, or `undefined` without a proof.
 * @throws {ProofError}
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-4.3
 */
export function checkProof(
  state: BlueskyState,
  call: Call,
  { server, accessToken }: { readonly server: Server; readonly accessToken?: string },
): string | undefined {
  const proof = call.headers['dpop'];
  if (proof === undefined) return undefined;
  if (typeof proof !== 'string' || proof === '') throw invalid('DPoP header cannot be empty');
  const { jwt, jwk } = readProof(state, proof);
  const { jti, htm, htu, nonce, ath } = jwt.claims;
  if (typeof jti !== 'string' || jti === '') throw invalid('DPoP "jti" missing');
  if (htm !== call.method) throw invalid('DPoP "htm" mismatch');
  if (typeof htu !== 'string' || withoutQuery(htu) !== withoutQuery(`${call.base}${call.path}`)) {
    throw invalid('DPoP "htu" mismatch');
  }
  if (nonce === undefined) {
    throw new ProofError('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof');
  }
  if (![-1, 0, 1].some((step) => isSameSecret(nonceAt(state, server, step), String(nonce)))) {
    throw new ProofError('use_dpop_nonce', 'DPoP "nonce" mismatch');
  }
  const hash = accessToken === undefined ? undefined : createHash('sha256').update(accessToken).digest('base64url');
  if (ath !== hash) throw invalid(hash === undefined ? 'DPoP "ath" claim not allowed' : 'DPoP "ath" mismatch');
  rememberOnce(state, jti);
  return thumbprintOf(jwk);
}

function readProof(state: BlueskyState, proof: string): { readonly jwt: DecodedJwt; readonly jwk: JsonWebKey } {
  const failed = (reason: string) => invalid(`Failed to verify DPoP proof: ${reason}`);
  const jwt = decodeJwt(proof);
  if (!jwt) throw failed('JWS Protected Header is invalid');
  const { typ, jwk } = jwt.header;
  if (typ !== 'dpop+jwt') throw failed('unexpected "typ" JWT header value');
  if (!isRecord(jwk) || 'd' in jwk) throw failed('"jwk" (JSON Web Key) Header Parameter must be a public key');
  if (!isSignedWith(proof, jwk)) throw failed('signature verification failed');
  const problem = timeProblem(jwt.claims['iat'], state.world.now, proofMs);
  if (problem !== undefined) throw failed(problem);
  return { jwt, jwk };
}

/** Refuses the id of a proof that came before. Ids are kept for as long as the nonce of such a proof is accepted. */
function rememberOnce({ proofs, world }: BlueskyState, jti: string): void {
  const now = world.now();
  for (const [id, at] of proofs) {
    if (at + 2 * proofMs > now) break;
    proofs.delete(id);
  }
  if (proofs.has(jti)) throw invalid('DPoP proof replayed');
  proofs.set(jti, now);
}

function nonceAt({ world, sessionSecret }: BlueskyState, server: Server, step: number): string {
  const window = Math.floor(world.now() / rotationMs) + step;
  return createHmac('sha256', sessionSecret).update(`${server} ${window}`).digest('base64url');
}

function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : '';
}

function invalid(message: string): ProofError {
  return new ProofError('invalid_dpop_proof', message);
}
