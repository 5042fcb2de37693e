import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** An answer as read from the socket, which no HTTP client has repaired. */
export interface RawAnswer {
  /** 0 when the server closed without an answer. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The server closed the connection after the answer. */
  readonly isClosed: boolean;
}

export type RawRequest = string | Buffer | ((socket: Socket) => Promise<void>);

const CLOSES_WITHIN_MS = 1_000;

/** Sends raw bytes and reads one answer. A function can write at its own pace. */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isComplete(Buffer.concat(chunks))) resolve();
    });
  });
  // The server may close the connection while the test still writes a refused request.
  socket.on('error', () => undefined);
  socket.once('end', () => socket.end());
  if (typeof request === 'function') await Promise.race([request(socket), closed]);
  else socket.write(request);
  await Promise.race([answered, closed]);
  const isClosed = await Promise.race([
    closed.then(() => true),
    delay(closesSoon(chunks) ? CLOSES_WITHIN_MS : 0, false),
  ]);
  socket.destroy();
  return { ...parse(Buffer.concat(chunks)), isClosed };
}

/** Lines of a request, with the empty line after the headers. */
export function lines(...parts: readonly string[]): string {
  return `${parts.join('\r\n')}\r\n\r\n`;
}

function closesSoon(chunks: readonly Buffer[]): boolean {
  return chunks.length === 0 || /^connection: close/im.test(Buffer.concat(chunks).toString('latin1'));
}

function isComplete(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(bytes.toString('latin1', 0, end))?.[1];
  return length !== undefined && bytes.length >= end + 4 + Number(length);
}

function parse(bytes: Buffer): Omit<RawAnswer, 'isClosed'> {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, text: bytes.toString('utf8', end + 4) };
}
