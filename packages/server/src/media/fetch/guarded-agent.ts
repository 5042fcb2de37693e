import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createNameLookup, type NameLookup } from '@social/platforms';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isLoopback } from '../../loopback.ts';
import { isLoopbackAddress, isPublicAddress } from './address.ts';
import type { MediaPolicy } from './media-url.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** An address that must not be connected to. Holds no detail of it. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/**
 * A dispatcher that connects only to public addresses. Literals are checked, names are resolved here and every address
 * checked, and only the very addresses that were checked are dialled, so that a name cannot change its meaning in between.
 * @param lookup asks the system's name servers when left out
 */
export function createGuardedAgent(policy: MediaPolicy, lookup: NameLookup = createNameLookup()): Dispatcher {
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));

  async function resolve(host: string): Promise<LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    // Name servers need not know this machine, and only beside a sandbox is it asked for.
    if (policy.allowLoopback && isLoopback(host)) return THIS_MACHINE;
    return lookup(host);
  }

  async function checkedAddresses(host: string): Promise<LookupAddress[]> {
    const addresses = await resolve(host);
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      throw new BlockedAddressError();
    }
    return addresses;
  }

  return new Agent({
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
    pipelining: 0,
    connect(options, callback) {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      checkedAddresses(hostname).then(
        (addresses) => {
          const dial = buildConnector({
            timeout: CONNECT_TIMEOUT_MS,
            allowH2: false,
            autoSelectFamily: true,
            lookup: answering(addresses),
          });
          dial({ ...options, hostname }, (error, socket) => {
            if (error) return callback(error, null);
            if (socket.remoteAddress === undefined || !isAllowed(socket.remoteAddress)) {
              socket.destroy();
              return callback(new BlockedAddressError(), null);
            }
            return callback(null, socket);
          });
        },
        (error: Error) => callback(error, null),
      );
    },
  });
}

const THIS_MACHINE: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A lookup that knows nothing but these addresses. */
function answering(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses;
    if (all || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
