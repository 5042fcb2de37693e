import type { Json, Reply } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { pageOf } from '../meta-graph/paging.ts';
import { type GraphRequest, pickFields, text } from '../meta-graph/request.ts';
import type { GraphEndpoint } from '../meta-graph/routes.ts';
import { linkedInstagram } from './linked-instagram.ts';
import { authenticate, pageTokenOf, requirePerson, type Session, visiblePages } from './session.ts';
import { type FacebookState, personIdOf, tasksOf } from './state.ts';

/** The person who signed in, the permissions they granted, and their pages. @see https://developers.facebook.com/docs/pages-api/overview */
export function identityEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  const endpoint = { method: 'GET', operation: 'identity' } as const;
  return [
    { ...endpoint, path: 'me', handle: (request) => showSelf(state, request) },
    { ...endpoint, path: 'me/accounts', handle: (request) => listPages(state, request) },
    { ...endpoint, path: 'me/permissions', operation: 'read', handle: (request) => listPermissions(state, request) },
  ];
}

/** Shows the person, or the page whose token it is. */
function showSelf(state: FacebookState, request: GraphRequest): Reply {
  const session = authenticate(state, request);
  const { account } = session;
  const person = { id: personIdOf(account), name: account.name, picture: pictureOf(request, account) };
  const shown = session.facts.kind === 'page' ? presentPage(state, { request, session, page: account }) : person;
  return { status: 200, json: pickFields<Json>(shown, text(request.params, 'fields'), ['name']) };
}

function listPages(state: FacebookState, request: GraphRequest): Reply {
  const session = requirePerson(state, request);
  const pages = session.token.scopes.includes('pages_show_list') ? visiblePages(state, session) : [];
  return pageOf(
    request,
    pages.map((page) => presentPage(state, { request, session, page })),
  );
}

/** A page as the person sees it, with its token. */
export function presentPage(
  state: FacebookState,
  { request, session, page }: { request: GraphRequest; session: Session; page: Account },
): Record<string, Json> {
  const instagram = linkedInstagram(state, page);
  const shown: Record<string, Json> = {
    access_token: pageTokenOf(state, session, page),
    category: 'Brand',
    category_list: [{ id: '1605186416478696', name: 'Brand' }],
    name: page.name,
    id: page.id,
    tasks: tasksOf(page),
    username: page.username,
    picture: pictureOf(request, page),
    ...(instagram && {
      instagram_business_account: { id: instagram.id, username: instagram.username, name: instagram.name },
    }),
  };
  const byDefault = ['access_token', 'category', 'category_list', 'name', 'tasks'];
  return pickFields(shown, text(request.params, 'fields'), byDefault);
}

function pictureOf({ call }: GraphRequest, account: Account): Json {
  const url = `${call.base}/avatars/${account.username}.png`;
  return { data: { height: 80, width: 80, is_silhouette: false, url } };
}

function listPermissions(state: FacebookState, request: GraphRequest): Reply {
  const { token } = requirePerson(state, request);
  const granted = [...new Set([...token.scopes, 'public_profile'])];
  return { status: 200, json: { data: granted.map((permission) => ({ permission, status: 'granted' })) } };
}
