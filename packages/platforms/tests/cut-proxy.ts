import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy that cuts connections. */
export interface CutProxy extends AsyncDisposable {
  readonly url: string;
  /** Connections so far. */
  connections: number;
}

/** Forwards to a server on this machine; cuts the first `cuts` connections after so many bytes of the client. */
export async function startCutProxy(
  target: string,
  { afterBytes, cuts }: { afterBytes: number; cuts: number },
): Promise<CutProxy> {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const state = { connections: 0 };
  const server = createServer((client) => {
    state.connections += 1;
    const isCut = state.connections <= cuts;
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    let passed = 0;
    client.on('data', (chunk) => {
      passed += chunk.length;
      if (isCut && passed >= afterBytes) {
        client.resetAndDestroy();
        upstream.destroy();
      } else upstream.write(chunk);
    });
    client.on('close', () => upstream.end());
    upstream.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}
