import ipaddr from 'ipaddr.js';

/** Whether an address is on the public internet; everything else (private, local, special, tunnelled) must not be fetched from. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6 && TUNNELLED.some((network) => address.match(network)));
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

// IPv6 forms that carry an IPv4 address inside, beyond those that the library names.
const TUNNELLED: [ipaddr.IPv6, number][] = [
  ipaddr.IPv6.parseCIDR('::/96'),
  ipaddr.IPv6.parseCIDR('64:ff9b::/32'),
  ipaddr.IPv6.parseCIDR('2001::/23'),
  ipaddr.IPv6.parseCIDR('2002::/16'),
  ipaddr.IPv6.parseCIDR('3fff::/20'),
  ipaddr.IPv6.parseCIDR('fec0::/10'),
];
