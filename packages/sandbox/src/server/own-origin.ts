import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

const origins = new WeakMap<Socket, string>();

/** Remembers that all connections of a server are for one network, which has this origin to itself. */
export function rememberOrigin(server: Server, origin: string): void {
  server.on('connection', (socket: Socket) => origins.set(socket, origin));
}

/** Returns the origin that the called network has to itself, or `undefined` for a call to the sandbox's own address. */
export function ownOrigin({ socket }: IncomingMessage): string | undefined {
  return origins.get(socket);
}
