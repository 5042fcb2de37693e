import { createServer } from 'node:http';
import { close, listen } from './local-server.ts';
import { relay } from './relay.ts';

/** A proxy between a server and a sandbox that streams bodies, and cuts connections at given points of what is sent. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Bytes of request bodies that the proxy has received so far. */
  readonly sentBytes: number;
  /** Number of connections that the proxy has cut. */
  readonly cuts: number;
}

/**
 * Starts a cutting proxy on a free port of 127.0.0.1.
 * @param target address without a trailing slash; the proxy puts its own address in its place in `Location`
 * @param cutsAt numbers of bytes, ascending: a connection is cut each time that as many have been passed on in all
 */
export async function startCuttingProxy(target: string, cutsAt: readonly number[]): Promise<CuttingProxy> {
  let sentBytes = 0;
  let cuts = 0;
  const server = createServer((incoming, response) => {
    relay(incoming, response, { target, rewriteLocation: (location) => location.replace(target, url) });
    incoming.on('data', (chunk: Buffer) => {
      sentBytes += chunk.length;
      if (sentBytes < (cutsAt[cuts] ?? Number.POSITIVE_INFINITY)) return;
      cuts += 1;
      incoming.socket.resetAndDestroy();
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    get sentBytes() {
      return sentBytes;
    },
    get cuts() {
      return cuts;
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}
