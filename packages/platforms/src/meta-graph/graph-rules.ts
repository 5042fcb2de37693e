import type { PlatformId } from '@social/types';
import type { ErrorRule, Problem } from '../http/error-rules.ts';
import { asRecord, asString } from '../http/lossless-json.ts';
import type { NetworkDialect, NetworkRequest } from '../http/network-client.ts';

type Words = Pick<ErrorRule, 'kind' | 'code' | 'message'>;

/** The rules of one of the Graph's networks: by subcode first, since a subcode says more than the code it belongs to. */
export interface GraphDialects {
  /** For a request whose effect is of this kind: trouble after one that changes something leaves its outcome unknown. */
  of(effect: NetworkRequest['effect']): NetworkDialect;
}

/**
 * What the Graph's refusals mean, by `error_subcode` where a rule names it, else by `code`.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function createGraphDialects(platform: PlatformId, own: readonly ErrorRule[]): GraphDialects {
  const rules = [...own, ...tokenRules(platform), ...limitRules(), ...permissionRules(platform), ...requestRules()];
  const known = new Set([...rules, ...troubleRules('none')].map(({ upstreamCode }) => upstreamCode));
  const readProblem = (status: number, body: Readonly<Record<string, unknown>> | null): Problem =>
    readGraphProblem(status, body, known);
  const dialect = (trouble: readonly ErrorRule[]): NetworkDialect => ({
    platform,
    rules: [...own, ...trouble, ...rules],
    readProblem,
  });
  const none = dialect(troubleRules('none'));
  const change = dialect(troubleRules('change'));
  return { of: (effect) => (effect === 'change' ? change : none) };
}

/** `error_user_msg` is what the network wants people to read; the rest of the answer is for programmers. */
function readGraphProblem(
  status: number,
  body: Readonly<Record<string, unknown>> | null,
  known: ReadonlySet<string | undefined>,
): Problem {
  const error = asRecord(body?.['error']);
  const code = asCode(error?.['code']);
  const subcode = asCode(error?.['error_subcode']);
  const debug = asRecord(body?.['debug_info']);
  return {
    status,
    upstreamCode: subcode !== null && known.has(subcode) ? subcode : (code ?? asString(debug?.['type'])),
    detail: asString(error?.['error_user_msg']) ?? asString(error?.['message']) ?? asString(debug?.['message']),
  };
}

function asCode(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function tokenRules(platform: PlatformId): ErrorRule[] {
  const reconnect = (reason: string): Words => ({
    kind: 'reconnect',
    code: 'reconnect_required',
    message: `${reason}; connect ${platform} again`,
  });
  return [
    { upstreamCode: '458', ...reconnect('the permission was withdrawn at the network') },
    {
      upstreamCode: '459',
      ...reconnect('the network wants the person behind this account to sign in there first and answer its questions'),
    },
    { upstreamCode: '460', ...reconnect('the password was changed at the network, which ended the permission') },
    { upstreamCode: '463', ...reconnect('the permission at the network has expired') },
    {
      upstreamCode: '464',
      ...reconnect('the person behind this account has not confirmed it; confirm it at the network'),
    },
    { upstreamCode: '467', ...reconnect('the network no longer accepts this connection') },
    { upstreamCode: '492', ...reconnect('the person behind this connection has no role on the page any more') },
    { upstreamCode: '190', ...reconnect('the network no longer accepts this connection') },
    { upstreamCode: '102', ...reconnect('the session at the network has ended') },
    { upstreamCode: '104', ...reconnect('the network no longer accepts this connection') },
  ];
}

function limitRules(): ErrorRule[] {
  const limited = (message: string): Words => ({ kind: 'rate-limited', code: 'network_rate_limited', message });
  const APP = 'the network is rate limiting the app';
  const ACCOUNT = 'the network is rate limiting this account';
  return [
    { upstreamCode: '4', ...limited(APP) },
    { upstreamCode: '341', ...limited(APP) },
    { upstreamCode: '613', ...limited(APP) },
    { upstreamCode: '17', ...limited(ACCOUNT) },
    { upstreamCode: '32', ...limited(ACCOUNT) },
    { upstreamCode: '80001', ...limited(ACCOUNT) },
    { upstreamCode: '80002', ...limited(ACCOUNT) },
  ];
}

function permissionRules(platform: PlatformId): ErrorRule[] {
  const forbidden: Words = {
    kind: 'rejected',
    code: 'network_forbidden',
    message: `the network does not allow this connection to do that; connect ${platform} again, approve every permission and choose this account`,
  };
  const codes = [10, ...Array.from({ length: 100 }, (_, index) => 200 + index)];
  return [
    ...codes.map((code) => ({ upstreamCode: String(code), ...forbidden })),
    {
      upstreamCode: '3',
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network has not given this server's app the capability to do that; see the app's review there",
    },
  ];
}

function requestRules(): ErrorRule[] {
  return [
    {
      upstreamCode: '368',
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network has blocked this account for a while because of its policies; see the account there',
      isQuoted: true,
    },
    {
      upstreamCode: '506',
      kind: 'rejected',
      code: 'duplicate_content',
      message: 'the network refused this post because it is the same as the last one; change the text',
    },
    {
      upstreamCode: '1609005',
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network could not read the page that the link leads to; check the link',
    },
    {
      upstreamCode: '100',
      kind: 'rejected',
      code: 'invalid_request',
      message: 'the network does not accept this post as it is',
      isQuoted: true,
    },
  ];
}

/** Codes of trouble at the network's side, which come with a status below 500 too. */
function troubleRules(effect: NetworkRequest['effect']): ErrorRule[] {
  const words: Words =
    effect === 'change'
      ? {
          kind: 'outcome-unknown',
          code: 'outcome_unknown',
          message:
            'the network reported trouble after the request was sent, so it may have been done; check the account before sending it again',
        }
      : {
          kind: 'unavailable',
          code: 'network_unavailable',
          message: 'the network has trouble; nothing was published, try again later',
        };
  return ['1', '2', '-1', '1363047', '1609010'].map((upstreamCode) => ({ upstreamCode, ...words }));
}
