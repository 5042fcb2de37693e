import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { inNetworks } from '../../addresses.ts';

/**
 * Returns the address that rate limits count: the address itself, or the first 64 bits of an IPv6 address, since a client that
 * has one address of such a network has all of them. @see RFC 6177
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

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
