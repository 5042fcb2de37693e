import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

// Not on Windows: its hosts file has another place.
const SYSTEM_HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

interface HostsFile {
  readonly path: string;
  readonly changedAt: number;
  readonly addresses: ReadonlyMap<string, readonly LookupAddress[]>;
}

let known: HostsFile | undefined;

/**
 * Finds the addresses of a name in the hosts file; an empty list without such a file. The name servers do not know these
 * names, and the system's lookup uses the thread pool. Reads the small file synchronously, because an asynchronous read waits
 * for that pool too, and reads it again after a change.
 * @see hosts(5)
 */
export function findInHostsFile(name: string, path = SYSTEM_HOSTS): LookupAddress[] {
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (changedAt === undefined) return [];
  if (known?.path !== path || known.changedAt !== changedAt) known = { path, changedAt, addresses: readHosts(path) };
  return [...(known.addresses.get(name) ?? [])];
}

function readHosts(path: string): Map<string, LookupAddress[]> {
  const addresses = new Map<string, LookupAddress[]>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const found = addresses.get(name) ?? [];
      if (!found.some((each) => each.address === address)) found.push({ address, family });
      addresses.set(name, found);
    }
  }
  return addresses;
}
