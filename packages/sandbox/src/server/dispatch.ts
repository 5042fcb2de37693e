import type { Context } from 'koa';
import { originalHost } from '../as-networks/original-host.ts';
import { BodyTooLargeError, readRequestBody } from '../http/request-body.ts';
import { type Call, type Reply, type Route, replyOf } from '../http/route.ts';
import type { Network } from '../networks/network.ts';
import type { Fault, FaultKind } from '../world/faults.ts';
import type { RequestEntry, World } from '../world/world.ts';
import { ownOrigin } from './own-origin.ts';
import { type Delivery, sendReply } from './send-reply.ts';
import { withoutIds } from './without-ids.ts';

interface FaultPlan {
  /** What answers; all but `error`, `html` and `gateway` perform the call first. */
  readonly answer: 'own' | 'without-id' | 'own-then-error' | 'error' | 'html' | 'gateway';
  readonly delivery: Delivery;
}

const refusal: FaultPlan = { answer: 'error', delivery: 'whole' };

/** The kinds of faults that are more than a refusal in the network's own words. */
const faultPlans: Partial<Record<FaultKind, FaultPlan>> = {
  timeout: { answer: 'error', delivery: 'never' },
  drop: { answer: 'error', delivery: 'cut' },
  'bad-gateway': { answer: 'gateway', delivery: 'whole' },
  garbage: { answer: 'html', delivery: 'whole' },
  'accept-then-hang': { answer: 'own', delivery: 'never' },
  'accept-then-half': { answer: 'own', delivery: 'half' },
  'accept-then-drop': { answer: 'own', delivery: 'cut' },
  'accept-then-error': { answer: 'own-then-error', delivery: 'whole' },
  'no-id': { answer: 'without-id', delivery: 'whole' },
  huge: { answer: 'own', delivery: 'huge' },
  drip: { answer: 'own', delivery: 'drip' },
  slow: { answer: 'own', delivery: 'slow' },
};

const pleaseWait = '<!doctype html><title>Please wait</title><p>Checking your connection…</p>';
const badGateway = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
const defaultRetryAfterSeconds = 60;

/** The network and route of one call. */
export interface Dispatch {
  readonly world: World;
  readonly network: Network;
  /** Absent for a path that the network does not have. */
  readonly route?: Route;
  readonly params: Readonly<Record<string, string>>;
  /** The sandbox's own address, without a trailing slash. */
  readonly url: string;
}

/** Returns true for methods that only read. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Answers one call to a network: logs it, applies the first fault that waits for it, and sends the reply. */
export async function dispatch(ctx: Context, parts: Dispatch): Promise<void> {
  const { world, network } = parts;
  const { jsonType } = network;
  const route = parts.route && notifying(parts.route, world);
  ctx.respond = false;
  const call = await readCall(ctx, parts);
  if (call instanceof BodyTooLargeError) {
    sendReply(ctx.res, { status: 413, json: { error: call.message } }, { delivery: 'whole' });
    return;
  }
  const operation = route ? operationOf(route, call) : call.method === 'GET' ? 'read' : 'action';
  // Reads what a handler leaves of a stream, or the connection would be stuck.
  ctx.res.once('close', () => ctx.req.resume());
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
  const { reply, delivery } = fault
    ? await breakAnswer({ fault, call, route, network })
    : { reply: await answer(call, route, network), delivery: 'whole' as const };
  entry.status = sendReply(ctx.res, reply, { delivery, delayMs: fault?.delayMs, jsonType });
}

/** Wraps a route so that it reports a possible change, even when the caller never gets an answer. */
function notifying(route: Route, { changed }: World): Route {
  return {
    ...route,
    handle: async (call) => {
      try {
        return await route.handle(call);
      } finally {
        const onlyReads = isReading(call.method) && ['read', 'identity', undefined].includes(operationOf(route, call));
        if (!onlyReads) changed();
      }
    },
  };
}

async function readCall(ctx: Context, { network, route, params, url }: Dispatch): Promise<Call | BodyTooLargeError> {
  const host = originalHost(ctx.req);
  const origin = host === undefined ? ownOrigin(ctx.req) : `https://${host}`;
  try {
    return {
      method: ctx.method,
      path: ctx.path.startsWith(`/${network.id}`) ? ctx.path.slice(network.id.length + 1) : ctx.path,
      params,
      query: new URLSearchParams(ctx.querystring),
      headers: ctx.headers,
      body: route?.takesStream ? { kind: 'stream', chunks: ctx.req } : await readRequestBody(ctx.req),
      base: origin ?? `${asCalled(url, ctx.headers.host)}/${network.id}`,
      sandboxUrl: url,
    };
  } catch (error) {
    if (error instanceof BodyTooLargeError) return error;
    throw error;
  }
}

/** The sandbox's address as the caller knows it, who may reach it through another port of the same machine. */
function asCalled(url: string, host: string | undefined): string {
  const { protocol, hostname } = new URL(url);
  return host !== undefined && URL.parse(`${protocol}//${host}`)?.hostname === hostname ? `${protocol}//${host}` : url;
}

function operationOf(route: Route, call: Call) {
  return typeof route.operation === 'function' ? route.operation(call) : route.operation;
}

function answer(call: Call, route: Route | undefined, network: Network): Promise<Reply> {
  return replyOf(() => network.refuse?.(call) ?? (route ? route.handle(call) : network.unknownPath(call)));
}

async function breakAnswer(broken: {
  fault: Fault;
  call: Call;
  route: Route | undefined;
  network: Network;
}): Promise<{ reply: Reply; delivery: Delivery }> {
  const { fault, call, route, network } = broken;
  const { retryAfterSeconds = defaultRetryAfterSeconds } = fault;
  const plan = faultPlans[fault.kind] ?? refusal;
  const own = () => answer(call, route, network);
  const error = () => (network.faultReplies[fault.kind] ?? network.faultReplies.other)({ retryAfterSeconds, call });
  const replies: Record<FaultPlan['answer'], () => Reply | Promise<Reply>> = {
    own,
    'without-id': async () => withoutIds(await own(), network.idPlaces),
    'own-then-error': () => own().then(error),
    error,
    html: () => ({ status: 200, html: pleaseWait }),
    gateway: () => ({ status: 502, html: badGateway }),
  };
  return { reply: await replies[plan.answer](), delivery: plan.delivery };
}
