import { randomBytes } from 'node:crypto';
import { networkFacts } from '../../../generated/networks.ts';
import { formFields } from '../../../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { consentPage, refusalPage } from '../../../oauth/consent-page.ts';
import type { Account } from '../../../world/accounts.ts';
import type { BlueskyState, PushedRequest } from '../state.ts';

const path = '/oauth/authorize';

/** The page on which a person chooses an account and approves. Requests have to be pushed before. */
export function authorizePageRoutes(state: BlueskyState): readonly Route[] {
  return [
    { method: 'GET', path, operation: 'authorize', handle: (call) => showPage(state, call) },
    { method: 'POST', path, operation: 'authorize', handle: (call) => decide(state, call) },
  ];
}

function refusePage(message: string): never {
  throw new Refusal({ status: 400, html: refusalPage({ networkName: networkFacts.bluesky.label, message }) });
}

function requirePushed({ pushed, world }: BlueskyState, { query }: Call): PushedRequest {
  const uri = query.get('request_uri');
  if (uri === null) return refusePage('This server takes pushed authorization requests only: request_uri is missing.');
  const request = pushed.get(uri);
  if (!request) return refusePage('Unknown request_uri');
  if (request.clientId !== query.get('client_id')) refusePage('This request was initiated for another client');
  if (request.expiresAt <= world.now()) refusePage('This request has expired');
  return request;
}

/** Shows the page, or approves at once. The account that the program asked for is chosen before that of the settings. */
function showPage(state: BlueskyState, call: Call): Reply {
  const request = requirePushed(state, call);
  const { settings, accounts: all } = state.world;
  const accounts = all.of('bluesky');
  const named = request.hintedId === undefined ? undefined : all.find('bluesky', request.hintedId);
  const chosen = named ?? accounts.find(({ username }) => username === settings.authorizeAs) ?? accounts[0];
  if (settings.autoApprove && chosen) return approve(state, { call, request, account: chosen, status: 302 });
  return consentPage(call, path, {
    networkName: networkFacts.bluesky.label,
    appName: request.clientName,
    scopes: request.scopes,
    choosesScopes: true,
    returnsTo: request.redirectUri,
    accounts,
    chosen: chosen?.username ?? '',
  });
}

function decide(state: BlueskyState, call: Call): Reply {
  const request = requirePushed(state, call);
  const fields = formFields(call.body);
  if (fields['decision'] === 'deny') {
    state.pushed.delete(call.query.get('request_uri') ?? '');
    const answer = { error: 'access_denied', error_description: 'Access denied' };
    return sendBack(call, { request, answer, status: 303 });
  }
  const account = state.world.accounts.find('bluesky', fields['account'] ?? '');
  if (fields['decision'] !== 'approve' || !account) return refusePage('Choose an account, then approve or deny.');
  const isGranted = (scope: string) => scope === 'atproto' || fields[`scope ${scope}`] !== undefined;
  const scopes = request.scopes.filter(isGranted);
  return approve(state, { call, request: { ...request, scopes }, account, status: 303 });
}

interface Approval {
  readonly call: Call;
  readonly request: PushedRequest;
  readonly account: Account;
  readonly status: number;
}

/** Issues a code. The request is used up with it. */
function approve(state: BlueskyState, { call, request, account, status }: Approval): Reply {
  state.pushed.delete(call.query.get('request_uri') ?? '');
  const code = `cod-${randomBytes(32).toString('hex')}`;
  state.codes.set(code, { ...request, did: account.id, expiresAt: state.world.now() + codeMs });
  return sendBack(call, { request, answer: { code }, status });
}

const codeMs = 5 * 60_000;

interface Answer {
  readonly request: PushedRequest;
  readonly answer: Readonly<Record<string, string>>;
  readonly status: number;
}

function sendBack({ base }: Call, { request, answer, status }: Answer): Reply {
  const target = new URL(request.redirectUri);
  const state = request.state === undefined ? {} : { state: request.state };
  for (const [name, value] of Object.entries({ iss: base, ...state, ...answer })) {
    target.searchParams.set(name, value);
  }
  return { status, headers: { location: target.href, 'cache-control': 'no-store' } };
}
