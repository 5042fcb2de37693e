import { randomInt } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Makes a server listen on 127.0.0.1.
 * @param port a free one unless it is given
 * @returns the port
 * @throws Error of the system when the port is taken
 */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops an HTTP server and cuts the connections that it has. */
export function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Finds a port of 127.0.0.1 that is free, for a program that has to know its port before it starts. The port lies below the
 * range that the system assigns to connections, so that no other test gets it meanwhile.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  try {
    const port = await listen(probe, randomInt(20_000, 32_000));
    await new Promise((resolve) => probe.close(resolve));
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
}
