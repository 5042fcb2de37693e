import type { IssuedToken } from '../../oauth/grants.ts';
import type { Account } from '../../world/accounts.ts';
import { permissionDenied, refuse, tokenError } from '../meta-graph/errors.ts';
import { type GraphRequest, readToken } from '../meta-graph/request.ts';
import { Refusal } from '../network.ts';
import { type FacebookState, isOwner, mayPostAs, pagesOf, type TokenFacts } from './state.ts';

/** Whose token a call carries. */
export interface Session {
  readonly token: IssuedToken;
  readonly facts: TokenFacts;
  /** The page itself for a page's token; the page that the person signed in with otherwise. */
  readonly account: Account;
}

/** Finds out whose token this is; refuses missing, unknown, withdrawn and expired ones, each in its own words. */
export function authenticate(state: FacebookState, request: GraphRequest): Session {
  const value = readToken(request);
  if (value === null) throw new Refusal(tokenError('missing'));
  const token = requireUsable(state, value);
  const facts = state.tokens.get(value);
  const account = state.world.accounts.find('facebook', token.accountId);
  if (!facts || !account) throw new Refusal(tokenError('malformed'));
  return { token, facts, account };
}

/** The token with this value, unless it has ended. */
export function requireUsable({ world: { grants } }: FacebookState, value: string): IssuedToken {
  const token = grants.findAccess('facebook', value);
  if (!token) throw new Refusal(tokenError('malformed'));
  if (token.state !== 'active') throw new Refusal(tokenError('revoked'));
  if (grants.isExpired(token)) throw new Refusal(tokenError('expired'));
  return token;
}

/** The person's session, for what only a person's token may ask. */
export function requirePerson(state: FacebookState, request: GraphRequest): Session {
  const session = authenticate(state, request);
  if (session.facts.kind === 'user') return session;
  return refuse({ code: 100, message: '(#100) Tried accessing nonexisting field on node type (Page)' });
}

/** The session of a person with a role in the app; a page has none, whoever looks after it. */
export function requireDeveloper(state: FacebookState, request: GraphRequest): Session {
  const session = authenticate(state, request);
  if (session.facts.kind === 'user' && isOwner(session.account)) return session;
  return refuse({
    code: 100,
    message: '(#100) Tried accessing nonexisting field (uploads) on node type (Application)',
  });
}

/** The page that a call is about, for its own token with the permission to post. */
export function requirePublisher(state: FacebookState, request: GraphRequest): Account {
  const session = authenticate(state, request);
  const page = state.world.accounts.find('facebook', request.segments[0] ?? '');
  if (!page) {
    return refuse({
      code: 100,
      subcode: 33,
      type: 'GraphMethodException',
      message: `Unsupported post request. Object with ID '${request.segments[0]}' does not exist`,
    });
  }
  const isOwn = session.facts.kind === 'page' && session.token.accountId === page.id;
  const mayPost = session.token.scopes.includes('pages_manage_posts') && mayPostAs(page);
  if (!isOwn || !mayPost) throw new Refusal(permissionDenied());
  return page;
}

/** The page's own token; from a long-lived user token it never ends. The same each time it is asked for. */
export function pageTokenOf(state: FacebookState, session: Session, page: Account): string {
  const key = `${session.token.token} ${page.id}`;
  const given = state.pageTokens.get(key);
  if (given !== undefined) return given;
  const lifetimeMs = session.facts.isLong ? Number.POSITIVE_INFINITY : session.token.expiresAt - state.world.now();
  const grant = { ...session.token, accountId: page.id };
  const { token } = state.world.grants.issueAccess(grant, { prefix: 'EAAP', bytes: 120, lifetimeMs });
  state.tokens.set(token, { kind: 'page', isLong: session.facts.isLong });
  state.pageTokens.set(key, token);
  return token;
}

/** Pages that a session may see: those of the person, or the page whose token it is. */
export function visiblePages(state: FacebookState, session: Session): readonly Account[] {
  return session.facts.kind === 'page'
    ? [session.account]
    : pagesOf(state, { account: session.account, scopes: session.token.scopes });
}
