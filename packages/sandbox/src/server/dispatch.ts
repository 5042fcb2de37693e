import type { Context } from 'koa';
import { seenOrigin } from '../as-networks/led-requests.ts';
import { type Call, type Network, Refusal, type Reply, type Route } from '../networks/network.ts';
import type { Fault, FaultKind } from '../world/faults.ts';
import type { RequestEntry, World } from '../world/world.ts';
import { BodyTooLargeError, readRequestBody } from './http/request-body.ts';
import { type Delivery, sendReply } from './http/send-reply.ts';

interface FaultPlan {
  /** Whether the network does what it was asked before things go wrong. */
  readonly works: boolean;
  readonly answer: 'own' | 'without-id' | 'error' | 'html';
  readonly delivery: Delivery;
}

const refusal: FaultPlan = { works: false, answer: 'error', delivery: 'whole' };

const faultPlans: Record<FaultKind, FaultPlan> = {
  'rate-limit': refusal,
  'server-error': refusal,
  'invalid-grant': refusal,
  unauthorized: refusal,
  'expired-token': refusal,
  'revoked-token': refusal,
  'version-sunset': refusal,
  'credits-depleted': refusal,
  forbidden: refusal,
  timeout: { works: false, answer: 'error', delivery: 'hold' },
  drop: { works: false, answer: 'error', delivery: 'cut' },
  garbage: { works: false, answer: 'html', delivery: 'whole' },
  'accept-then-hang': { works: true, answer: 'own', delivery: 'hold' },
  'accept-then-half': { works: true, answer: 'own', delivery: 'half' },
  'accept-then-drop': { works: true, answer: 'own', delivery: 'cut' },
  'accept-then-error': { works: true, answer: 'error', delivery: 'whole' },
  'no-id': { works: true, answer: 'without-id', delivery: 'whole' },
  huge: { works: true, answer: 'own', delivery: 'huge' },
  drip: { works: true, answer: 'own', delivery: 'drip' },
  slow: { works: true, answer: 'own', delivery: 'slow' },
};

const defaultRetryAfterSeconds = 60;

/** What one call needs to be answered. */
export interface Dispatch {
  readonly world: World;
  readonly network: Network;
  /** Absent for a path that the network does not have. */
  readonly route?: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The sandbox's own address, without a trailing slash. */
  readonly url: string;
  /** Called when what is kept may have changed. */
  readonly changed: () => void;
}

/** Tells whether calls with this method are for looking only. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Answers one call to a network: logs it, lets a waiting fault break it, sends what comes out. */
export async function dispatch(ctx: Context, parts: Dispatch): Promise<void> {
  const { world, network, params, url, changed } = parts;
  const route = parts.route && telling(parts.route, { world, changed });
  ctx.respond = false;
  const call = await readCall(ctx, { network, route, params, url });
  if (!call) {
    sendReply(ctx.res, { status: 413, json: { error: 'the body is larger than 128 MiB' } }, { delivery: 'whole' });
    return;
  }
  const operation = route ? operationOf(route, call) : call.method === 'GET' ? 'read' : 'action';
  // What a handler does not take of a stream is let go, or the connection would be stuck.
  ctx.res.once('close', () => ctx.req.resume());
  const { jsonType } = network;
  if (!operation) {
    sendReply(ctx.res, await answer(call, route, network), { delivery: 'whole', jsonType });
    return;
  }
  const entry: RequestEntry = {
    network: network.id,
    operation,
    method: call.method,
    path: `/${network.id}${network.loggedPath?.(call.path) ?? call.path}`,
    status: 0,
    at: world.now(),
  };
  world.requests.push(entry);
  const fault = world.faults.take(network.id, operation);
  if (!fault) {
    entry.status = sendReply(ctx.res, await answer(call, route, network), { delivery: 'whole', jsonType });
    return;
  }
  const { reply, delivery } = await breakAnswer({ fault, call, route, network });
  entry.status = sendReply(ctx.res, reply, { delivery, delayMs: fault.delayMs, jsonType });
}

/** A route that tells when it may have changed something, also where the caller never gets an answer. */
function telling(route: Route, { world, changed }: Pick<Dispatch, 'world' | 'changed'>): Route {
  return {
    ...route,
    handle: async (call) => {
      const tokens = world.grants.accessTokens;
      try {
        return await route.handle(call);
      } finally {
        const isLook = isReading(call.method) && ['read', 'identity', undefined].includes(operationOf(route, call));
        // Facebook gives a page's token to those who look at the page.
        if (!isLook || tokens !== world.grants.accessTokens) changed();
      }
    },
  };
}

async function readCall(
  ctx: Context,
  { network, route, params, url }: Pick<Dispatch, 'network' | 'params' | 'url'> & { route: Route | undefined },
): Promise<Call | undefined> {
  try {
    return {
      method: ctx.method,
      path: ctx.path.slice(network.id.length + 1),
      params,
      query: new URLSearchParams(ctx.querystring),
      headers: ctx.headers,
      body: route?.takesStream ? { kind: 'stream', chunks: ctx.req } : await readRequestBody(ctx.req),
      base: seenOrigin(ctx.req) ?? `${url}/${network.id}`,
      sandboxUrl: url,
    };
  } catch (error) {
    if (error instanceof BodyTooLargeError) return undefined;
    throw error;
  }
}

function operationOf(route: Route, call: Call) {
  return typeof route.operation === 'function' ? route.operation(call) : route.operation;
}

async function answer(call: Call, route: Route | undefined, network: Network): Promise<Reply> {
  try {
    return route ? await route.handle(call) : network.unknownPath(call);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

async function breakAnswer(options: {
  fault: Fault;
  call: Call;
  route: Route | undefined;
  network: Network;
}): Promise<{ reply: Reply; delivery: Delivery }> {
  const { fault, call, route, network } = options;
  const plan = faultPlans[fault.kind];
  const own = plan.works ? await answer(call, route, network) : undefined;
  const retryAfterSeconds = fault.retryAfterSeconds ?? defaultRetryAfterSeconds;
  const replies = {
    own: () => own,
    'without-id': () => (own && own.status < 300 ? network.withoutId(own) : own),
    html: () => ({ status: 200, html: '<!doctype html><title>Please wait</title><p>Checking your connection…</p>' }),
    error: () =>
      network.faultReply({
        kind: fault.kind === 'accept-then-error' ? 'server-error' : fault.kind,
        retryAfterSeconds,
        call,
      }),
  };
  return { reply: replies[plan.answer]() ?? { status: 500 }, delivery: plan.delivery };
}
