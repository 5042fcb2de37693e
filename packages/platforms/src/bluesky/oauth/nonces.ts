import type { NetworkAnswer } from '../../http/network-client.ts';

const MAX_SERVERS = 1_000;
/** Servers change their nonce after three to five minutes. */
const FRESH_MS = 120_000;
const NONCE = /^[\x21-\x7e]{1,512}$/;

/** The last nonce of each server. A nonce is not secret, and a missing or old one only costs a request. */
const known = new Map<string, { readonly nonce: string; readonly at: number }>();

/** The last nonce that a server has given for the next proof; undefined without one. */
export function nonceOf(server: string): string | undefined {
  return known.get(server)?.nonce;
}

/** Returns true when the server certainly still takes its last nonce. */
export function hasFreshNonce(server: string): boolean {
  return Date.now() - (known.get(server)?.at ?? 0) < FRESH_MS;
}

/** Keeps the nonce of an answer. @see https://www.rfc-editor.org/rfc/rfc9449#section-8.2 */
export function rememberNonce(server: string, { headers }: Pick<NetworkAnswer, 'headers'>): void {
  const nonce = headers.get('dpop-nonce');
  if (nonce === null || !NONCE.test(nonce)) return;
  if (known.size >= MAX_SERVERS && !known.has(server)) known.clear();
  known.set(server, { nonce, at: Date.now() });
}
