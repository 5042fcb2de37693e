import { connect, createServer, type Socket } from 'node:net';
import { listen } from './local-server.ts';

/** A proxy for Postgres that can give each transaction of a client another connection, as a pooler does. */
export interface PoolingProxy extends AsyncDisposable {
  readonly port: number;
  /** Set while it does so. Clients that connect meanwhile get numbers of the proxy's own as those of their Postgres processes. */
  isPooling: boolean;
  /** Set where a statement that a client has named is known to each connection, as PgBouncer does from 1.21 on. */
  keepsNames: boolean;
  /** Set to begin with it at the next transaction. */
  poolsFromBegin: boolean;
  /** Names that clients have given to statements: a list for each connection of a client, in their order. */
  readonly named: string[][];
}

/** Messages of a direction of the protocol. https://www.postgresql.org/docs/current/protocol-message-formats.html */
class Messages {
  #rest = Buffer.alloc(0);
  #hasType: boolean;

  /** @param hasType false where the first message is the one without a type with which a client begins */
  constructor(hasType: boolean) {
    this.#hasType = hasType;
  }

  /** @returns the messages that are complete with these bytes */
  add(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const complete: Buffer[] = [];
    for (;;) {
      const typeBytes = this.#hasType ? 1 : 0;
      if (this.#rest.length < typeBytes + 4) return complete;
      const length = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < length) return complete;
      complete.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      this.#hasType = true;
    }
  }
}

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

const typeOf = (message: Buffer) => String.fromCharCode(message[0] ?? 0);

/** Starts a pooling proxy on a free port of 127.0.0.1, for a Postgres that asks for no password. */
export async function startPoolingProxy(target: { readonly port: number }): Promise<PoolingProxy> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    serve(client, target.port, proxy);
  });
  const proxy = { port: 0, isPooling: false, keepsNames: false, poolsFromBegin: false, named: [] as string[][] };
  const port = await listen(server);
  return Object.assign(proxy, {
    port,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.close();
    },
  });
}

/** Serves a client with two connections to Postgres, which begin with what the client has sent first. */
function serve(client: Socket, port: number, proxy: Omit<PoolingProxy, keyof AsyncDisposable>): void {
  const backends = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')] as const;
  const all = [client, ...backends];
  for (const socket of all) {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      for (const other of all) other.destroy();
    });
  }
  let used = 0;
  /** Answers of each connection that the client must not get. The first one is that to the beginning. */
  const unasked = [0, 1];
  let isIdle = false;
  const ofClient = new Messages(false);
  let isFirst = true;
  const named: string[] = [];
  proxy.named.push(named);
  client.on('data', (bytes) => {
    for (const message of ofClient.add(bytes)) {
      if (isFirst) {
        isFirst = false;
        for (const backend of backends) backend.write(message);
        continue;
      }
      const text = message.toString('latin1', 5);
      const isNaming = typeOf(message) === 'P' && !text.startsWith('\0');
      if (isNaming) named.push(text.slice(0, text.indexOf('\0')));
      if (proxy.poolsFromBegin && text.startsWith('begin')) proxy.isPooling = true;
      if (isIdle && proxy.isPooling) used = 1 - used;
      isIdle = false;
      backends[used]?.write(message);
      if (!isNaming || !proxy.keepsNames) continue;
      unasked[1 - used] = (unasked[1 - used] ?? 0) + 1;
      backends[1 - used]?.write(Buffer.concat([message, SYNC]));
    }
  });
  backends.forEach((backend, index) => {
    const ofBackend = new Messages(true);
    backend.on('data', (bytes) => {
      for (const message of ofBackend.add(bytes)) {
        const type = typeOf(message);
        if (type === 'K' && proxy.isPooling) message.writeInt32BE(1, 5);
        const isUnasked = (unasked[index] ?? 0) > 0;
        if (!isUnasked) client.write(message);
        if (type !== 'Z') continue;
        if (isUnasked) unasked[index] = (unasked[index] ?? 0) - 1;
        else isIdle = typeOf(message.subarray(5)) === 'I';
      }
    });
  });
}
