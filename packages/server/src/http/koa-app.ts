import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import { AppError } from '../errors.ts';
import type { Logger } from '../log/logger.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { VERSION } from '../version.ts';
import { clientCaller } from './callers/rate-limit.ts';
import type { Handlers } from './operations/operation-types.ts';
import { bindOperations, refuseUnknown } from './operations/operations.ts';
import type { ServeDeps } from './operations/serve.ts';
import { connectionFailurePage } from './pages/connection-pages.ts';
import { serveDashboard } from './pages/dashboard.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { errorFunnel, reportError } from './replies/error-funnel.ts';
import type { Metrics } from './replies/metrics.ts';

/** Longer paths are cut in the log. */
const MAX_LOGGED_PATH = 200;

interface AppDeps extends ServeDeps {
  readonly handlers: Handlers;
  readonly metrics: Metrics;
  readonly watch: LoopWatch;
  readonly logger: Logger;
  readonly baseUrl: string;
  readonly dashboardDirectory: string;
}

/** The HTTP application: every request passes these middlewares in their order. */
export function createKoaApp(deps: AppDeps): Koa {
  const { logger, baseUrl } = deps;
  const app = new Koa();
  const { exact, router } = bindOperations(deps);
  app.silent = true;
  app.use((ctx, next) => {
    const { url = '' } = ctx.req;
    if (url.startsWith('/')) return next();
    const path = originForm(url);
    // Koa would fail on a malformed address wherever it reads it.
    ctx.state['isMalformed'] = path === null;
    ctx.req.url = path ?? '/';
    return next();
  });
  app.use(observe(deps));
  app.use(securityHeaders(baseUrl));
  app.use(errorFunnel(logger, (ctx, error) => connectionFailurePage(ctx, error, baseUrl)));
  app.use((ctx, next) => {
    checkMessage(ctx);
    return next();
  });
  app.use(exact);
  app.use(router.routes());
  const countUnknown = (ctx: Koa.Context) => deps.rateLimits.countRequest(ctx, clientCaller(deps.clientOf(ctx.req)));
  app.use(serveDashboard(deps.dashboardDirectory, countUnknown));
  app.use(async (ctx) => {
    await countUnknown(ctx);
    refuseUnknown(router, ctx);
  });
  return app;
}

/** Gives each request an id. Counts and logs the request after its answer, which does not wait for that. */
function observe({ logger, metrics, isStopping }: AppDeps): Koa.Middleware {
  // A line has fixed fields, which hold no secret.
  const requestLog = logger.child({}, { redact: [] });
  const record = (ctx: Koa.Context, requestId: string, started: number, status = ctx.status): void => {
    const { method } = ctx;
    const operation = ctx.state['operation'] as string | undefined;
    const ended = ctx.state['ended'] as Promise<void> | undefined;
    metrics.count(operation ?? 'none', status, (performance.now() - started) / 1000);
    // Left out: the query, which in a callback holds a code, and the signature in the address of a stored file.
    const known = ctx.path.startsWith('/media/') ? ctx.path.replace(/^\/media\/[^/]+/, '/media/…') : ctx.path;
    const path = known.length > MAX_LOGGED_PATH ? `${known.slice(0, MAX_LOGGED_PATH)}…` : known;
    const log = () => {
      const milliseconds = Math.round(performance.now() - started);
      requestLog.info({ requestId, method, path, operation, status, milliseconds }, 'request');
    };
    // A stream is logged when it ends.
    if (ended === undefined) log();
    else void ended.then(log);
  };
  return async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.res.setHeader('X-Request-Id', requestId);
    ctx.res.setHeader('Social-Version', VERSION);
    if (isStopping()) ctx.res.setHeader('Connection', 'close');
    await next();
    const streamed = ctx.state['streamed'] as Promise<unknown> | undefined;
    if (streamed === undefined) {
      record(ctx, requestId, started);
      return;
    }
    // The client has had a status before its answer was cut: what counts is the one that the error would have had.
    void streamed.then((thrown) => {
      const status = thrown === undefined ? ctx.status : reportError(logger, thrown, requestId).status;
      record(ctx, requestId, started, status);
    });
  };
}

/** Path and query of a request target that does not begin with a slash: of a whole address; null for any other target. @see RFC 9112 section 3.2 */
function originForm(target: string): string | null {
  const url = /^https?:\/\/[^/]/i.test(target) && URL.canParse(target) ? new URL(target) : null;
  return url && `${url.pathname}${url.search}`;
}

/** @throws AppError malformed_http */
function checkMessage(ctx: Koa.Context): void {
  const problem = messageProblem(ctx);
  if (problem === null) return;
  ctx.set('Connection', 'close');
  throw new AppError('malformed_http', problem);
}

function messageProblem({ state, req }: Koa.Context): string | null {
  if (state['isMalformed']) return 'The request names no address of this server';
  if (!['1.1', '1.0'].includes(req.httpVersion)) return 'The request must be HTTP/1.1';
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'The body must not be encoded in transfer';
  const [host = '', ...others] = req.headersDistinct['host'] ?? [];
  const namesHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host);
  return namesHost && others.length === 0 ? null : 'The request needs exactly one Host header that names a host';
}
