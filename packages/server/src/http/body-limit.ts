import type { IncomingMessage, Server } from 'node:http';

const BODY_MS = 30_000;
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends requests whose body takes too long. Node's own limit would hold for uploads of large files too. */
export function limitBodies(server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      server.emit(
        'clientError',
        Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        request.socket,
      );
    }, BODY_MS);
    timers.set(request, timer);
    request.once('close', () => clearTimeout(timer));
  });
}

/** The body of this request may take longer: whoever reads it watches it. */
export function liftBodyLimit(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
