import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns true for a host name or address of this machine, with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Returns true for an address of this machine, also for one written as an IPv4 address inside IPv6. */
export function isLoopbackAddress(text: string): boolean {
  // Most connections are from here or from the proxy; reading an address takes a while.
  if (text === '127.0.0.1' || text === '::1') return true;
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

/** Returns true for an address on the public internet; all others (private, local, special, tunnelled) must not be fetched from. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === AZURE_HOST) return false;
  return !(address instanceof ipaddr.IPv6 && TUNNELLED.some((network) => address.match(network)));
}

/** The host of a virtual machine on Azure, which answers with its settings. @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const AZURE_HOST = '168.63.129.16';
// IPv6 networks whose addresses carry an IPv4 address inside; the library names further ones.
const TUNNELLED: [ipaddr.IPv6, number][] = [
  ipaddr.IPv6.parseCIDR('::/96'),
  ipaddr.IPv6.parseCIDR('64:ff9b::/32'),
  ipaddr.IPv6.parseCIDR('2001::/23'),
  ipaddr.IPv6.parseCIDR('2002::/16'),
  ipaddr.IPv6.parseCIDR('3fff::/20'),
  ipaddr.IPv6.parseCIDR('fec0::/10'),
];

/** Returns a function that returns true for an address in one of the networks. */
export function inNetworks(cidrs: readonly string[]): (address: string) => boolean {
  if (cidrs.length === 0) return () => false;
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
 * Returns the address that limits of clients count: the address itself, or the first 64 bits of an IPv6 address, since a client that
 * has one address of such a network has all of them. @see RFC 6177
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** The URL of a listener. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
