import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createNameLookup, type NameLookup } from '@social/platforms';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isLoopback, isLoopbackAddress, isPublicAddress } from '../../addresses.ts';

const CONNECT_TIMEOUT_MS = 5_000;
export const HTTPS_PORT = 443;

/** The server must not connect to this address. The error holds no detail of it. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  /** A name that leads there is as good as one that leads nowhere: no request left. */
  readonly code = 'ENOTFOUND';
}

/** Settings of the connections, and where names are looked up: at the system's name servers when left out. */
export interface GuardedAgentOptions extends Pick<Agent.Options, 'pipelining' | 'headersTimeout' | 'bodyTimeout'> {
  readonly lookup?: NameLookup | undefined;
}

/** A connection that is asked for. */
export interface AskedConnection {
  readonly host: string;
  readonly port: number;
  readonly isPlainHttp: boolean;
}

/** The addresses that may be connected to. */
export interface AddressPolicy {
  /** Allows this machine too. */
  readonly allowLoopback: boolean;
  /** Decides about addresses in place of the rule that only public ones are allowed. */
  readonly allows?: (address: string, asked: AskedConnection) => boolean;
}

/**
 * Creates a dispatcher that connects only to public addresses. It resolves names itself, checks every address, and dials only
 * checked addresses, so that a name cannot resolve to another address in between (DNS rebinding).
 */
export function createGuardedAgent(
  policy: AddressPolicy,
  { lookup = createNameLookup(), ...own }: GuardedAgentOptions = {},
): Dispatcher {
  const isPublicOrHere = (address: string) =>
    isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));

  async function resolve(host: string): Promise<LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    // Name servers may not know localhost, which only a policy with a sandbox allows.
    if (policy.allowLoopback && isLoopback(host)) return THIS_MACHINE;
    return lookup(host);
  }

  async function checkedAddresses(host: string, isAllowed: (address: string) => boolean): Promise<LookupAddress[]> {
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
    ...own,
    connect(options, callback) {
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      const isPlainHttp = options.protocol === 'http:';
      const asked = { host: hostname, port: Number(options.port || (isPlainHttp ? 80 : HTTPS_PORT)), isPlainHttp };
      const isAllowed = (address: string) => policy.allows?.(address, asked) ?? isPublicOrHere(address);
      checkedAddresses(hostname, isAllowed).then(
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

/** Returns a lookup that answers every name with these addresses. */
function answering(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses;
    if (all || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
