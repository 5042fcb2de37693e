import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

const TOTAL_TIMEOUT_MS = 5_000;
const TRY_TIMEOUT_MS = 1_500;
const TRIES = 2;

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
