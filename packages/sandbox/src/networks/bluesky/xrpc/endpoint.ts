import { type Call, Refusal, type Reply, type Route, replyOf } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Operation } from '../../../world/operation.ts';
import { findAccount } from '../accounts.ts';
import { accountNotFound, authenticationRequired } from '../errors.ts';
import type { Schema } from '../lexicon/schema.ts';
import { nextNonce } from '../oauth/dpop.ts';
import { type Caller, requireCaller } from '../sessions/caller.ts';
import type { BlueskyState } from '../state.ts';
import { readInput, readParams } from './input.ts';

/** A call to an endpoint after its checks. */
export interface Request<T> {
  readonly call: Call;
  /** The parameters of a query, or the body of a procedure. */
  readonly input: T;
}

/** A call by a signed-in user. */
export interface UserRequest<T> extends Request<T> {
  readonly caller: Caller;
}

interface Endpoint<T> {
  /** The name of the method. */
  readonly id: string;
  readonly operation: Operation | ((call: Call) => Operation);
  readonly input: Schema<T>;
}

interface PublicEndpoint<T> extends Endpoint<T> {
  readonly handle: (request: Request<T>) => Reply | Promise<Reply>;
}

interface UserEndpoint<T> extends Endpoint<T> {
  readonly handle: (request: UserRequest<T>) => Reply | Promise<Reply>;
}

/** A method that reads and that anybody may call. */
export function publicQuery<T>({ id, operation, input, handle }: PublicEndpoint<T>): Route {
  const answer = (call: Call) => handle({ call, input: readParams(call, { id, schema: input }) });
  return { method: 'GET', path: `/xrpc/${id}`, operation, handle: answer };
}

/** A method that changes something and that anybody may call. */
export function publicProcedure<T>({ id, operation, input, handle }: PublicEndpoint<T>): Route {
  const answer = (call: Call) => handle({ call, input: readInput(call, input) });
  return { method: 'POST', path: `/xrpc/${id}`, operation, handle: answer };
}

/** A method that reads for a user. The token is checked before anything else. */
export function userQuery<T>(state: BlueskyState, { id, operation, input, handle }: UserEndpoint<T>): Route {
  const answer = withCaller(state, (call, caller) => {
    return handle({ call, caller, input: readParams(call, { id, schema: input }) });
  });
  return { method: 'GET', path: `/xrpc/${id}`, operation, handle: answer };
}

/** A method that changes something for a user. The token is checked before anything else. */
export function userProcedure<T>(state: BlueskyState, { id, operation, input, handle }: UserEndpoint<T>): Route {
  const answer = withCaller(state, (call, caller) => handle({ call, caller, input: readInput(call, input) }));
  return { method: 'POST', path: `/xrpc/${id}`, operation, handle: answer };
}

/** Answers a user. Users whose token is bound to a key get the nonce of their next proof, also with a refusal. */
export function withCaller(
  state: BlueskyState,
  handle: (call: Call, caller: Caller) => Reply | Promise<Reply>,
): Route['handle'] {
  return async (call) => {
    const caller = requireCaller(state, call);
    const reply = await replyOf(() => handle(call, caller));
    if (caller.session !== 'oauth') return reply;
    return { ...reply, headers: { 'dpop-nonce': nextNonce(state, 'resource'), ...reply.headers } };
  };
}

/** Checks that a repository, named by DID or handle, is the caller's. */
export function requireOwnRepo({ world }: BlueskyState, repo: string, { account }: Caller): Account {
  const owner = findAccount(world, repo);
  if (!owner) throw new Refusal(accountNotFound());
  if (owner.id !== account.id) throw new Refusal(authenticationRequired());
  return owner;
}
