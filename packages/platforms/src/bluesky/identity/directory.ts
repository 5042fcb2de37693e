import type { CallContext, DriverOptions } from '../../driver.ts';
import { readServerHost, type ServerSearch } from '../../http/server-host.ts';
import { PlatformError } from '../../platform-error.ts';
import { type BlueskyApi, blueskyApi } from '../api.ts';

/** The servers that know identities, and the limits of what identities may name. */
export interface Directory extends Pick<DriverOptions, 'through'>, CallContext {
  readonly plcUrl: string;
  readonly resolverUrl: string;
  /** Base of the simulated network, which an identity may name though it has a path; null for the public network. */
  readonly sandboxUrl: string | null;
  /** Servers of this machine may be named, and names below `.test` exist. */
  readonly isLocal: boolean;
}

/** The directory for the search of a server. */
export function directoryOfSearch(search: ServerSearch): Directory {
  const { sandboxUrl } = search;
  const { plcUrl, resolverUrl } = blueskyApi({ ...search, apiUrl: sandboxUrl ?? 'https://' });
  return { ...search, plcUrl, resolverUrl, sandboxUrl, isLocal: sandboxUrl !== null };
}

/** The directory for the calls of a driver. */
export function directoryOf({ apiUrl, plcUrl, resolverUrl, through }: BlueskyApi, call: CallContext): Directory {
  const isLocal = apiUrl.startsWith('http:');
  return { ...call, plcUrl, resolverUrl, isLocal, sandboxUrl: isLocal ? apiUrl : null, ...(through && { through }) };
}

/**
 * Reads the address of a server that a document names. Only the origin of a public host is taken, over TLS and without a
 * port; in a simulated network only its base and servers of this machine, since nothing may leave it.
 * @returns the base without a trailing slash; null for any other address, to which nothing may be sent
 */
export function readServerAddress(address: unknown, { sandboxUrl, isLocal }: Directory): string | null {
  if (typeof address !== 'string') return null;
  const base = address.replace(/\/$/, '');
  if (sandboxUrl !== null && base === sandboxUrl) return base;
  const url = URL.parse(base);
  // Another spelling, such as letters that look like others, may mislead its reader.
  if (!url || base.toLowerCase() !== url.origin || !/^https?:$/.test(url.protocol)) return null;
  try {
    const read = readServerHost(url.host, { platform: 'bluesky', field: 'handle', allowLoopback: isLocal });
    return read === url.origin && isLocal === (url.protocol === 'http:') ? read : null;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}
