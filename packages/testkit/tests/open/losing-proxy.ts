import { createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlueskyServer } from '../../src/servers/bluesky-server.ts';
import { close, listen } from '../../src/servers/local-server.ts';
import { relay } from '../../src/servers/relay.ts';
import type { Random } from '../crash/random.ts';

const WRITE = '/xrpc/com.atproto.repo.putRecord';
/** Of a hundred writes, so many are cut before they arrive, lose their answer, or get it late. */
const [CUT, LOST, LATE] = [0.04, 0.08, 0.05];

/**
 * Starts a proxy at the address of a real Bluesky server, which was started behind it. The connection of some writes is cut, before
 * the server gets the request or after it has carried it out.
 */
export async function startLosingProxy({ url, listensAt }: BlueskyServer, random: Random): Promise<AsyncDisposable> {
  const { host, port } = new URL(url);
  const server = createServer(async (incoming, response) => {
    if (incoming.url !== WRITE) return relay(incoming, response, { target: listensAt, host });
    if (random.chance(CUT)) return response.destroy();
    if (random.chance(LATE)) await delay(random.between(50, 400));
    if (!random.chance(LOST)) return relay(incoming, response, { target: listensAt, host });
    const { method, headers } = incoming;
    const outgoing = request(`${listensAt}${WRITE}`, { method, headers: { ...headers, host } }, (answer) => {
      answer.resume().once('end', () => response.destroy());
    });
    outgoing.on('error', () => response.destroy());
    return incoming.pipe(outgoing);
  });
  await listen(server, Number(port));
  return { [Symbol.asyncDispose]: () => close(server) };
}
