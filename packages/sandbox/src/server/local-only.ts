import type { Context, Next } from 'koa';
import { isLoopbackName } from '../http/loopback.ts';
import { networkAt } from '../networks/host-names.ts';

/**
 * Refuses a call with a foreign host name, so that no website can reach the sandbox through a visitor's browser by pointing
 * its own name at this machine. The networks' own names are accepted: clients send them when their connections are
 * redirected here, and no foreign website can have them.
 */
export async function requireKnownHost(ctx: Context, next: Next): Promise<void> {
  const hostname = URL.parse(`http://${ctx.get('host')}`)?.hostname ?? '';
  if (isLoopbackName(hostname) || networkAt(hostname) !== undefined) await next();
  else refuse(ctx, "the Host header has to name this machine, such as 127.0.0.1, or be a network's own");
}

/** Refuses page and control calls with another host name or from a foreign page, so that no website can use the sandbox. */
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
