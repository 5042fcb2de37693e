import { randomBytes } from 'node:crypto';
import { type Call, type Json, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { isSameSecret } from '../../../oauth/pkce.ts';
import type { Account } from '../../../world/accounts.ts';
import { emailOf, findAccount, handleOf } from '../accounts.ts';
import { accountNotFound, authMissing, invalidToken, refuse, revokedToken, wrongPassword } from '../errors.ts';
import { flag, object, optional, text } from '../lexicon/schema.ts';
import { spend } from '../rate-limits.ts';
import { blueskySeed } from '../seed-values.ts';
import type { AppPassword, BlueskyState, RefreshToken } from '../state.ts';
import { publicProcedure, userQuery } from '../xrpc/endpoint.ts';
import { appPasswordsOf } from './app-passwords.ts';
import { readAuthorization } from './caller.ts';
import { refreshMs, sessionScopes, signAccessToken, signRefreshToken, verifyToken } from './session-tokens.ts';

/** Time for which a used refresh token leads to the same successor. */
const graceMs = 2 * 60 * 60 * 1000;

/**
 * Sessions that begin with a password.
 *
 * @see https://docs.bsky.app/docs/api/com-atproto-server-create-session (read 2026-11-24)
 */
export function sessionRoutes(state: BlueskyState): readonly Route[] {
  const plain = { method: 'POST', path: '/xrpc/com.atproto.server' } as const;
  return [
    publicProcedure({
      ...{ id: 'com.atproto.server.createSession', operation: 'token' },
      input: object({
        ...{ identifier: text(), password: text() },
        ...{ authFactorToken: optional(text()), allowTakendown: optional(flag()) },
      }),
      handle: ({ input }) => create(state, input),
    }),
    userQuery(state, {
      ...{ id: 'com.atproto.server.getSession', operation: 'identity', input: object({}) },
      handle: ({ caller }) => ({ status: 200, json: describe(caller.account, caller.permissions.mayReadEmail) }),
    }),
    { ...plain, path: `${plain.path}.refreshSession`, operation: 'refresh', handle: (call) => refresh(state, call) },
    { ...plain, path: `${plain.path}.deleteSession`, operation: 'revoke', handle: (call) => end(state, call) },
  ];
}

interface Credentials {
  readonly identifier: string;
  readonly password: string;
}

function create(state: BlueskyState, { identifier, password }: Credentials): Reply {
  spend(state, 'sessions', { subject: identifier.toLowerCase(), points: 1 });
  const byEmail = state.world.accounts.of('bluesky').find((each) => emailOf(each) === identifier.toLowerCase());
  const account = findAccount(state.world, identifier) ?? byEmail;
  if (!account) return wrongPassword();
  if (account.type === 'takendown') return refuse(401, 'AccountTakedown', 'Account has been taken down');
  const appPassword = appPasswordsOf(state, account.id).find((each) => isSameSecret(each.password, password));
  if (!appPassword && !isSameSecret(password, blueskySeed.password)) return wrongPassword();
  const id = newId();
  state.refreshTokens.set(id, {
    ...{ did: account.id, expiresAt: state.world.now() + refreshMs },
    ...(appPassword && { appPassword: appPassword.name }),
  });
  return { status: 200, json: present(state, { account, id, scope: scopeOf(appPassword) }) };
}

/** Replaces a refresh token. A used one leads to the same successor for two hours. */
function refresh(state: BlueskyState, call: Call): Reply {
  const { token, account } = requireRefreshToken(state, call);
  const now = state.world.now();
  if (!token || token.expiresAt <= now) return revokedToken();
  token.expiresAt = Math.min(token.expiresAt, now + graceMs);
  token.nextId ??= newId();
  const { nextId, did, appPassword } = token;
  if (!state.refreshTokens.has(nextId)) {
    const next = { did, expiresAt: now + refreshMs, ...(appPassword !== undefined && { appPassword }) };
    state.refreshTokens.set(nextId, next);
  }
  const used = appPasswordsOf(state, did).find(({ name }) => name === appPassword);
  return { status: 200, json: present(state, { account, id: nextId, scope: scopeOf(used) }) };
}

function end(state: BlueskyState, call: Call): Reply {
  state.refreshTokens.delete(requireRefreshToken(state, call).id);
  return { status: 200 };
}

function requireRefreshToken(
  state: BlueskyState,
  call: Call,
): { readonly id: string; readonly token: RefreshToken | undefined; readonly account: Account } {
  const authorization = readAuthorization(call);
  if (authorization?.scheme !== 'BEARER') throw new Refusal(authMissing());
  const { jti, sub } = verifyToken(state, authorization.token, 'refresh+jwt');
  if (jti === undefined) throw new Refusal(invalidToken());
  const account = state.world.accounts.find('bluesky', sub);
  if (!account) throw new Refusal(accountNotFound());
  return { id: jti, token: state.refreshTokens.get(jti), account };
}

function present(
  state: BlueskyState,
  { account, id, scope }: { account: Account; id: string; scope: string },
): Record<string, Json> {
  return {
    accessJwt: signAccessToken(state, account.id, scope),
    refreshJwt: signRefreshToken(state, account.id, id),
    ...describe(account),
  };
}

function describe(account: Account, withEmail = true): Record<string, Json> {
  const address: Record<string, Json> = withEmail ? { email: emailOf(account), emailConfirmed: true } : {};
  return { did: account.id, handle: handleOf(account), ...address, active: true };
}

function scopeOf(appPassword: AppPassword | undefined): string {
  if (!appPassword) return sessionScopes.password;
  return appPassword.privileged ? sessionScopes.privileged : sessionScopes.appPassword;
}

function newId(): string {
  return randomBytes(32).toString('base64');
}
