import { connect, createServer, type Socket } from 'node:net';
import { listen } from './local-server.ts';

/** A proxy for any protocol over TCP that can fall silent: it passes nothing on and ends nothing, as a lost network does. */
export interface SilentProxy extends AsyncDisposable {
  readonly port: number;
  /** Passes nothing on from now, not even the end of a connection. */
  fallSilent(): void;
  /** Passes on what arrived meanwhile, and what arrives. */
  resume(): void;
}

interface Pair {
  readonly client: Socket;
  readonly target: Socket;
}

/** Starts a silent proxy on a free port of 127.0.0.1, which passes everything on until it falls silent. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const pairs = new Set<Pair>();
  let isSilent = false;

  function join({ client, target }: Pair): void {
    client.pipe(target);
    target.pipe(client);
    // One side may have ended during the silence.
    if (client.destroyed) target.destroy();
    if (target.destroyed) client.destroy();
  }

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const pair = { client, target };
    pairs.add(pair);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.setNoDelay(true);
      // An error is followed by `close`.
      one.on('error', () => undefined);
      one.once('close', () => {
        if (!isSilent) other.destroy();
        if (one.destroyed && other.destroyed) pairs.delete(pair);
      });
    }
    if (!isSilent) join(pair);
  });
  const port = await listen(server);
  return {
    port,
    fallSilent() {
      isSilent = true;
      for (const { client, target } of pairs) {
        client.unpipe(target).pause();
        target.unpipe(client).pause();
      }
    },
    resume() {
      isSilent = false;
      for (const pair of pairs) join(pair);
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { client, target } of pairs) {
        client.destroy();
        target.destroy();
      }
      await closed;
    },
  };
}
