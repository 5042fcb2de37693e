import type { Context } from 'koa';
import { AppError } from '../errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses an unsafe request that another site's page made the browser send. Callers without a browser send neither header.
 * @throws AppError cross_site_request
 * @see Fetch Metadata Request Headers, section 2.4 `Sec-Fetch-Site`
 */
export function checkSameSite(ctx: Context, baseUrl: string): void {
  if (SAFE_METHODS.includes(ctx.method)) return;
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  const isOwn =
    site === '' ? origin === '' || isOwnOrigin(origin, ctx, baseUrl) : ['same-origin', 'none'].includes(site);
  if (!isOwn) {
    throw new AppError(
      'cross_site_request',
      'Requests from other sites are refused; use an API key, or the dashboard itself',
    );
  }
}

function isOwnOrigin(origin: string, ctx: Context, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === new URL(baseUrl).host || host === ctx.get('Host');
}
