import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server that listens on 127.0.0.1. Disposing of it cuts its connections. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

/** Makes a server listen on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  // A busy client must not write to a connection that was closed in the meantime.
  if (server instanceof HttpServer) server.keepAliveTimeout = 125_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Returns a port on which no server listens. It lies below the range from which the system assigns ports, so that no other
 * test gets it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
