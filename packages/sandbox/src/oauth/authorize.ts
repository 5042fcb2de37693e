import { type Call, Refusal, type Reply, type Route } from '../networks/network.ts';
import { formFields } from '../server/http/request-body.ts';
import { pagePolicy } from '../server/http/send-reply.ts';
import type { Account } from '../world/accounts.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import type { App } from './apps.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import type { AuthorizationCode, Challenge } from './grants.ts';

/** A request for access that has passed the network's checks. */
export interface AuthorizeRequest {
  readonly app: App;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly string[];
  readonly challenge?: Challenge;
  /** Repeated in the id token, where there is one. */
  readonly nonce?: string;
  /** Whether a refresh token is asked for, where that is a choice. */
  readonly offline?: AuthorizationCode['offline'];
}

/** How one network's authorize page behaves. */
export interface AuthorizeRules {
  readonly network: NetworkId;
  readonly networkName: string;
  readonly path: string;
  readonly codeLifetimeMs: number;
  /** Query parameters of the answer when somebody denies. */
  readonly denied: Readonly<Record<string, string>>;
  /** Whether people may untick single scopes on the page. */
  readonly choosesScopes?: true;
  /** Further query parameters of the answer when somebody approves. */
  readonly approved?: (request: AuthorizeRequest) => Readonly<Record<string, string>>;
  /** Checks the query; refuses with {@link refuseAuthorize} what cannot be sent back. */
  readonly check: (query: URLSearchParams) => AuthorizeRequest;
  /** Told when somebody approves, before the code is issued. */
  readonly onApprove?: (request: AuthorizeRequest, account: Account) => void;
}

/** The authorize page: shown, or answered at once when the settings say so, and the decision made on it. */
export function authorizeRoutes(world: World, rules: AuthorizeRules): readonly Route[] {
  const route = { path: rules.path, operation: 'authorize' } as const;
  return [
    { ...route, method: 'GET', handle: (call) => showPage(world, rules, call) },
    { ...route, method: 'POST', handle: (call) => decide(world, rules, call) },
  ];
}

/** Refuses a request whose client or redirect URI is wrong: a page for the person, never a redirect. */
export function refuseAuthorize(options: { status: number; networkName: string; message: string }): never {
  throw new Refusal({ status: options.status, html: refusalPage(options) });
}

function showPage(world: World, rules: AuthorizeRules, call: Call): Reply {
  const request = rules.check(call.query);
  const accounts = world.accounts.of(rules.network);
  const chosen = accounts.find((account) => account.username === world.settings.authorizeAs) ?? accounts[0];
  if (world.settings.autoApprove && chosen) return approve(world, rules, { request, account: chosen, status: 302 });
  const page = consentPage({
    networkName: rules.networkName,
    clientId: request.app.clientId,
    scopes: request.scopes,
    choosesScopes: rules.choosesScopes ?? false,
    redirectUri: request.redirectUri,
    accounts,
    chosen: chosen?.username ?? '',
    action: `${new URL(call.base).pathname.replace(/\/$/, '')}${rules.path}?${call.query}`,
  });
  // Browsers hold a form's policy against the redirect that follows it, too.
  const policy = pagePolicy.replace("form-action 'self'", `form-action 'self' ${new URL(request.redirectUri).origin}`);
  return { status: 200, html: page, headers: { 'content-security-policy': policy } };
}

function decide(world: World, rules: AuthorizeRules, call: Call): Reply {
  const request = rules.check(call.query);
  const fields = formFields(call.body);
  const { decision, account: accountId = '' } = fields;
  if (decision === 'deny') return sendBack(request, rules.denied, 303);
  const account = world.accounts.find(rules.network, accountId);
  if (decision !== 'approve' || !account) {
    return refuseAuthorize({
      status: 400,
      networkName: rules.networkName,
      message: 'Choose an account and a decision.',
    });
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
  rules.onApprove?.(request, account);
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
  const target = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (request.state !== null) target.searchParams.set('state', request.state);
  return { status, headers: { location: target.href, 'cache-control': 'no-store' } };
}
