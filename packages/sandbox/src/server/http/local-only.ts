import type { Context, Next } from 'koa';
import { networkAt } from '../../networks/host-names.ts';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Tells whether a host name, as `URL` spells it, can only be this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname);
}

/**
 * Refuses a call by a foreign host name, so that no website can reach the sandbox through a visitor's browser by giving
 * its own name this machine's address. The networks' own names are taken: their clients send them when only their
 * connections are led here, and no foreign website can have them.
 */
export async function requireKnownHost(ctx: Context, next: Next): Promise<void> {
  const hostname = URL.parse(`http://${ctx.get('host')}`)?.hostname ?? '';
  if (isLoopbackName(hostname) || networkAt(hostname) !== undefined) await next();
  else refuse(ctx, "the Host header has to name this machine, such as 127.0.0.1, or be a network's own");
}

/** Refuses a page or control call that does not come by this machine's name, or comes from a foreign page, so that no website can read or steer the sandbox. */
export async function requireOwnOrigin(ctx: Context, next: Next): Promise<void> {
  if (!isLoopbackName(URL.parse(`http://${ctx.get('host')}`)?.hostname ?? '')) {
    refuse(ctx, 'the Host header has to name this machine, such as 127.0.0.1');
    return;
  }
  const origin = ctx.get('origin');
  if (origin !== '' && origin !== `http://${ctx.get('host')}`) {
    refuse(ctx, 'calls from pages of another origin are not answered');
    return;
  }
  await next();
}

function refuse(ctx: Context, error: string): void {
  ctx.status = 403;
  ctx.body = { error };
}
