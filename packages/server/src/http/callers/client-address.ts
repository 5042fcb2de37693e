import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Whom limits are counted for: an address, or the network of 64 bits of an IPv6 one, since whoever has one address of it has
 * all of them. @see RFC 6177
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** Tells whether an address is in one of the networks. */
export function isOneOf(cidrs: readonly string[]): (address: string) => boolean {
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return networks.some(
      ([network, bits]) => address.kind() === network.kind() && address.match([network, bits] as never),
    );
  };
}

/**
 * Finds the address of the client: the peer's, or behind trusted proxies the nearest one that is not theirs.
 * @param onUntrusted gets, once, the address of a peer that speaks for others without being trusted to
 */
export function createClientAddress(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void,
): (request: IncomingMessage) => string {
  const isTrusted = isOneOf(trustedProxies);
  let hasTold = false;
  return (request) => {
    const peer = request.socket.remoteAddress ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    if (!isTrusted(peer)) {
      if (header !== undefined && !hasTold) onUntrusted(peer);
      hasTold ||= header !== undefined;
      return peer;
    }
    const hops = String(header ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => ipaddr.isValid(hop));
    return hops.findLast((hop) => !isTrusted(hop)) ?? peer;
  };
}
