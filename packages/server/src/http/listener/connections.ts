import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { every, on, once } from '@social/platforms/guarded';
import { inNetworks, networkOf } from '../../addresses.ts';
import { AppError } from '../../errors.ts';
import { answerRaw } from './parser-errors.ts';

/** Connections at once, of all clients together. */
const MAX_CONNECTIONS = 10_000;
const STALLED_MS = 30_000;
const RETRY_AFTER_MS = 10_000;
/** Time between two warnings. */
const WARNED_MS = 60_000;

/** What the connections of a listener may use. */
export interface ConnectionLimits {
  /** Connections of one client at once. */
  readonly perClient: number;
  /** Networks in CIDR notation, whose connections are those of many clients. */
  readonly trustedProxies: readonly string[];
  /** Time for which a client may read nothing of an answer; 30 seconds when left out. */
  readonly stalledMs?: number;
}

/** Looks at a connection before it counts as stalled: a process that was stopped meanwhile ends none. */
const LOOKS = 10;

/** What has been written to a connection, and how many looks ago that last changed. */
interface Progress {
  written: number;
  looks: number;
}

/**
 * Refuses the connections that a client has too many, and ends those whose client reads nothing while an answer waits.
 * @param onRefused called with the address of a client, at most once a minute
 */
export function limitConnections(
  server: Server,
  { perClient, trustedProxies, stalledMs = STALLED_MS }: ConnectionLimits,
  onRefused: (client: string) => void,
): void {
  const isTrusted = inNetworks(trustedProxies);
  const ofClients = new Map<string, number>();
  const open = new Map<Socket, Progress>();
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = MAX_CONNECTIONS;
  const refuse = (socket: Socket, peer: string) => {
    if (performance.now() - warnedAt > WARNED_MS) {
      onRefused(peer);
      warnedAt = performance.now();
    }
    answerRaw(socket, tooMany(perClient));
    // At once, before its request is read: Node would have it carried out.
    socket.destroySoon();
  };
  on(server, 'connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    const client = isTrusted(peer) ? null : networkOf(peer);
    if (client !== null && (ofClients.get(client) ?? 0) >= perClient) return refuse(socket, peer);
    if (client !== null) ofClients.set(client, (ofClients.get(client) ?? 0) + 1);
    open.set(socket, { written: 0, looks: 0 });
    once(socket, 'close', () => {
      open.delete(socket);
      if (client === null) return;
      const left = (ofClients.get(client) ?? 1) - 1;
      if (left > 0) ofClients.set(client, left);
      else ofClients.delete(client);
    });
  });
  const look = every(stalledMs / LOOKS, () => endStalled(open));
  look.unref();
  once(server, 'close', () => clearInterval(look));
}

function endStalled(open: ReadonlyMap<Socket, Progress>): void {
  for (const [socket, progress] of open) {
    const written = socket.bytesWritten - socket.writableLength;
    const isStalled = socket.writableLength > 0 && written === progress.written;
    progress.looks = isStalled ? progress.looks + 1 : 0;
    progress.written = written;
    // The system would keep what it has not sent.
    if (progress.looks >= LOOKS) socket.resetAndDestroy();
  }
}

function tooMany(limit: number): AppError {
  const message = `Your address already has ${limit} connections to this server; close some first. Nothing was done`;
  return new AppError('rate_limited', message, {
    details: { quota: 'connections', limit },
    retryAfterMs: RETRY_AFTER_MS,
  });
}
