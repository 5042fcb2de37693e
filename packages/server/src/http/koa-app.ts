import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { VERSION } from '../version.ts';
import type { Authenticate } from './callers/authenticate.ts';
import type { RateLimits } from './callers/rate-limit.ts';
import type { Metrics } from './metrics.ts';
import type { Idempotency } from './operations/idempotency.ts';
import type { Handlers } from './operations/operation-types.ts';
import { bindOperations, refuseUnknown } from './operations/operations.ts';
import { connectionFailurePage } from './pages/connection-pages.ts';
import { serveDashboard } from './pages/dashboard.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { errorFunnel } from './replies/error-funnel.ts';

/** The HTTP application: every request passes these in order. */
export function createKoaApp(deps: {
  handlers: Handlers;
  authenticate: Authenticate;
  idempotency: Idempotency;
  rateLimits: RateLimits;
  metrics: Metrics;
  logger: Logger;
  baseUrl: string;
  dashboardDirectory: string;
  clientOf: (request: Koa.Context['req']) => string;
  isStopping: () => boolean;
}): Koa {
  const { logger } = deps;
  // The fields of a request line are fixed and hold no secret.
  const requestLog = logger.child({}, { redact: [] });
  const app = new Koa();
  const { exact, router } = bindOperations(deps);
  app.silent = true;
  app.use(async (ctx, next) => {
    const path = originForm(ctx.url);
    // An address that no parser understands would fail again wherever it is read.
    ctx.state['isMalformed'] = path === null;
    ctx.req.url = path ?? '/';
    await next();
  });
  app.use(async (ctx, next) => {
    const started = performance.now();
    ctx.state['requestId'] = randomUUID();
    ctx.set('X-Request-Id', ctx.state['requestId']);
    ctx.set('Social-Version', VERSION);
    if (deps.isStopping()) ctx.set('Connection', 'close');
    await next();
    const { requestId, operation, ended } = ctx.state as {
      requestId: string;
      operation?: string;
      ended?: Promise<void>;
    };
    // The path without its query: a callback's query holds a code. Nor with the signature of an address of media.
    const path = ctx.path.replace(/^\/media\/[^/]+/, '/media/…');
    const { method, status } = ctx;
    const log = () => {
      const milliseconds = Math.round(performance.now() - started);
      requestLog.info({ requestId, method, path, operation, status, milliseconds }, 'request');
    };
    // A stream is logged when it ends, and the answer must not wait for that.
    if (ended === undefined) log();
    else void ended.then(log);
  });
  app.use(deps.metrics.middleware);
  app.use(securityHeaders(deps.baseUrl));
  app.use(errorFunnel(logger, (ctx, error) => connectionFailurePage(ctx, error, deps.baseUrl)));
  app.use(async (ctx, next) => {
    checkMessage(ctx);
    await next();
  });
  app.use(exact);
  app.use(router.routes());
  app.use(serveDashboard(deps.dashboardDirectory));
  app.use((ctx) => refuseUnknown(router, ctx));
  return app;
}

/** The path and query of a request target, which may be a whole address too. Null: it is neither. @see RFC 9112 section 3.2 */
function originForm(target: string): string | null {
  if (target.startsWith('/')) return target;
  const url = /^https?:\/\/[^/]/i.test(target) && URL.canParse(target) ? new URL(target) : null;
  return url && `${url.pathname}${url.search}`;
}

/** @throws AppError malformed_http */
function checkMessage(ctx: Koa.Context): void {
  const refuse = (problem: string) => {
    ctx.set('Connection', 'close');
    return new AppError('malformed_http', problem);
  };
  if (ctx.state['isMalformed']) throw refuse('The request names no address of this server');
  const { httpVersion, headers } = ctx.req;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw refuse('The request must be HTTP/1.1');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw refuse('The body must not be encoded in transfer');
  const hosts = ctx.req.headersDistinct['host'] ?? [];
  if (hosts.length !== 1 || !/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(hosts[0] ?? '')) {
    throw refuse('The request needs exactly one Host header that names a host');
  }
}
