import type { IncomingMessage } from 'node:http';

const hosts = new WeakMap<IncomingMessage, string>();

/** Remembers that a request was meant for a network's own host. */
export function rememberHost(request: IncomingMessage, host: string): void {
  hosts.set(request, host);
}

/** The origin that the caller sees, for a request that was led here from a network's own host. */
export function seenOrigin(request: IncomingMessage): string | undefined {
  const host = hosts.get(request);
  return host === undefined ? undefined : `https://${host}`;
}
