import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, on } from '@social/platforms/guarded';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { VERSION } from '../../version.ts';
import { errorBody } from '../replies/error-funnel.ts';
import { LINGER_MS } from '../replies/linger.ts';

/** Answers input that Node's parser refuses, with the same JSON as every other error, and closes the connection. */
export function answerParserErrors(server: Server): void {
  // Node removes its own listener from a socket that it hands over after CONNECT; a reset would then end the process.
  on(server, 'connection', (socket: Socket) => void on(socket, 'error', () => undefined));
  on(server, 'checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new AppError('malformed_http', 'The server meets no expectation but 100-continue');
    const { headers, body } = answerOf(error);
    response.writeHead(error.status, headers).end(body);
  });
  on(server, 'connect', (_request: IncomingMessage, socket: Duplex) => {
    answerRaw(socket, new AppError('method_not_allowed', 'CONNECT is not possible here; this is not a proxy'));
  });
  on(server, 'clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    answerRaw(socket, classify(error.code));
  });
}

/** Answers on a connection that no response belongs to, and ends it. */
export function answerRaw(socket: Duplex, error: AppError): void {
  const { headers, body } = answerOf(error);
  const lines = Object.entries(headers).map((pair) => pair.join(': '));
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
  // No other limit applies to such a socket, and its client need not close it.
  after(LINGER_MS, () => socket.destroy(), socket).unref();
}

function answerOf(error: AppError) {
  const body = JSON.stringify(errorBody(error, newId()));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Social-Version': VERSION,
    Connection: 'close',
    ...(error.retryAfterMs !== undefined && { 'Retry-After': Math.ceil(error.retryAfterMs / 1_000) }),
    'Content-Length': Buffer.byteLength(body),
  };
  return { headers, body };
}

function classify(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large', 'The address and headers are larger than 16 KiB; shorten them');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('payload_too_large', 'The chunk extensions are too large; send none');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request came too slowly; send it again');
    default:
      return new AppError('malformed_http', 'This is not a valid HTTP request');
  }
}
