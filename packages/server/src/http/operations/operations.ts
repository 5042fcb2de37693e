import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { AppError } from '../../errors.ts';
import type { LoopWatch } from '../../loop-watch.ts';
import { readOperations } from './operation-table.ts';
import type { Handlers } from './operation-types.ts';
import { type AnyHandler, type ServeDeps, serve } from './serve.ts';

/** The operations of the contract, by their addresses. */
export interface OperationRoutes {
  /** Finds an operation without a path parameter in one look-up. Most requests call such an operation. */
  readonly exact: Middleware;
  readonly router: Router;
}

/** Routes every operation of the contract to its handler. */
export function bindOperations(
  deps: ServeDeps & { readonly handlers: Handlers; readonly watch: LoopWatch },
): OperationRoutes {
  const router = new Router({ strict: true, sensitive: true });
  const exact = new Map<string, (ctx: Context) => Promise<void>>();
  const exactPaths = new Set<string>();
  for (const facts of readOperations()) {
    const handler = deps.handlers[facts.id] as unknown as AnyHandler;
    const answer = (ctx: Context) => deps.watch.run(facts.id, () => serve(deps, facts, handler, ctx));
    if (!facts.route.includes(':')) {
      exact.set(`${facts.method} ${facts.route}`, answer);
      exactPaths.add(facts.route);
    }
    router.register(facts.route, [facts.method], answer);
  }
  return {
    router,
    exact: (ctx, next) => {
      const answer = exact.get(`${ctx.method} ${ctx.path}`);
      if (answer) return answer(ctx);
      // `/posts/check` is no id of a post: what it does not take is not tried as one.
      const isHead = ctx.method === 'HEAD' && exact.has(`GET ${ctx.path}`);
      if (exactPaths.has(ctx.path) && !isHead) refuseUnknown(router, ctx);
      return next();
    },
  };
}

/** Refuses a request that no operation matches: 405 with the allowed methods where the path is known, else 404. @throws AppError always */
export function refuseUnknown(router: Router, ctx: Context): never {
  const matched = router.match(ctx.path, 'GET').path;
  const own = matched.filter(({ path }) => path === ctx.path);
  const methods = new Set((own.length > 0 ? own : matched).flatMap((layer) => layer.methods));
  if (methods.size > 0) {
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('method_not_allowed', `${ctx.method} is not possible here; use ${[...methods].join(' or ')}`);
  }
  throw new AppError('not_found', 'There is no such address; GET /llms.txt lists them all');
}
