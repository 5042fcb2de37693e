import type { Server } from 'node:http';
import { isLoopbackAddress } from '../media/fetch/address.ts';
import { isOneOf } from './callers/client-address.ts';

/** How long an idle connection is kept, as the header Keep-Alive of every answer promises: a stranger may hold many. */
export const KEEP_ALIVE_MS = 5_000;
/** Longer than nginx (60 s) and Caddy (120 s) keep theirs: the proxy must close idle connections first, or a request may meet a closed one. */
const PROXY_KEEP_ALIVE_MS = 125_000;

/** Keeps idle connections of trusted proxies, and of this machine's own programs, for longer than was promised. */
export function keepProxyConnections(server: Server, trustedProxies: readonly string[]): void {
  const isTrusted = isOneOf(trustedProxies);
  server.on('request', ({ socket }, response) => {
    const peer = socket.remoteAddress ?? '';
    if (!isLoopbackAddress(peer) && !isTrusted(peer)) return;
    response.once('finish', () => {
      // Node sets a time only where no other request is under way, and takes it away when the next one comes.
      if (socket.timeout) socket.setTimeout(PROXY_KEEP_ALIVE_MS);
    });
  });
}
