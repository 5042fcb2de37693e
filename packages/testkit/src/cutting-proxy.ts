import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between a server and a sandbox, lets bodies stream through, and cuts connections at given points of what is sent. */
export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Bytes of request bodies that were passed on so far. */
  readonly sentBytes: number;
  /** How many connections were cut. */
  readonly cuts: number;
}

/**
 * @param target address without a trailing slash; the network's own addresses in `Location` are turned into the proxy's
 * @param cutsAt numbers of bytes, ascending: when as many have been passed on in all, the connection is cut
 */
export async function startCuttingProxy(target: string, cutsAt: readonly number[]): Promise<CuttingProxy> {
  let sentBytes = 0;
  let cuts = 0;
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const outgoing = request(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } });
    outgoing.on('response', (answer) => {
      const location = answer.headers.location?.replace(target, proxy.url);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(location && { location }) });
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.on('data', (chunk: Buffer) => {
      sentBytes += chunk.length;
      outgoing.write(chunk);
      if (sentBytes < (cutsAt[cuts] ?? Number.POSITIVE_INFINITY)) return;
      cuts += 1;
      incoming.socket.resetAndDestroy();
    });
    incoming.on('end', () => outgoing.end());
    incoming.on('error', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sentBytes() {
      return sentBytes;
    },
    get cuts() {
      return cuts;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
