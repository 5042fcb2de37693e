import { Refusal } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import type { IssuedToken } from '../../world/grants.ts';
import { permissionDenied, refuse, tokenError } from '../meta-graph/errors.ts';
import type { GraphRequest } from '../meta-graph/request.ts';
import { tokenOf } from '../meta-graph/token.ts';
import { type FacebookState, isOwner, mayPostAs, pagesOf, type TokenFacts } from './state.ts';

/** The token of a call and its account. */
export interface Session {
  readonly token: IssuedToken;
  readonly facts: TokenFacts;
  /** The page itself for a page's token, else the page with which the person signed in. */
  readonly account: Account;
}

/** Finds the account of a call's token. */
export function authenticate(state: FacebookState, request: GraphRequest): Session {
  const token = tokenOf(state.world, 'facebook', request);
  const facts = state.tokens.get(token.token);
  const account = state.world.accounts.find('facebook', token.accountId);
  if (!facts || !account) throw new Refusal(tokenError('malformed'));
  return { token, facts, account };
}

/** The session of a person, for calls that a page's token may not make. */
export function requirePerson(state: FacebookState, request: GraphRequest): Session {
  const session = authenticate(state, request);
  if (session.facts.kind === 'user') return session;
  return refuse({ code: 100, message: '(#100) Tried accessing nonexisting field on node type (Page)' });
}

/** The session of a person with a role in the app, which a page never has. */
export function requireDeveloper(state: FacebookState, request: GraphRequest): Session {
  const session = authenticate(state, request);
  if (session.facts.kind === 'user' && isOwner(session.account)) return session;
  return refuse({
    code: 100,
    message: '(#100) Tried accessing nonexisting field (uploads) on node type (Application)',
  });
}

/** Refuses a session that may not see what a page has published. */
export function requireEngagement({ token }: Session): void {
  if (token.scopes.includes('pages_read_engagement')) return;
  const help = 'https://developers.facebook.com/docs/apps/review';
  refuse({
    ...{ code: 10, status: 403 },
    message: `(#10) This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature. Refer to ${help}/login-permissions#manage-pages and ${help}/feature#reference-PAGES_ACCESS for details.`,
  });
}

/** Refuses a session that may not comment, nor delete comments, as a page. */
export function requireModerator({ token, facts }: Session): void {
  if (facts.kind === 'page' && token.scopes.includes('pages_manage_engagement')) return;
  refuse({ code: 200, status: 403, message: '(#200) Permissions error' });
}

/** The page that a call names, or `me`, if its token is that page's and has the permission to post. */
export function requirePublisher(state: FacebookState, request: GraphRequest): Account {
  const session = authenticate(state, request);
  const [id = ''] = request.segments;
  const page = id === 'me' ? session.account : state.world.accounts.find('facebook', id);
  if (!page) {
    return refuse({
      code: 100,
      subcode: 33,
      type: 'GraphMethodException',
      message: `Unsupported post request. Object with ID '${id}' does not exist`,
    });
  }
  const isOwn = session.facts.kind === 'page' && session.token.accountId === page.id;
  const mayPost = session.token.scopes.includes('pages_manage_posts') && mayPostAs(page);
  if (!isOwn || !mayPost) throw new Refusal(permissionDenied());
  return page;
}

/** Returns the page's own token, the same each time; from a long-lived user token it never expires. */
export function pageTokenOf(state: FacebookState, session: Session, page: Account): string {
  if (session.facts.kind === 'page') return session.token.token;
  const key = `${session.token.token} ${page.id}`;
  const given = state.pageTokens.get(key);
  if (given !== undefined) return given;
  const lifetimeMs = session.facts.isLong ? Number.POSITIVE_INFINITY : session.token.expiresAt - state.world.now();
  const grant = { ...session.token, accountId: page.id };
  const { token } = state.world.grants.issueAccess(grant, { prefix: 'EAAP', bytes: 120, lifetimeMs });
  state.tokens.set(token, { kind: 'page', isLong: session.facts.isLong });
  state.pageTokens.set(key, token);
  state.world.changed();
  return token;
}

/** Pages that a session may see: the person's pages, or the page of the token. */
export function visiblePages(state: FacebookState, session: Session): readonly Account[] {
  return session.facts.kind === 'page'
    ? [session.account]
    : pagesOf(state, { account: session.account, scopes: session.token.scopes });
}
