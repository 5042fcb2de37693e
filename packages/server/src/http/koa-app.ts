import Koa from 'koa';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Authenticate } from './authenticate.ts';
import { serveDashboard } from './dashboard.ts';
import { errorFunnel } from './error-funnel.ts';
import type { Idempotency } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import type { Handlers } from './operation-types.ts';
import { bindOperations, refuseUnknown } from './operations.ts';
import type { RateLimits } from './rate-limit.ts';
import { securityHeaders } from './security-headers.ts';

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
  const app = new Koa();
  const router = bindOperations(deps);
  app.silent = true;
  app.use(async (ctx, next) => {
    const started = performance.now();
    ctx.state['requestId'] = newId();
    ctx.set('X-Request-Id', ctx.state['requestId']);
    if (deps.isStopping()) ctx.set('Connection', 'close');
    await next();
    const { requestId, operation } = ctx.state as { requestId: string; operation?: string };
    const milliseconds = Math.round(performance.now() - started);
    // The path without its query: a callback's query holds a code.
    logger.info(
      { requestId, method: ctx.method, path: ctx.path, operation, status: ctx.status, milliseconds },
      'request',
    );
  });
  app.use(deps.metrics.middleware);
  app.use(securityHeaders(deps.baseUrl));
  app.use(errorFunnel(logger));
  app.use(async (ctx, next) => {
    checkHost(ctx);
    await next();
  });
  app.use(serveDashboard(deps.dashboardDirectory));
  app.use(router.routes());
  app.use((ctx) => refuseUnknown(router, ctx));
  return app;
}

/** @throws AppError malformed_http */
function checkHost(ctx: Koa.Context): void {
  const hosts = ctx.req.headersDistinct['host'] ?? [];
  if (hosts.length !== 1 || !/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(hosts[0] ?? '')) {
    ctx.set('Connection', 'close');
    throw new AppError('malformed_http', 'The request needs exactly one Host header that names a host');
  }
}
