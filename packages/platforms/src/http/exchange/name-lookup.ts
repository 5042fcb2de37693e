import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { after } from '../../guarded.ts';
import { findInHostsFile } from './hosts-file.ts';

const TOTAL_TIMEOUT_MS = 5_000;
const TRY_TIMEOUT_MS = 1_500;
const TRIES = 2;
/** Errors of slow name servers, after which the system's lookup, which asks the same servers, would be slower. */
const TOO_SLOW = ['ETIMEOUT', 'ECANCELLED'];

/** Finds the addresses of a host name. @throws Error with a `code` of `node:dns` for a name without addresses */
export type NameLookup = (name: string) => Promise<LookupAddress[]>;

/**
 * Makes a lookup that asks the name servers directly. The system's lookup takes two names at a time, and waits 10 seconds and
 * more for a silent server: a few such names would delay all others, including the networks'.
 * @param servers `address:port` of each server; the system's servers when left out
 */
export function createNameLookup(servers?: readonly string[], totalTimeoutMs = TOTAL_TIMEOUT_MS): NameLookup {
  return async (name) => {
    // A separate resolver reads the system's current settings, and can be canceled alone.
    const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const timer = after(totalTimeoutMs, () => resolver.cancel());
    try {
      return await bothFamilies(resolver, name);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Asks for both families and leaves out one that fails; when both do, throws the error of IPv4. */
async function bothFamilies(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [four, six].flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/**
 * Makes a lookup for hosts that the operator names. Works without the thread pool, where a name waits for files and password
 * hashes. Asks in the system's order: the hosts file, `localhost`, the name servers. Leaves other names to the system, which
 * may have a search domain or another source of names.
 */
export function createHostLookup(ask: NameLookup = createNameLookup(), hostsFile?: string): NameLookup {
  return async (name) => {
    const host = name.toLowerCase().replace(/\.$/, '');
    const written = findInHostsFile(host, hostsFile);
    if (written.length > 0) return written;
    if (host === 'localhost' || host.endsWith('.localhost')) return THIS_MACHINE;
    try {
      const found = await ask(host);
      if (found.length > 0) return found;
    } catch (error) {
      if (TOO_SLOW.includes(String((error as { code?: unknown }).code))) throw error;
    }
    return askSystem(name, { all: true });
  };
}

/** RFC 6761, section 6.3. */
const THIS_MACHINE: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const askSystem = promisify(systemLookup);

/** Adapts a lookup to the interface of sockets. */
export function toSocketLookup(find: NameLookup): LookupFunction {
  return (name, { all, family }, callback) => {
    const wanted = family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : 0;
    find(name).then(
      (found) => {
        const addresses = found.filter((each) => wanted === 0 || each.family === wanted);
        const [first] = addresses;
        if (!first) callback(Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' }), '', 0);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
