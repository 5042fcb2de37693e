import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between servers and a sandbox that changes nothing, and remembers every token that a network issues. */
export interface TokenTap {
  readonly url: string;
  readonly tokens: ReadonlySet<string>;
  close(): Promise<void>;
}

const ISSUED = /"(?:access|refresh)_token"\s*:\s*"([^"]+)"/g;
/** An answer may come in pieces: this much of what came before is looked at again. */
const KEPT_BYTES = 8_192;

/** Passes on bytes, so that connections that are cut, or never answered, stay so. */
export async function startTokenTap(sandboxUrl: string): Promise<TokenTap> {
  const { hostname, port } = new URL(sandboxUrl);
  const tokens = new Set<string>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const network = connect(Number(port), hostname);
    let seen = '';
    network.on('data', (chunk) => {
      seen = `${seen.slice(-KEPT_BYTES)}${chunk.toString('latin1')}`;
      for (const [, token] of seen.matchAll(ISSUED)) if (token !== undefined) tokens.add(token);
    });
    join(client, network);
    for (const socket of [client, network]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Passes everything from one side to the other: bytes, the end, and a cut. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.once('close', () => to.destroy());
  }
}
