import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isLoopbackAddress, isPublicAddress } from './address.ts';
import type { MediaPolicy } from './media-url.ts';

/** An address that must not be connected to. Holds no detail of it. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/**
 * A dispatcher that connects only to public addresses. Literals are checked, names are resolved here and every address
 * checked, and the very address that was checked is the one dialled, so that a name cannot change its meaning in between.
 */
export function createGuardedAgent(policy: MediaPolicy): Dispatcher {
  const connect = buildConnector({ timeout: 5_000 });
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));

  async function resolve(hostname: string): Promise<string> {
    const bare = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map(({ address }) => address);
    const [first] = addresses;
    if (first === undefined || !addresses.every(isAllowed)) throw new BlockedAddressError();
    return first;
  }

  return new Agent({
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
    pipelining: 0,
    connect(options, callback) {
      resolve(options.hostname).then(
        (address) => {
          const servername = options.servername ?? options.hostname;
          connect(
            { ...options, hostname: address, servername: isIP(servername) ? '' : servername },
            (error, socket) => {
              if (error) return callback(error, null);
              if (socket.remoteAddress === undefined || !isAllowed(socket.remoteAddress)) {
                socket.destroy();
                return callback(new BlockedAddressError(), null);
              }
              return callback(null, socket);
            },
          );
        },
        (error: Error) => callback(error, null),
      );
    },
  });
}
