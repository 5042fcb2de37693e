import { randomInt } from 'node:crypto';
import { Refusal, type Reply, type Route } from '../../../http/route.ts';
import { internalError, invalidToken, refuse } from '../errors.ts';
import { flag, object, optional, text } from '../lexicon/schema.ts';
import { blueskySeed } from '../seed-values.ts';
import type { AppPassword, BlueskyState } from '../state.ts';
import { type UserRequest, userProcedure, userQuery } from '../xrpc/endpoint.ts';
import type { Caller } from './caller.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Passwords for single programs, which only the account's own password can manage. */
export function appPasswordRoutes(state: BlueskyState): readonly Route[] {
  const common = { operation: 'identity' } as const;
  return [
    userProcedure(state, {
      ...{ ...common, id: 'com.atproto.server.createAppPassword' },
      input: object({ name: text(), privileged: optional(flag()) }),
      handle: (request) => create(state, request),
    }),
    userQuery(state, {
      ...{ ...common, id: 'com.atproto.server.listAppPasswords', input: object({}) },
      handle: ({ caller }) => list(state, caller),
    }),
    userProcedure(state, {
      ...{ ...common, id: 'com.atproto.server.revokeAppPassword', input: object({ name: text() }) },
      handle: (request) => revoke(state, request),
    }),
  ];
}

/** Returns the app passwords of an account. Each has one from the start, which everybody knows. */
export function appPasswordsOf({ appPasswords }: BlueskyState, did: string): AppPassword[] {
  const known = appPasswords.get(did);
  if (known) return known;
  const { appPassword: password } = blueskySeed;
  const first = [{ name: 'sandbox', password, privileged: false, createdAt: '2026-01-01T00:00:00.000Z' }];
  appPasswords.set(did, first);
  return first;
}

function requireOwnPassword({ session }: Caller): void {
  if (session === 'app-password') throw new Refusal(invalidToken('Bad token scope'));
  if (session !== 'password') refuse(403, 'Forbidden', 'OAuth credentials are not supported for this endpoint');
}

function create(
  state: BlueskyState,
  { caller, input }: UserRequest<{ readonly name: string; readonly privileged?: boolean | undefined }>,
): Reply {
  requireOwnPassword(caller);
  const { name, privileged = false } = input;
  const passwords = appPasswordsOf(state, caller.account.id);
  // The server does not expect a name that exists.
  if (passwords.some((each) => each.name === name)) throw new Refusal(internalError());
  const made = { name, password: randomPassword(), createdAt: new Date(state.world.now()).toISOString(), privileged };
  passwords.push(made);
  return { status: 200, json: made };
}

function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

function list(state: BlueskyState, caller: Caller): Reply {
  requireOwnPassword(caller);
  const passwords = appPasswordsOf(state, caller.account.id);
  const shown = passwords.map(({ name, createdAt, privileged }) => ({ name, createdAt, privileged }));
  return { status: 200, json: { passwords: shown } };
}

/** Revokes a password with the refresh tokens of its sessions; their access tokens stay valid until they expire. */
function revoke(state: BlueskyState, { caller, input }: UserRequest<{ readonly name: string }>): Reply {
  requireOwnPassword(caller);
  const did = caller.account.id;
  const kept = appPasswordsOf(state, did).filter(({ name }) => name !== input.name);
  state.appPasswords.set(did, kept);
  for (const [id, token] of state.refreshTokens) {
    if (token.did === did && token.appPassword === input.name) state.refreshTokens.delete(id);
  }
  return { status: 200 };
}
