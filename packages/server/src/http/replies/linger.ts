import { after, on, once } from '@social/platforms/guarded';
import type { Context } from 'koa';

/** Time for which a connection stays open for the rest of a body that the server no longer needs. */
export const LINGER_MS = 2_000;

/**
 * Keeps the connection open for a moment after the answer and discards the rest of the body: a client that is refused while it
 * still sends reads the answer only then.
 */
export function lingerAfterAnswer(ctx: Context): void {
  const { req, res } = ctx;
  const { socket } = req;
  if (ctx.state['lingers']) return;
  ctx.state['lingers'] = true;
  once(res, 'finish', () => {
    if (req.complete) return;
    on(req, 'error', () => undefined);
    req.resume();
    after(LINGER_MS, () => {
      if (!req.complete) socket.destroy();
    }).unref();
  });
}
