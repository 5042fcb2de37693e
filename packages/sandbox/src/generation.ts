import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import { controlRouter } from './control/routes.ts';
import { InputError } from './http/input.ts';
import type { Network } from './networks/network.ts';
import { createNetworks } from './networks/registry.ts';
import { restoreSnapshot, type Snapshot, takeSnapshot } from './persistence/snapshot.ts';
import { dispatch, isReading } from './server/dispatch.ts';
import { requireKnownHost, requireOwnOrigin } from './server/local-only.ts';
import { viewRouter } from './view/routes.ts';
import type { Settings } from './world/settings.ts';
import { createWorld, type World } from './world/world.ts';

/** One generation lasts from the start, or a reset, to the next reset. */
export interface GenerationOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Settings that differ from those of a fresh sandbox. */
  readonly settings: Partial<Settings>;
  /** The sandbox's own address, known once it listens. */
  readonly url: () => string;
  readonly reset: () => void;
  /** Called when the saved state may have changed. */
  readonly changed: () => void;
  /** State that an earlier sandbox saved. */
  readonly snapshot?: Snapshot;
}

/** A world and the server that answers for it. */
export interface Generation {
  readonly listener: RequestListener;
  readonly takeSnapshot: () => Snapshot;
}

/** Builds a fresh world and everything that answers for it. */
export function createGeneration(options: GenerationOptions): Generation {
  const { settings, url, reset, changed, snapshot } = options;
  const world = createWorld(options, settings);
  const networks = createNetworks(world);
  if (snapshot) restoreSnapshot(world, networks, snapshot);
  // Settings of this start override saved ones.
  Object.assign(world.settings, settings);
  const app = new Koa();
  app.silent = true;
  app.use(answerErrors);
  app.use(requireKnownHost);
  app.use(networkRouter({ world, networks, url }).routes());
  app.use(requireOwnOrigin);
  app.use(async (ctx, next) => {
    await next();
    if (!isReading(ctx.method)) changed();
  });
  const control = controlRouter({ world, networks, url, reset });
  app.use(control.routes());
  app.use(control.allowedMethods());
  app.use(viewRouter({ world, networks }).routes());
  return { listener: app.callback(), takeSnapshot: () => takeSnapshot(world, networks) };
}

function networkRouter({
  world,
  networks,
  url,
}: Pick<GenerationOptions, 'url'> & { world: World; networks: readonly Network[] }): Router {
  const router = new Router();
  for (const network of networks) {
    for (const route of network.routes) {
      const answer = async (ctx: Context) => {
        await dispatch(ctx, { world, network, route, params: ctx['params'], url: url() });
      };
      router.register(`/${network.id}${route.path}`, [route.method], answer);
      // The documents of a server whose address has a path are also expected before that path (RFC 8414, section 3).
      if (route.path.startsWith('/.well-known/'))
        router.register(`${route.path}/${network.id}`, [route.method], answer);
    }
    router.all(`/${network.id}{/*rest}`, async (ctx: Context) => {
      await dispatch(ctx, { world, network, params: {}, url: url() });
    });
  }
  return router;
}

/** Answers callers' mistakes, and paths that do not exist, in JSON. */
async function answerErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    ctx.status = error.status;
    ctx.body = { error: error.message };
  }
  if (ctx.respond === false || (ctx.body !== undefined && ctx.body !== null && ctx.body !== '')) return;
  const { status } = ctx;
  if (status !== 404 && status !== 405 && status !== 501) return;
  ctx.body = { error: status === 404 ? `there is nothing at ${ctx.path}` : `${ctx.path} does not take ${ctx.method}` };
  ctx.status = status === 404 ? 404 : 405;
}
