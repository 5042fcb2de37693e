import type { IncomingMessage, Server } from 'node:http';
import { after, on, once } from '@social/platforms/guarded';

const BODY_MS = 30_000;
const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends requests whose body takes longer than 30 seconds. Node's own limit would apply to uploads of large files too. */
export function limitBodies(server: Server): void {
  on(server, 'request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) return;
    const { socket } = request;
    const timer = after(BODY_MS, () => {
      if (request.complete) return;
      const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    });
    timers.set(request, timer);
    once(request, 'close', () => clearTimeout(timer));
  });
}

/** Lets the body of this request take longer; the code that reads the body limits its time. */
export function liftBodyLimit(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
