import type { Context } from 'koa';
import { isLoopback } from '../../addresses.ts';
import { AppError } from '../../errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const USE_A_KEY = 'Requests from other sites are refused; use an API key, or the dashboard itself';

/**
 * Refuses an unsafe request that a page of another site made the browser send. Callers without a browser send neither header.
 * @param refusal what the caller reads then
 * @throws AppError cross_site_request
 * @see Fetch Metadata Request Headers, section 2.4 `Sec-Fetch-Site`
 */
export function checkSameSite(ctx: Context, baseUrl: string, refusal = USE_A_KEY): void {
  if (SAFE_METHODS.includes(ctx.method)) return;
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  const isOwn = site === '' ? origin === '' || isOwnOrigin(origin, baseUrl) : ['same-origin', 'none'].includes(site);
  if (!isOwn || isRebound(ctx.host, baseUrl)) throw new AppError('cross_site_request', refusal);
}

function isOwnOrigin(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [own, asked] = [new URL(baseUrl), new URL(origin)];
  const areBothHere = isLoopback(own.hostname) && isLoopback(asked.hostname);
  const isSamePort = own.protocol === asked.protocol && own.port === asked.port;
  return asked.origin === own.origin || (areBothHere && isSamePort);
}

/** Returns true for a foreign name that resolves to this machine (DNS rebinding): its page would share this server's origin. */
function isRebound(host: string, baseUrl: string): boolean {
  return isLoopback(new URL(baseUrl).hostname) && !isLoopback(host.replace(/:\d+$/, ''));
}
