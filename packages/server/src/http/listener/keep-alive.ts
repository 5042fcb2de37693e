import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { on, once } from '@social/platforms/guarded';
import { inNetworks, isLoopbackAddress } from '../../addresses.ts';

/** Time for which the server keeps an idle connection, as the Keep-Alive header says. Short, since anybody may open many. */
export const KEEP_ALIVE_MS = 5_000;
/**
 * Longer than nginx (60 s) and Caddy (120 s) keep their connections. The proxy has to close an idle connection first, or a
 * request may arrive on a closed one.
 */
const PROXY_KEEP_ALIVE_MS = 125_000;

/** Keeps idle connections of trusted proxies, and of programs on this machine, longer than the header says. */
export function keepProxyConnections(server: Server, trustedProxies: readonly string[]): void {
  const isTrusted = inNetworks(trustedProxies);
  on(server, 'request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const peer = socket.remoteAddress ?? '';
    if (!isLoopbackAddress(peer) && !isTrusted(peer)) return;
    once(response, 'finish', () => {
      // Node sets a timeout only when no other request is under way, and clears it when the next one arrives.
      if (socket.timeout) socket.setTimeout(PROXY_KEEP_ALIVE_MS);
    });
  });
}
