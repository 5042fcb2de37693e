import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { inNetworks } from '../../addresses.ts';

/**
 * Returns a function that finds a client's address: the peer's own, or behind trusted proxies the nearest address that is not
 * a trusted proxy's.
 * @param onUntrusted called once, with the address of a peer that sends X-Forwarded-For without being trusted
 */
export function createClientAddress(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void,
): (request: IncomingMessage) => string {
  const isTrusted = inNetworks(trustedProxies);
  let hasWarned = false;
  return (request) => {
    const peer = request.socket.remoteAddress ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    if (!isTrusted(peer)) {
      if (header !== undefined && !hasWarned) onUntrusted(peer);
      hasWarned ||= header !== undefined;
      return peer;
    }
    const hops = String(header ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => ipaddr.isValid(hop));
    return hops.findLast((hop) => !isTrusted(hop)) ?? peer;
  };
}
