import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const hosts = new WeakMap<Socket, string>();

/** Remembers that a connection is meant for a network's own host. */
export function rememberHost(socket: Socket, host: string): void {
  hosts.set(socket, host);
}

/** Returns the network's own host that a request is meant for, or `undefined` when it came to the sandbox's own address. */
export function originalHost({ socket }: IncomingMessage): string | undefined {
  return hosts.get(socket);
}
