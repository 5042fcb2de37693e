import Router from '@koa/router';
import { OPERATIONS, type OperationId } from '@social/types';
import type { Context, Middleware } from 'koa';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type Authenticate, isStillAllowed } from '../callers/authenticate.ts';
import { networkOf } from '../callers/client-address.ts';
import { readCookie } from '../callers/cookies.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import { errorBody, toAppError } from '../replies/error-funnel.ts';
import { type EventStream, writeEventStream } from '../replies/event-stream.ts';
import { type FileReply, writeFile } from '../replies/file-reply.ts';
import { type Answer, fingerprintOf, type Idempotency, type KeyedRun, readIdempotencyKey } from './idempotency.ts';
import { lingerAfterAnswer, readIncomingFile } from './incoming-file.ts';
import { readJson, readParameters } from './input.ts';
import { type OperationFacts, readOperations } from './operation-table.ts';
import type { Handlers, HttpRequest, Principal } from './operation-types.ts';

interface BindDeps {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly rateLimits: RateLimits;
  readonly clientOf: (request: Context['req']) => string;
}

/** A handler's answer before it is written. */
interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly location?: string;
  readonly file?: FileReply;
  readonly events?: EventStream;
  readonly cookies?: readonly string[];
  readonly hadNoEffect?: true;
}

type AnyHandler = (request: {
  path: object;
  query: object;
  body: unknown;
  principal: Principal | null;
  http: HttpRequest;
}) => Promise<Reply> | Reply;

/** Health and metrics must answer however many requests there are. */
const UNLIMITED: readonly OperationId[] = ['getHealth', 'getReadiness', 'getMetrics'];

/** Tags of operations that a HEAD or a prefetch would do too: it would begin or use up a flow, or a stream that nobody reads. */
const WITHOUT_HEAD: readonly string[] = ['connections', 'events'];

/** Tags of operations whose effect is at a network: an interrupted one may have happened. */
const AT_A_NETWORK: readonly string[] = ['microblog', 'profnet'];

/** The operations of the contract, by their addresses. */
export interface OperationRoutes {
  /** What has no parameter in its path is found at once: most requests are such. */
  readonly exact: Middleware;
  readonly router: Router;
}

/** Routes every operation of the contract to its handler; what is not in the contract is 404 or 405. */
export function bindOperations(deps: BindDeps): OperationRoutes {
  const router = new Router({ strict: true, sensitive: true });
  const exact = new Map<string, (ctx: Context) => Promise<void>>();
  for (const facts of readOperations()) {
    const handler = deps.handlers[facts.id] as unknown as AnyHandler;
    const answer = (ctx: Context) => serve(deps, facts, handler, ctx);
    if (!facts.route.includes(':')) exact.set(`${facts.method} ${facts.route}`, answer);
    router.register(facts.route, [facts.method], answer);
  }
  return {
    router,
    exact: (ctx, next) => {
      const answer = exact.get(`${ctx.method} ${ctx.path}`);
      return answer ? answer(ctx) : next();
    },
  };
}

/** 405 with the methods that exist, where the path is known; else 404. @throws AppError always */
export function refuseUnknown(router: Router, ctx: Context): never {
  const methods = new Set(router.match(ctx.path, 'GET').path.flatMap((layer) => layer.methods));
  if (methods.size > 0) {
    ctx.set('Allow', [...methods].join(', '));
    throw new AppError('method_not_allowed', `${ctx.method} is not possible here; use ${[...methods].join(' or ')}`);
  }
  throw new AppError('not_found', 'There is no such address; GET /llms.txt lists them all');
}

async function serve(deps: BindDeps, facts: OperationFacts, handler: AnyHandler, ctx: Context): Promise<void> {
  refuseSpeculation(facts, ctx);
  ctx.state['operation'] = facts.id;
  if (facts.takesFile) lingerAfterAnswer(ctx);
  const client = deps.clientOf(ctx.req);
  const principal = await identify(deps, facts, ctx, client);
  const { path, query } = readParameters(facts, ctx);
  const upload = facts.takesFile ? readIncomingFile(ctx) : null;
  const { body, raw } = upload ? { body: undefined, raw: '' } : await readJson(facts, ctx);
  const key = facts.idempotent ? readIdempotencyKey(ctx) : null;
  const call = (keyed: KeyedRun | null) => {
    const http: HttpRequest = {
      header: (name) => ctx.get(name) || undefined,
      cookie: (name) => readCookie(ctx.get('Cookie'), name),
      client,
      target: `${ctx.path}${ctx.search}`,
      heldKey: keyed?.held ?? null,
      createdPostId: keyed?.createdPostId ?? null,
      isStillAllowed: () => isStillAllowed(deps.authenticate, facts, ctx, principal),
      upload,
    };
    return handler({ path, query, body, principal, http });
  };
  if (key === null || principal === null) {
    write(ctx, await call(null));
    return;
  }
  const run = async (keyed: KeyedRun): Promise<Answer> => {
    const { status, body: content, hadNoEffect } = await call(keyed);
    return { status, body: JSON.stringify(content), hadNoEffect: hadNoEffect === true };
  };
  const isRepeatable = !AT_A_NETWORK.includes(OPERATIONS[facts.id].tag);
  const keyed = { workspaceId: principal.workspaceId, key, fingerprint: fingerprintOf(ctx, raw), isRepeatable };
  const answer = await deps.idempotency.run(keyed, run, (error) => keptError(error, ctx));
  if (answer.replayed) ctx.set('Idempotent-Replayed', 'true');
  ctx.status = answer.status;
  ctx.type = 'application/json';
  ctx.body = answer.body;
}

/** Refuses requests of which nobody asked for the effect. @throws AppError method_not_allowed, unavailable */
function refuseSpeculation(facts: OperationFacts, ctx: Context): void {
  if (!WITHOUT_HEAD.includes(OPERATIONS[facts.id].tag)) return;
  if (ctx.method === 'HEAD') {
    ctx.set('Allow', 'GET');
    throw new AppError('method_not_allowed', 'HEAD is not possible here; use GET');
  }
  if (/prefetch|prerender|preview/i.test(`${ctx.get('Sec-Purpose')} ${ctx.get('Purpose')} ${ctx.get('X-Moz')}`)) {
    throw new AppError('unavailable', 'This address is not loaded ahead of time; open it to go on. Nothing was begun');
  }
}

async function identify(
  deps: BindDeps,
  facts: OperationFacts,
  ctx: Context,
  client: string,
): Promise<Principal | null> {
  const { rateLimits } = deps;
  if (UNLIMITED.includes(facts.id)) return null;
  try {
    const principal = await deps.authenticate(facts, ctx);
    const caller = principal ? `caller ${principal.callerId}` : `client ${networkOf(client)}`;
    await rateLimits.countRequest(ctx, caller, principal?.workspaceId);
    return principal;
  } catch (error) {
    // Only those who fail are slowed down: others behind the same address keep working.
    if (error instanceof AppError && error.code === 'unauthorized') await rateLimits.countFailedAuth(client);
    throw error;
  }
}

/** A lost answer is kept: repeating the call under its key must not repeat what may have happened. */
function keptError(thrown: unknown, ctx: Context): Answer | null {
  const error = toAppError(thrown);
  if (error.code !== 'outcome_unknown') return null;
  const body = JSON.stringify(errorBody(error, ctx.state['requestId'] ?? newId()));
  return { status: error.status, body, hadNoEffect: false };
}

function write(ctx: Context, reply: Reply): void {
  ctx.status = reply.status;
  if (reply.cookies) ctx.set('Set-Cookie', [...reply.cookies]);
  if (reply.file) {
    writeFile(ctx, reply.file);
  } else if (reply.events) {
    writeEventStream(ctx, reply.events);
  } else if (reply.location !== undefined) {
    ctx.set('Location', reply.location);
    ctx.body = '';
    ctx.remove('Content-Type');
  } else if (reply.text !== undefined) {
    ctx.type = reply.type ?? 'text/plain';
    ctx.body = reply.text;
  } else {
    ctx.body = reply.body;
  }
}
