import { createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlueskyServer } from '../../src/servers/bluesky-server.ts';
import { close, listen } from '../../src/servers/local-server.ts';
import { relay } from '../../src/servers/relay.ts';
import type { Random } from '../crash/random.ts';

const WRITES: readonly unknown[] = ['putRecord', 'applyWrites'].map((name) => `/xrpc/com.atproto.repo.${name}`);
/** Shares of the writes that do not pass. */
const [CUT, LATE, LOST] = [0.04, 0.05, 0.08];

/** The end of a write: it passes, passes late, is cut before the server gets it, or loses the server's answer. */
export interface Fate {
  readonly delayMs?: number;
  readonly end: 'passes' | 'is cut' | 'loses its answer';
}

/** Chooses the end of each write at random. */
export function randomFate(random: Random): Fate {
  if (random.chance(CUT)) return { end: 'is cut' };
  const delayMs = random.chance(LATE) ? random.between(50, 400) : 0;
  return { delayMs, end: random.chance(LOST) ? 'loses its answer' : 'passes' };
}

/**
 * Starts a proxy at the address of a real Bluesky server, which was started behind it. The connection of some writes is cut, before
 * the server gets the request or after it has carried it out.
 */
export async function startLosingProxy(
  { url, listensAt }: BlueskyServer,
  chooseFate: () => Fate,
): Promise<AsyncDisposable> {
  const { host, port } = new URL(url);
  const server = createServer(async (incoming, response) => {
    if (!WRITES.includes(incoming.url)) return relay(incoming, response, { target: listensAt, host });
    const { delayMs = 0, end } = chooseFate();
    if (end === 'is cut') return response.destroy();
    if (delayMs > 0) await delay(delayMs);
    if (end === 'passes') return relay(incoming, response, { target: listensAt, host });
    const { method, headers } = incoming;
    const outgoing = request(`${listensAt}${incoming.url}`, { method, headers: { ...headers, host } }, (answer) => {
      answer.resume().once('end', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    return incoming.pipe(outgoing);
  });
  await listen(server, Number(port));
  return { [Symbol.asyncDispose]: () => close(server) };
}
