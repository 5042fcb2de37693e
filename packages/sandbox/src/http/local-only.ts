import type { Context, Next } from 'koa';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Tells whether a host name, as `URL` spells it, can only be this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname);
}

/**
 * Refuses a page or control call that comes by a foreign host name or from a foreign page, so that no website can
 * read or steer the sandbox through a visitor's browser.
 */
export async function localOnly(ctx: Context, next: Next): Promise<void> {
  const host = ctx.get('host');
  if (!URL.canParse(`http://${host}`) || !isLoopbackName(new URL(`http://${host}`).hostname)) {
    refuse(ctx, 'the Host header has to name this machine, such as 127.0.0.1');
    return;
  }
  const origin = ctx.get('origin');
  if (origin !== '' && origin !== `http://${host}`) {
    refuse(ctx, 'calls from pages of another origin are not answered');
    return;
  }
  await next();
}

function refuse(ctx: Context, error: string): void {
  ctx.status = 403;
  ctx.body = { error };
}
