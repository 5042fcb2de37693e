import { once } from '@social/platforms/guarded';
import { OPERATIONS, type OperationId, PLANS } from '@social/types';
import type { Context } from 'koa';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Budget, Budgets } from '../../services/credits/budgets.ts';
import type { QuotaChecks } from '../../services/credits/quotas.ts';
import type { Answer, Idempotency, KeyedRun } from '../../services/idempotency.ts';
import { type Authenticate, isStillAllowed } from '../callers/authenticate.ts';
import { readCookie } from '../callers/cookies.ts';
import type { Principal } from '../callers/principal.ts';
import { clientCaller, type RateLimits } from '../callers/rate-limit.ts';
import { errorBody, toAppError } from '../replies/error-funnel.ts';
import { lingerAfterAnswer } from '../replies/linger.ts';
import { type Reply, writeReply } from '../replies/write-reply.ts';
import type { FairStarts } from './fair-starts.ts';
import { fingerprintOf, readIdempotencyKey } from './idempotency-key.ts';
import { type Input, readInput } from './input.ts';
import { type OperationFacts, PROBES } from './operation-table.ts';
import type { HttpRequest } from './operation-types.ts';
import { asksForDraft, asksForDryRun, isOnlyTried, requireRights } from './scope-check.ts';

/** The services behind the rules of every operation. */
export interface ServeDeps {
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly rateLimits: RateLimits;
  readonly budgets: Pick<Budgets, 'requireRoom' | 'count'>;
  readonly quotas: Pick<QuotaChecks, 'requireStoredRoom'>;
  readonly fairStarts: FairStarts;
  readonly clientOf: (request: Context['req']) => string;
  /** Returns true once the server has been told to stop. */
  readonly isStopping: () => boolean;
}

/** A handler of any operation. `Handlers` has checked its input and answer against the contract. */
export type AnyHandler = (request: {
  path: object;
  query: object;
  body: unknown;
  principal: Principal | null;
  http: HttpRequest;
}) => Promise<Reply> | Reply;

const STOPPING = 'The server is stopping. Nothing was done; send the request again, to another server or in a moment';

/** Tags of operations that HEAD or a prefetch must not call: either would begin or use up a flow, or open a stream without a reader. */
const WITHOUT_HEAD: readonly string[] = ['connections', 'events'];

/** Tags of operations whose effect is at a network: an interrupted call may have had it. */
const AT_A_NETWORK: readonly string[] = ['microblog', 'profnet'];

/** Operations that stop or free something without DELETE, and the one that calls others. */
const STOPS: readonly OperationId[] = [
  'resolvePost',
  'unpublishPost',
  'disconnectPlatform',
  'rotateWebhookSecret',
  'callMcp',
];

/** Operations whose only effect is a post or draft. */
const CREATES_A_POST: readonly OperationId[] = ['createPost', 'receiveContent', 'createDraft', 'approveDraft'];

/** Serves a call of an operation: applies the rules of all operations in their order, then runs its handler and writes the answer. */
export async function serve(deps: ServeDeps, facts: OperationFacts, handler: AnyHandler, ctx: Context): Promise<void> {
  refuseSpeculation(facts, ctx);
  ctx.state['operation'] = facts.id;
  if (deps.isStopping() && !PROBES.includes(facts.id))
    throw new AppError('unavailable', STOPPING, { retryAfterMs: 1_000 });
  if (facts.takesFile) lingerAfterAnswer(ctx);
  const client = deps.clientOf(ctx.req);
  const principal = await identify(deps, facts, ctx, client);
  if (principal) requireRights(facts, principal);
  let endTurn = (): void => undefined;
  try {
    const input = await readInput(facts, ctx, async () => {
      endTurn = await begin(deps, facts, { principal, client, isWait: ctx.query['waitSeconds'] !== undefined });
      requireAnswerRoom(deps, facts, { principal, client });
    });
    await answer(deps, facts, handler, { ctx, input, principal, client, endTurn });
  } finally {
    endTurn();
  }
}

interface Caller {
  readonly principal: Principal | null;
  readonly client: string;
}

/** A call whose input was read. */
interface Call extends Caller {
  readonly ctx: Context;
  readonly input: Input;
  /** Ends its turn. */
  readonly endTurn: () => void;
}

/** Runs the handler of a call, behind its key where it has one, and writes the answer. */
async function answer(
  deps: ServeDeps,
  facts: OperationFacts,
  handler: AnyHandler,
  { ctx, principal, client, endTurn, input: { comparedBody, upload, ...input } }: Call,
): Promise<void> {
  if (principal) requireRights(facts, principal, input);
  const key = facts.idempotent ? readIdempotencyKey(ctx) : null;
  const handle = async (keyed: KeyedRun | null, checkedPostId: string | null = null) => {
    // Behind the key: the answer of an earlier call is there already, and a call that goes on has stored its post.
    const goesOn = Boolean(keyed?.createdPostId ?? keyed?.createdDraftId);
    if (principal && !goesOn && storesMore(facts, input)) await deps.quotas.requireStoredRoom(principal);
    const http: HttpRequest = {
      header: (name) => ctx.get(name) || undefined,
      cookie: (name) => readCookie(ctx.get('Cookie'), name),
      client,
      target: `${ctx.path}${ctx.search}`,
      postKey: (reply) =>
        keyed && {
          ...{ name: keyed.key, link: keyed.link },
          storeAnswer: (trx, post) => keyed.storeAnswer(trx, answerOf(reply(post))),
        },
      draftKey: keyed && { key: keyed.key, link: keyed.linkDraft },
      createdPostId: keyed?.createdPostId ?? null,
      checkedPostId,
      createdDraftId: keyed?.createdDraftId ?? null,
      isStillAllowed: () =>
        isStillAllowed(
          () => deps.authenticate(facts, ctx),
          principal,
          (now) => requireRights(facts, now, input),
        ),
      upload,
    };
    return handler({ ...input, principal, http });
  };
  const write = async ({ chunks, ...reply }: Reply) => {
    // Each piece has a turn of its own.
    if (chunks) endTurn();
    const written = chunks
      ? { ...reply, chunks: inTurns(chunks, () => begin(deps, facts, { principal, client })) }
      : reply;
    countAnswer(deps, ctx, { owner: ownerOf(principal, client), bytes: await writeReply(ctx, written) });
  };
  if (key === null || principal === null) return write(await handle(null));
  const isRepeatable = !AT_A_NETWORK.includes(OPERATIONS[facts.id].tag);
  const call = {
    ...{ workspaceId: principal.workspaceId, key, fingerprint: fingerprintOf(ctx, comparedBody), isRepeatable },
    caller: { id: principal.callerId, rights: principal.rights },
    createsPost: CREATES_A_POST.includes(facts.id),
    isForDraft: facts.id === 'createDraft' || asksForDraft(input),
  };
  if (facts.id === 'createPost' && asksForDryRun(input)) {
    return write(await handle(null, await deps.idempotency.findPostId(call)));
  }
  const stored = await deps.idempotency.run(
    call,
    async (keyed) => answerOf(await handle(keyed)),
    (error) => storedError(error, ctx),
  );
  if (stored.replayed) ctx.set('Idempotent-Replayed', 'true');
  await write({ status: stored.status, text: stored.body, type: 'application/json' });
}

/** Reads each piece of a long answer in its owner's turn. */
async function* inTurns(chunks: AsyncIterable<string>, beginTurn: () => Promise<() => void>): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const endTurn = await beginTurn();
      const next = await iterator.next().finally(endTurn);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const ANSWER_BYTES: Budget = 'answerBytes';

/** Counts an answer until the client has read it. */
function countAnswer(
  { budgets }: Pick<ServeDeps, 'budgets'>,
  ctx: Context,
  { owner, bytes }: { owner: string; bytes: number },
): void {
  if (bytes === 0 || ctx.res.destroyed) return;
  budgets.count(ANSWER_BYTES, owner, bytes);
  once(ctx.res, 'close', () => budgets.count(ANSWER_BYTES, owner, -bytes));
}

/** Refuses requests that a browser or crawler makes before a person asks for the effect. @throws AppError method_not_allowed, unavailable */
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

/**
 * Returns true for a call that stops or frees something, or is about the caller's own account. No budget refuses it.
 * @param body undefined before it is read: then a call passes where the body decides
 */
function stopsOrFrees({ id, method, auth }: OperationFacts, body?: unknown): boolean {
  if (method === 'GET') return false;
  if (method === 'DELETE' || auth === 'none' || auth === 'session' || STOPS.includes(id)) return true;
  return id === 'updateWebhookEndpoint' && (body === undefined || (body as { status?: string }).status === 'disabled');
}

/** Returns true for a call that would store something. */
function storesMore(facts: OperationFacts, input: Pick<Input, 'query' | 'body'>): boolean {
  return facts.method !== 'GET' && !stopsOrFrees(facts, input.body) && !isOnlyTried(facts.id, input);
}

/** Waits until the request may begin, in its turn. @returns a function that ends it @throws AppError rate_limited */
async function begin(
  { fairStarts }: ServeDeps,
  facts: OperationFacts,
  { principal, client, isWait = false }: Caller & { readonly isWait?: boolean },
): Promise<() => void> {
  if (PROBES.includes(facts.id)) return () => undefined;
  const isRead = facts.method === 'GET' && !facts.asksNetwork && !isWait;
  return fairStarts(ownerOf(principal, client), { isRead, isFree: stopsOrFrees(facts) });
}

/** Checks that the owner of a request reads its answers. @throws AppError rate_limited, unavailable */
function requireAnswerRoom({ budgets }: ServeDeps, facts: OperationFacts, { principal, client }: Caller): void {
  if (PROBES.includes(facts.id) || stopsOrFrees(facts)) return;
  budgets.requireRoom(ANSWER_BYTES, ownerOf(principal, client), principal?.plan ?? PLANS.free);
}

/** Who uses up what an answer takes. */
function ownerOf(principal: Principal | null, client: string): string {
  return principal?.workspaceId ?? clientCaller(client);
}

/** Authenticates the caller and counts the request. @throws AppError unauthorized, rate_limited */
async function identify(
  { authenticate, rateLimits }: ServeDeps,
  facts: OperationFacts,
  ctx: Context,
  client: string,
): Promise<Principal | null> {
  if (PROBES.includes(facts.id)) return null;
  try {
    const principal = await authenticate(facts, ctx);
    const caller = principal ? `caller ${principal.callerId}` : clientCaller(client);
    await rateLimits.countRequest(ctx, caller, principal?.workspaceId);
    return principal;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') {
      // RFC 9110 section 15.5.2
      ctx.set('WWW-Authenticate', 'Bearer');
      // Only failed attempts count: other callers behind the same address keep working.
      await rateLimits.countFailedAuth(client);
    }
    throw error;
  }
}

function answerOf({ status, body, hadNoEffect }: Reply): Answer {
  return { status, body: JSON.stringify(body), hadNoEffect: hadNoEffect === true };
}

/** The answer to store for an error; null for an error that did nothing. A retry with the same key must not repeat a lost call. */
function storedError(thrown: unknown, ctx: Context): Answer | null {
  const error = toAppError(thrown);
  if (error.code !== 'outcome_unknown') return null;
  const body = errorBody(error, ctx.state['requestId'] ?? newId());
  return answerOf({ status: error.status, body });
}
