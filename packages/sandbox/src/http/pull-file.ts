import { lookup as resolveName } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { StoredBytes } from '../world/stored-bytes.ts';

/** Limits on a file that a network fetches. */
export interface PullLimits {
  readonly maxBytes: number;
  /** Time for the redirects and the whole body together; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Number of redirects to follow; 5 by default. */
  readonly maxRedirects?: number;
}

const defaultTimeoutMs = 30_000;
const defaultRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a file that a post names, as the networks' own servers do.
 *
 * The networks fetch public https addresses. The sandbox also fetches http and this machine's loopback addresses, because
 * tests run there, but no other private address, so that it gives no access to a private network.
 *
 * @returns `undefined` when the file cannot be fetched or is too large.
 */
export async function pullFile(address: string, limits: PullLimits): Promise<StoredBytes | undefined> {
  const { maxBytes, timeoutMs = defaultTimeoutMs, maxRedirects = defaultRedirects } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await followRedirects(address, { signal, maxRedirects });
    const blob = new StoredBytes();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (blob.bytes + chunk.length > maxBytes) return undefined;
      blob.append(chunk);
    }
    return blob;
  } catch {
    return undefined;
  }
}

/** Returns true for loopback and public addresses. */
export function isReachable(ip: string): boolean {
  const range = ipaddr.process(ip).range();
  return range === 'unicast' || range === 'loopback';
}

async function followRedirects(
  address: string,
  { signal, maxRedirects }: { signal: AbortSignal; maxRedirects: number },
): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let left = maxRedirects; left >= 0; left -= 1) {
    const response = await get(url, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    response.destroy();
    if (!redirectStatuses.has(statusCode)) throw new Error(`answered ${statusCode}`);
    url = new URL(headers.location ?? '', url);
  }
  throw new Error('too many redirects');
}

function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol} is not fetched`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is never looked up, so it is checked here.
  if (isIP(host) !== 0 && !isReachable(host)) throw new Error(`${host} is not fetched`);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { signal, lookup: lookUpReachable, agent: false }, resolve).once('error', reject).end();
  });
}

/** Resolves the name for the connection itself, so that its address cannot change after the check. */
const lookUpReachable: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const reachable = error ? [] : found.filter(({ address }) => isReachable(address));
    const [first] = reachable;
    if (!first) callback(error ?? new Error(`${hostname} is not fetched`), '', 0);
    else if (options.all) callback(null, reachable);
    else callback(null, first.address, first.family);
  });
};
