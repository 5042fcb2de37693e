import { lookup as lookUpInSystem } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createNameLookup, type NameLookup } from '@social/platforms';
import { after } from '@social/platforms/guarded';
import { inNetworks, isLoopback, isLoopbackAddress, isPublicAddress } from '../../addresses.ts';
import { type AskedConnection, HTTPS_PORT } from './guarded-agent.ts';

/** Addresses of receivers that the operator allows beside public ones. */
export interface ReceiverAllowance {
  /** Host names in lower case. */
  readonly names: readonly string[];
  /** Networks in CIDR notation. */
  readonly networks: readonly string[];
}

/** Decides to which receivers the server sends. */
export interface ReceiverPolicy {
  /** Allows this machine; set only with a sandbox. */
  readonly allowLoopback: boolean;
  /** Returns true for an address that a request to a host may be sent to. */
  readonly allows: (address: string, asked: AskedConnection) => boolean;
  readonly lookup: NameLookup;
  /** Finds what is wrong with the address of a receiver. Resolves its name. @returns the end of a sentence; null for a good one */
  readonly problemOf: (url: string) => Promise<string | null>;
}

const MAX_LENGTH = 2048;
/** Longest look-up of a name. A name that cannot be looked up now may be used: each request checks it again. */
const LOOKUP_MS = 2_000;
const NOT_PUBLIC =
  'must be on the public internet; the operator of the server can allow others with SOCIAL_WEBHOOK_ALLOW';

/** Makes the policy: https to public addresses at the usual port, and what the operator allows, plain http and any port included. */
export function createReceiverPolicy(
  { names, networks }: ReceiverAllowance,
  { allowLoopback, lookup: lookUp = createNameLookup() }: { allowLoopback: boolean; lookup?: NameLookup },
): ReceiverPolicy {
  // A name of the operator's own network may be in the hosts file of this machine only.
  const lookup: NameLookup = (host) =>
    names.includes(host.toLowerCase()) ? lookUpInSystem(host, { all: true }) : lookUp(host);
  const isInside = inNetworks(networks);
  const isNamed = (host: string) =>
    names.includes(host.toLowerCase()) || (allowLoopback && isLoopback(host)) || isInside(host);
  const isTrusted = (address: string, host: string) =>
    names.includes(host.toLowerCase()) || isInside(address) || (allowLoopback && isLoopbackAddress(address));

  async function addressesOf(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    // Name servers may not know localhost, but it leads nowhere else.
    if (isLoopback(host)) return ['127.0.0.1'];
    const limit = new Promise<never[]>((resolve) => after(LOOKUP_MS, () => resolve([])).unref());
    const found = await Promise.race([lookup(host).catch(() => []), limit]);
    return found.map(({ address }) => address);
  }

  const allows: ReceiverPolicy['allows'] = (address, { host, port, isPlainHttp }) =>
    isTrusted(address, host) || (!isPlainHttp && port === HTTPS_PORT && isPublicAddress(address));

  return {
    allowLoopback,
    allows,
    lookup,
    async problemOf(text) {
      const form = formProblem(text);
      if (form !== null) return form;
      const url = new URL(text);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const isPlainHttp = url.protocol === 'http:';
      const addresses = await addressesOf(host);
      const isOfOperator = isNamed(host) || (addresses.length > 0 && addresses.every(isInside));
      const asked = { host, port: HTTPS_PORT, isPlainHttp: false };
      if (addresses.some((address) => !allows(address, asked))) return NOT_PUBLIC;
      if (isPlainHttp && !isOfOperator) return 'must begin with https://, so that nobody on the way reads the events';
      if (!isOfOperator && !['', '443'].includes(url.port)) return `must use the port 443, not ${url.port}`;
      return null;
    },
  };
}

function formProblem(text: string): string | null {
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  // The URL parser repairs backslashes, missing slashes and stray spaces, but such an address is a mistake.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return 'must be an address beginning with https://';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address must not hold these
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return 'is not an address';
  const { username, password, hash } = new URL(text);
  if (username || password) return 'must not hold a user name or password; put a secret into the query or the path';
  return hash === '' ? null : 'must not have a part after #, which is not sent';
}
