import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { findInHostsFile } from './hosts-file.ts';

const TOTAL_TIMEOUT_MS = 5_000;
const TRY_TIMEOUT_MS = 1_500;
const TRIES = 2;
/** Where name servers were too slow, the system, which asks the same ones, would be slower. */
const TOO_SLOW = ['ETIMEOUT', 'ECANCELLED'];

/** Finds the addresses of a host name. @throws Error with a `code` of `node:dns` when there are none */
export type NameLookup = (name: string) => Promise<LookupAddress[]>;

/**
 * Asks the name servers themselves. The system's own lookup takes two names at a time and gives up one whose server is
 * silent after 10 seconds and more: a handful of those would keep every other name waiting, the networks' too.
 * @param servers `address:port`; those of the system when left out
 */
export function createNameLookup(servers?: readonly string[], totalTimeoutMs = TOTAL_TIMEOUT_MS): NameLookup {
  return async (name) => {
    // A new one each time: it reads the system's settings anew, and can be ended by itself.
    const resolver = new Resolver({ timeout: TRY_TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), totalTimeoutMs);
    try {
      return await bothFamilies(resolver, name);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A family that cannot be found out is left out; without any, the error of IPv4 tells why. */
async function bothFamilies(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [four, six].flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/**
 * Finds hosts that the operator names, without the thread pool: there a name would wait for files and password hashes.
 * The order is the system's: `localhost`, the hosts file, the name servers. What these do not know is left to the system,
 * which may know more: a search domain, another source of names.
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

/** A lookup in the form that sockets ask for. */
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
