import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { notAllowed, notFound } from '../errors.ts';
import { hostOf } from '../instance/instance.ts';
import { spend } from '../rate-limits.ts';
import { forEveryone, forUsers, type Session } from '../session.ts';
import { isLocked, type MastodonState } from '../state.ts';
import { presentAccount, presentRelationship, presentSelf } from './present.ts';

/**
 * The signed-in user, other accounts, and following them.
 *
 * @see https://docs.joinmastodon.org/methods/accounts/ (read 2026-11-22)
 */
export function accountRoutes(state: MastodonState): readonly Route[] {
  const read = { method: 'GET', operation: 'read', scopes: ['read:accounts'] } as const;
  const follow = { method: 'POST', operation: 'action', scopes: ['write:follows'] } as const;
  return [
    ...forUsers(state, [
      {
        ...{ method: 'GET', path: '/api/v1/accounts/verify_credentials', operation: 'identity' },
        ...{ scopes: ['read:accounts', 'profile'], handle: verifyCredentials },
      },
      { ...read, path: '/api/v1/accounts/relationships', scopes: ['read:follows'], handle: listRelationships },
      { ...follow, path: '/api/v1/accounts/:id/follow', family: 'follows', handle: addFollow },
      { ...follow, path: '/api/v1/accounts/:id/unfollow', handle: removeFollow },
    ]),
    ...forEveryone(state, [
      { ...read, path: '/api/v1/accounts/lookup', handle: lookUp },
      { ...read, path: '/api/v1/accounts/:id', handle: showAccount },
    ]),
  ];
}

function verifyCredentials(state: MastodonState, call: Call, { account }: Session): Reply {
  return { status: 200, json: presentSelf(state, account, call) };
}

function lookUp(state: MastodonState, call: Call): Reply {
  const [username = '', host] = (call.query.get('acct') ?? '').replace(/^@/, '').split('@');
  const isOwn = host === undefined || host.toLowerCase() === hostOf(call);
  const account = isOwn ? state.world.accounts.findByUsername('mastodon', username) : undefined;
  return account ? { status: 200, json: presentAccount(state, account, call) } : notFound();
}

function showAccount(state: MastodonState, call: Call): Reply {
  return { status: 200, json: presentAccount(state, requireAccount(state, call), call) };
}

function listRelationships(state: MastodonState, call: Call, { account }: Session): Reply {
  const ids = [...call.query.getAll('id[]'), ...call.query.getAll('id')];
  const others = ids.flatMap((id) => state.world.accounts.find('mastodon', id) ?? []);
  return { status: 200, json: others.map((other) => presentRelationship(state, account, other)) };
}

function addFollow(state: MastodonState, call: Call, { account }: Session): Reply {
  const other = requireAccount(state, call);
  if (other.id === account.id) return notAllowed();
  const edge = `${account.id}/${other.id}`;
  if (!state.follows.has(edge)) {
    spend(state, 'follows', account.id);
    state.follows.set(edge, isLocked(state, other) ? 'requested' : 'following');
  }
  return { status: 200, json: presentRelationship(state, account, other) };
}

/** Ends a follow, or withdraws the request for one. */
function removeFollow(state: MastodonState, call: Call, { account }: Session): Reply {
  const other = requireAccount(state, call);
  state.follows.delete(`${account.id}/${other.id}`);
  return { status: 200, json: presentRelationship(state, account, other) };
}

/** Finds the account of a path. */
export function requireAccount({ world }: MastodonState, { params }: Call): Account {
  const account = world.accounts.find('mastodon', params['id'] ?? '');
  if (account) return account;
  throw new Refusal(notFound());
}
