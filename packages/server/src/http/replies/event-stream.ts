import { PassThrough } from 'node:stream';
import { after, every, on, once } from '@social/platforms/guarded';
import type { Context } from 'koa';
import type { LiveEvent } from '../../services/live/live-changes.ts';
import type { Change } from '../../services/live/stream-position.ts';

const RETRY_MS = 2_000;
const KEEP_ALIVE_MS = 15_000;
const LIFETIME_MS = 10 * 60_000;
/** Bytes that may wait for a slow client. A dropped client connects again with the id of the last event that it has read. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Time that a client may take to read the last bytes. */
const LINGER_MS = 1_000;

const EVERYTHING: Change = { topics: ['posts', 'connections', 'profiles', 'usage', 'logs'], postIds: [] };

/** An answer of server-sent events, which ends after ten minutes. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStream {
  readonly body: PassThrough;
  send(event: LiveEvent): void;
  end(): void;
}

/** Opens a stream: the first bytes tell the client how soon to connect again. */
export function createEventStream(): EventStream {
  const body = new PassThrough();
  // A client that has gone needs no handling.
  on(body, 'error', () => undefined);
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return;
    if (body.readableLength + body.writableLength > MAX_WAITING_BYTES) body.destroy(new Error('read too slowly'));
    else body.write(text);
  };
  const end = () => {
    if (body.writableEnded || body.destroyed) return;
    body.end();
    after(LINGER_MS, () => body.destroy(new Error('not read to its end'))).unref();
  };
  const keepAlive = every(KEEP_ALIVE_MS, () => write(': keep-alive\n\n'), body);
  const lifetime = after(LIFETIME_MS, end, body);
  once(body, 'close', () => {
    clearInterval(keepAlive);
    clearTimeout(lifetime);
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return { body, send: (event) => write(frameOf(event)), end };
}

/** Formats an event. A position has no data: the client stores its id and gets no event. */
function frameOf(event: LiveEvent): string {
  if (event.kind === 'position') return `id: ${event.id}\n\n`;
  const data = event.kind === 'change' ? event.change : EVERYTHING;
  return `event: ${event.kind}\nid: ${event.id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes the answer while events arrive. */
export function writeEventStream(ctx: Context, { body }: EventStream): void {
  ctx.body = body;
  ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
  ctx.set('X-Accel-Buffering', 'no');
  // The connection must not stay open for another request, since a server that stops waits for it.
  ctx.set('Connection', 'close');
  const ended = Promise.withResolvers<void>();
  ctx.state['ended'] = ended.promise;
  once(ctx.res, 'close', () => {
    body.destroy();
    ended.resolve();
  });
  // The client may have hung up before the answer began.
  if (ctx.res.destroyed) {
    body.destroy();
    ended.resolve();
  }
}
