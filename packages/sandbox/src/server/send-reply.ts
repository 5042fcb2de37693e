import type { ServerResponse } from 'node:http';
import type { Reply } from '../http/route.ts';
import { pagePolicy } from '../pages/layout.ts';

/** The way in which an answer is sent: whole, never, or broken as networks break it. */
export type Delivery = 'whole' | 'never' | 'cut' | 'half' | 'huge' | 'drip' | 'slow';

interface Encoded {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

const hugeBytes = 64 * 1024 * 1024;
const defaultSlowMs = 2000;
const defaultDripMs = 1000;

/**
 * Sends a reply.
 *
 * @returns The status that was sent, 0 when none was.
 */
export function sendReply(
  response: ServerResponse,
  reply: Reply,
  options: { delivery: Delivery; delayMs?: number | undefined; jsonType?: string | undefined },
): number {
  const { delivery, delayMs, jsonType } = options;
  const encoded = encode(reply, jsonType);
  switch (delivery) {
    case 'never':
      return 0;
    case 'cut':
      response.socket?.destroy();
      return 0;
    case 'half':
      return sendHalf(response, encoded);
    case 'huge':
      return sendHuge(response, encoded);
    case 'drip':
      return sendDrip(response, encoded, delayMs ?? defaultDripMs);
    case 'slow':
      setTimeout(() => sendWhole(response, encoded), delayMs ?? defaultSlowMs).unref();
      return encoded.status;
    case 'whole':
      return sendWhole(response, encoded);
  }
}

function encode(reply: Reply, jsonType = 'application/json; charset=utf-8'): Encoded {
  const headers: Record<string, string> = { ...reply.headers };
  if (reply.json !== undefined) {
    headers['content-type'] ??= jsonType;
    return { status: reply.status, headers, data: Buffer.from(JSON.stringify(reply.json)) };
  }
  if (reply.html !== undefined) {
    headers['content-type'] ??= 'text/html; charset=utf-8';
    headers['content-security-policy'] ??= pagePolicy;
    headers['x-content-type-options'] ??= 'nosniff';
    return { status: reply.status, headers, data: Buffer.from(reply.html) };
  }
  if (reply.bytes) headers['content-type'] ??= reply.bytes.type;
  return { status: reply.status, headers, data: reply.bytes?.data ?? Buffer.alloc(0) };
}

function sendWhole(response: ServerResponse, { status, headers, data }: Encoded): number {
  if (response.destroyed) return 0;
  const length = status === 204 ? {} : { 'content-length': String(data.length) };
  response.writeHead(status, { ...headers, ...length }).end(data);
  return status;
}

function sendHalf(response: ServerResponse, { status, headers, data }: Encoded): number {
  const socket = response.socket;
  if (data.length > 0) {
    response.writeHead(status, { ...headers, 'content-length': String(data.length) });
    response.write(data.subarray(0, data.length / 2), () => socket?.destroy());
  } else {
    // An empty body has no half: the head is cut instead, before a header that could contain an id.
    socket?.write(`HTTP/1.1 ${status} \r\ncontent-length: 0\r\nx-`, () => socket.destroy());
  }
  return status;
}

function sendHuge(response: ServerResponse, { status, headers, data }: Encoded): number {
  const isObject = data[0] === 0x7b && data.length > 2;
  const [before, after] = isObject ? ['{"padding":"', `",${data.subarray(1).toString()}`] : [data.toString(), ''];
  const chunk = Buffer.alloc(64 * 1024, isObject ? 'x' : ' ');
  const total = Buffer.byteLength(before) + hugeBytes + Buffer.byteLength(after);
  response.writeHead(status, { ...headers, 'content-length': String(total) });
  response.write(before);
  let left = hugeBytes;
  const pump = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', pump);
        return;
      }
    }
    response.end(after);
  };
  pump();
  return status;
}

function sendDrip(response: ServerResponse, { status, headers, data }: Encoded, delayMs: number): number {
  const dripped = data.length > 0 ? data : Buffer.alloc(64, ' ');
  response.writeHead(status, { ...headers, 'content-length': String(dripped.length) });
  response.flushHeaders();
  let sent = 0;
  const timer = setInterval(() => {
    response.write(dripped.subarray(sent, sent + 1));
    sent += 1;
    if (sent < dripped.length) return;
    clearInterval(timer);
    response.end();
  }, delayMs);
  timer.unref();
  response.on('close', () => clearInterval(timer));
  return status;
}
