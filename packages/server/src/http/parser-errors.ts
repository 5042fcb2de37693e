import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { errorBody } from './error-funnel.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

/** Answers what never became a request, with the same JSON as every other error, and closes the connection. */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const answer = classify(error.code);
    const body = JSON.stringify(errorBody(answer, newId()));
    socket.end(
      [
        `HTTP/1.1 ${answer.status} ${REASONS[answer.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
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
