import { networkName, type PlatformId } from '@social/types';
import { type ErrorRule, type Problem, rulesFor } from '../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../http/lossless-json.ts';
import type { Effect, NetworkDialect } from '../http/network-client.ts';
import {
  duplicate,
  forbidden,
  invalid,
  limited,
  reconnect,
  refused,
  unavailable,
  unknownOutcome,
} from '../meanings.ts';

/**
 * The subcode of an object that does not exist, or that the token may not see. Its code stands for every wrong parameter.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export const NO_SUCH_OBJECT = '33';
/** The code of a wrong parameter, such as a field that an object does not have. */
export const INVALID_PARAMETER = '100';

/** A platform and the network that answers. */
interface AskedNetwork {
  readonly platform: PlatformId;
  readonly network: string;
}

/** The rules of one of the Graph's networks: subcodes come first, because they are more precise than their codes. */
export interface GraphDialects {
  /** Returns the rules for a request with this effect: trouble after a change leaves its outcome unknown. */
  of(effect: Effect): NetworkDialect;
}

/**
 * Makes the meanings of the Graph's refusals, by `error_subcode` where a rule names it, else by `code`.
 * @param asked the network whose errors they are
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function createGraphDialects(asked: AskedNetwork, own: readonly ErrorRule[]): GraphDialects {
  const { platform } = asked;
  const name = networkName(asked.network);
  const shared = [tokenRules(platform, name), limitRules(name), permissionRules(platform, name), requestRules(name)];
  const rules = [...own, ...shared.flat()];
  const known = new Set([...rules, ...troubleRules('none', name)].map(({ upstreamCode }) => upstreamCode));
  const readProblem = (status: number, body: JsonObject | null): Problem => readGraphProblem(status, body, known);
  const dialect = (trouble: readonly ErrorRule[]): NetworkDialect => ({
    platform,
    rules: [...own, ...trouble, ...rules],
    readProblem,
  });
  const none = dialect(troubleRules('none', name));
  const change = dialect(troubleRules('change', name));
  return { of: (effect) => (effect === 'change' ? change : none) };
}

/** Parses an error body. The network wrote `error_user_msg` for people, the rest for programmers. */
function readGraphProblem(status: number, body: JsonObject | null, known: ReadonlySet<string | undefined>): Problem {
  const error = asRecord(body?.['error']);
  const code = asCode(error?.['code']);
  const subcode = asCode(error?.['error_subcode']);
  const debug = asRecord(body?.['debug_info']);
  const isPrecise =
    subcode !== null && known.has(subcode) && (subcode !== NO_SUCH_OBJECT || isAboutObject(status, code));
  return {
    status,
    upstreamCode: isPrecise ? subcode : (code ?? asString(debug?.['type'])),
    detail: asString(error?.['error_user_msg']) ?? asString(error?.['message']) ?? asString(debug?.['message']),
  };
}

/** Returns false where the subcode of a missing object has another meaning: beside other codes, and when the network has trouble. */
function isAboutObject(status: number, code: string | null): boolean {
  return code === INVALID_PARAMETER && status >= 400 && status < 500;
}

function asCode(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

function tokenRules(platform: PlatformId, name: string): ErrorRule[] {
  const ended = (upstreamCode: string, reason: string): ErrorRule => ({
    upstreamCode,
    ...reconnect(`${reason}; connect ${platform} again`),
  });
  return [
    ended('458', `the permission was withdrawn at ${name}`),
    ended('459', `${name} wants the person behind this account to sign in there first and answer its questions`),
    ended('460', `the password was changed at ${name}, which ended the permission`),
    ended('463', `${name}'s permission has expired`),
    ended('464', `the person behind this account has not confirmed it; confirm it at ${name}`),
    ended('492', 'the person behind this connection no longer has a role on the page'),
    ended('102', `the session at ${name} has ended`),
    ...['467', '190', '104'].map((code) => ended(code, `${name} no longer accepts this connection`)),
  ];
}

function limitRules(name: string): ErrorRule[] {
  return [
    ...rulesFor(['4', '341', '613'], limited(`${name} is rate limiting the app`)),
    ...rulesFor(['17', '32', '80001', '80002'], limited(`${name} is rate limiting this account`)),
  ];
}

function permissionRules(platform: PlatformId, name: string): ErrorRule[] {
  const fix = `connect ${platform} again, approve every permission and choose this account`;
  const codes = ['10', ...Array.from({ length: 100 }, (_, index) => String(200 + index))];
  return [
    ...rulesFor(codes, forbidden(`${name} does not allow this connection to do that; ${fix}`)),
    {
      upstreamCode: '3',
      ...forbidden(`${name} has not given this server's app the capability to do that; see the app's review there`),
    },
  ];
}

function requestRules(name: string): ErrorRule[] {
  return [
    {
      upstreamCode: '368',
      isQuoted: true,
      ...refused(`${name} has blocked this account for a while because of its policies; see the account there`),
    },
    {
      upstreamCode: '506',
      ...duplicate(`${name} refused this post because it is the same as the last one; change the text`),
    },
    {
      upstreamCode: '1609005',
      ...refused(`${name} could not read the page that the link leads to; check the link`),
    },
    ...rulesFor([INVALID_PARAMETER, NO_SUCH_OBJECT], {
      isQuoted: true,
      ...invalid(`${name} does not accept this post as it is`),
    }),
  ];
}

/** Codes of trouble at the network's side, which come with a status below 500 too. */
function troubleRules(effect: Effect, name: string): ErrorRule[] {
  const reason = `${name} reported trouble after the request was sent`;
  const meaning =
    effect === 'change'
      ? unknownOutcome(`${reason}, so it may have been done; check the account before sending it again`)
      : unavailable(`${name} has trouble; nothing was published, try again later`);
  return rulesFor(['1', '2', '-1', '1363047', '1609010'], meaning);
}
