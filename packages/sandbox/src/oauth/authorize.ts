import { networkFacts } from '../generated/networks.ts';
import { formFields } from '../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../http/route.ts';
import type { Account } from '../world/accounts.ts';
import type { App } from '../world/apps.ts';
import type { AuthorizationCode, Challenge } from '../world/grants.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import { acceptsRedirect } from './app-checks.ts';
import { consentPage, refusalPage } from './consent-page.ts';

/** A request for access that has passed the network's checks. */
export interface AuthorizeRequest {
  readonly app: App;
  readonly redirectUri: string;
  /** The address to which the person returns: the redirect URI, or a page of the network instead. */
  readonly returnsTo: string;
  readonly state: string | null;
  readonly scopes: readonly string[];
  readonly challenge?: Challenge;
  /** Repeated in the id token, if there is one. */
  readonly nonce?: string;
  /** Present when the app asks for a refresh token. */
  readonly offline?: AuthorizationCode['offline'];
}

/** Shows the person a page with this message instead of redirecting. */
export type RefuseAuthorize = (message: string) => never;

/** The behavior of one network's authorize page. */
export interface AuthorizeRules {
  readonly network: NetworkId;
  readonly paths: readonly string[];
  readonly codeLifetimeMs: number;
  /** Name of the query parameter with the app's id, `client_id` by default. */
  readonly appParameter?: string;
  /** Response type of a request that names none; such a request is refused without it. */
  readonly defaultResponseType?: string;
  /** A further condition on the redirect URI. */
  readonly takesRedirect?: (redirectUri: string) => boolean;
  /** Messages of the page when the app, its redirect URI or the response type is wrong, and its status, 400 by default. */
  readonly refusals: Readonly<Record<'app' | 'redirectUri' | 'responseType', string>> & {
    readonly status?: number;
    readonly appStatus?: number;
  };
  /** Reads and checks the parameters that differ by network. */
  readonly read: (
    query: URLSearchParams,
    refuse: RefuseAuthorize,
  ) => Omit<AuthorizeRequest, 'app' | 'redirectUri' | 'returnsTo' | 'state'>;
  /** Query parameters of the redirect after a denial. */
  readonly denied: Readonly<Record<string, string>>;
  /** Lets people untick single scopes on the page. */
  readonly choosesScopes?: true;
  /** Further query parameters of the redirect after an approval. */
  readonly approved?: (request: AuthorizeRequest) => Readonly<Record<string, string>>;
  /** Returns the address to which the person returns, for networks whose redirect URIs may mean a page of their own. */
  readonly returnsTo?: (redirectUri: string, call: Call) => string;
  /** Called after an approval, before the code is issued. */
  readonly onApprove?: (world: World, request: AuthorizeRequest, account: Account) => void;
}

/** The routes of the authorize page and of the decision made on it. With `autoApprove` the page redirects at once. */
export function authorizeRoutes(world: World, rules: AuthorizeRules): readonly Route[] {
  return rules.paths.flatMap((path): Route[] => [
    { method: 'GET', path, operation: 'authorize', handle: (call) => showPage(world, rules, { call, path }) },
    { method: 'POST', path, operation: 'authorize', handle: (call) => decide(world, rules, call) },
  ]);
}

function check(world: World, rules: AuthorizeRules, call: Call): AuthorizeRequest {
  const { query } = call;
  const { network, refusals } = rules;
  const refuse = (message: string, status = refusals.status ?? 400): never => {
    throw new Refusal({ status, html: refusalPage({ networkName: networkFacts[network].label, message }) });
  };
  const app = world.apps.find(network, query.get(rules.appParameter ?? 'client_id') ?? '');
  if (!app) return refuse(refusals.app, refusals.appStatus);
  const redirectUri = query.get('redirect_uri') ?? '';
  const isTaken = rules.takesRedirect?.(redirectUri) ?? true;
  if (!isTaken || !acceptsRedirect(app, redirectUri)) refuse(refusals.redirectUri);
  if ((query.get('response_type') ?? rules.defaultResponseType) !== 'code') refuse(refusals.responseType);
  const returnsTo = rules.returnsTo?.(redirectUri, call) ?? redirectUri;
  return { app, redirectUri, returnsTo, state: query.get('state'), ...rules.read(query, (message) => refuse(message)) };
}

function showPage(world: World, rules: AuthorizeRules, { call, path }: { call: Call; path: string }): Reply {
  const request = check(world, rules, call);
  // Nobody signs in as an organization, only as a person who publishes for it.
  const accounts = world.accounts.of(rules.network).filter(({ type }) => type !== 'organization');
  const chosen = accounts.find((account) => account.username === world.settings.authorizeAs) ?? accounts[0];
  if (world.settings.autoApprove && chosen) return approve(world, rules, { request, account: chosen, status: 302 });
  return consentPage(call, path, {
    networkName: networkFacts[rules.network].label,
    appName: request.app.name ?? request.app.clientId,
    scopes: request.scopes,
    choosesScopes: rules.choosesScopes ?? false,
    returnsTo: request.returnsTo,
    accounts,
    chosen: chosen?.username ?? '',
  });
}

function decide(world: World, rules: AuthorizeRules, call: Call): Reply {
  const request = check(world, rules, call);
  const fields = formFields(call.body);
  const { decision, account: accountId = '' } = fields;
  if (decision === 'deny') return sendBack(request, rules.denied, 303);
  const account = world.accounts.find(rules.network, accountId);
  if (decision !== 'approve' || !account) {
    const message = 'Choose an account, then approve or deny.';
    return { status: 400, html: refusalPage({ networkName: networkFacts[rules.network].label, message }) };
  }
  if (!rules.choosesScopes) return approve(world, rules, { request, account, status: 303 });
  const scopes = request.scopes.filter((scope) => fields[`scope ${scope}`] !== undefined);
  if (scopes.length === 0) return sendBack(request, rules.denied, 303);
  return approve(world, rules, { request: { ...request, scopes }, account, status: 303 });
}

function approve(
  world: World,
  rules: AuthorizeRules,
  { request, account, status }: { request: AuthorizeRequest; account: Account; status: number },
): Reply {
  rules.onApprove?.(world, request, account);
  const issued = world.grants.issueCode(
    {
      network: rules.network,
      accountId: account.id,
      clientId: request.app.clientId,
      scopes: request.scopes,
      redirectUri: request.redirectUri,
      ...(request.challenge && { challenge: request.challenge }),
      ...(request.nonce !== undefined && { nonce: request.nonce }),
      ...(request.offline && { offline: request.offline }),
    },
    rules.codeLifetimeMs,
  );
  return sendBack(request, { code: issued.code, ...rules.approved?.(request) }, status);
}

function sendBack(request: AuthorizeRequest, answer: Readonly<Record<string, string>>, status: number): Reply {
  const target = new URL(request.returnsTo);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (request.state !== null) target.searchParams.set('state', request.state);
  return { status, headers: { location: target.href, 'cache-control': 'no-store' } };
}
