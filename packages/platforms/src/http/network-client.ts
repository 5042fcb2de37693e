import type { PlatformId } from '@social/types';
import type { CallContext, TokenSession } from '../driver.ts';
import { limited, type Meaning, refused, unavailable, unknownOutcome } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { type ErrorRule, findRule, type Problem } from './error-rules.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange/exchange.ts';
import { TransportFailure } from './exchange/transport-failure.ts';
import { asRecord, type JsonObject, parseLosslessJson } from './lossless-json.ts';
import { formatUtcTime, readRetryAfterHeaderMs, readRetryAfterMs } from './retry-after.ts';
import { safeQuote } from './safe-quote.ts';

/** Effect of a request: `change` when a lost answer may hide a change, `none` when asking again does no harm. */
export type Effect = 'none' | 'change';

/** A request to a network. */
export interface NetworkRequest extends HttpRequest {
  readonly effect: Effect;
  /** Statuses besides 2xx that are answers, such as 308 during an upload; `all` leaves the judgment to the caller. */
  readonly answers?: readonly number[] | 'all';
  /** Values that must never appear in a message. */
  readonly secrets: readonly string[];
}

/** A success, or another answer that the request expects. */
export interface NetworkAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** The body's JSON object; null where it is empty, incomplete or something else. */
  readonly body: JsonObject | null;
  /** The body's JSON list; null where it is something else. */
  readonly list: readonly unknown[] | null;
  /** Returns the error for a success that does not hold what it must. */
  readonly broken: () => PlatformError;
}

/** A network's errors, as its driver knows them. */
export interface NetworkDialect {
  readonly platform: PlatformId;
  readonly rules: readonly ErrorRule[];
  /** Parses an error body. Returns the status to judge by: another one where the network reports errors with a 2xx. */
  readProblem(status: number, body: JsonObject | null): Problem;
  /** Returns true when an answer with a success status refuses in its body, for networks that do so. */
  refuses?(body: JsonObject | null): boolean;
  /** Id of the earlier post that a duplicate answer names. */
  readDuplicate?(problem: Problem): string | null;
}

/** Sends one request and returns the network's success. @throws PlatformError for everything else. */
export async function send(
  dialect: NetworkDialect,
  request: NetworkRequest,
  call: CallContext,
): Promise<NetworkAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await exchange(request, call);
  } catch (error) {
    if (error instanceof TransportFailure) throw transportError(dialect.platform, request, error);
    throw error;
  }
  const { status, headers } = answer;
  const json = answer.bodyProblem ? null : parseLosslessJson(answer.text);
  const body = asRecord(json);
  const list: readonly unknown[] | null = Array.isArray(json) ? json : null;
  const answered = { status, headers, body, list, broken: () => brokenAnswer(dialect.platform, request, status) };
  const isSuccess = status >= 200 && status < 300 && !dialect.refuses?.(body);
  if (isSuccess || request.answers === 'all' || request.answers?.includes(status)) return answered;
  throw refusalOf(dialect, request, answered);
}

/** A call with an account's token in a header, and JSON or a form in the body. */
export interface TokenRequest extends Pick<NetworkRequest, 'url' | 'effect'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Headers besides the token and the type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: JsonObject | undefined;
  readonly form?: FormData | undefined;
  readonly through?: HttpRequest['through'];
  /** Values besides the token that must never appear in a message. */
  readonly secrets?: readonly string[];
}

/** Sends one request as an account. @throws PlatformError */
export function sendWithToken(
  dialect: NetworkDialect,
  { method, url, headers, json, form, effect, through, secrets = [] }: TokenRequest,
  { account: { accessToken }, call }: TokenSession,
): Promise<NetworkAnswer> {
  const body = form ?? (json && JSON.stringify(json));
  const type = json && { 'content-type': 'application/json' };
  const request = {
    method,
    url,
    effect,
    secrets: [accessToken, ...secrets],
    headers: { authorization: `Bearer ${accessToken}`, ...type, ...headers },
    ...(body !== undefined && { body }),
    ...(form && { isUpload: true }),
    through,
  };
  return send(dialect, request, call);
}

function brokenAnswer(platform: PlatformId, { effect }: NetworkRequest, status: number): PlatformError {
  const reason = 'the network gave an answer that cannot be read';
  return new PlatformError(platform, { ...troubleOf(effect, reason, `${reason}; try again later`), status });
}

function transportError(platform: PlatformId, request: NetworkRequest, failure: TransportFailure): PlatformError {
  const reason = `the request was sent but ${failure.message}`;
  const unsent = `the network could not be reached: ${failure.message}; nothing was done, try again later`;
  const meaning = failure.isSent ? troubleOf(request.effect, reason, unsent) : unavailable(unsent);
  return new PlatformError(platform, { ...meaning, cause: failure });
}

/** The error for an answer that refuses. */
export function refusalOf(
  dialect: NetworkDialect,
  request: Pick<NetworkRequest, 'effect' | 'secrets'>,
  answer: NetworkAnswer,
): PlatformError {
  const { platform } = dialect;
  const problem = dialect.readProblem(answer.status, answer.body);
  const { status } = problem;
  const upstream = {
    status: answer.status,
    ...(problem.upstreamCode && { upstreamCode: safeQuote(problem.upstreamCode, request.secrets) }),
  };
  const rule = findRule(dialect.rules, problem);
  const quote = safeQuote(problem.detail ?? '', request.secrets);
  if (status === 429 || rule?.kind === 'rate-limited') return rateLimited(dialect, answer, { upstream, rule });
  if (rule) {
    const { kind, code } = rule;
    const message = rule.isQuoted && quote ? `${rule.message}: "${quote}"` : rule.message;
    const duplicateOf = code === 'duplicate_content' ? dialect.readDuplicate?.(problem) : null;
    const more = { ...(duplicateOf && { duplicateOf }), ...(rule.field !== undefined && { field: rule.field }) };
    return new PlatformError(platform, { kind, code, message, ...upstream, ...more });
  }
  // A gateway's timeout and a redirect, like any 5xx, say nothing about whether the request had been carried out.
  if (status < 400 || status >= 500 || status === 408) {
    const retryAfterMs = readRetryAfterHeaderMs(answer.headers, Date.now());
    const reason = `the network answered with status ${answer.status} after the request was sent`;
    const harmless = `the network has trouble (status ${answer.status}); try again later`;
    const meaning = troubleOf(request.effect, reason, harmless);
    return new PlatformError(platform, { ...meaning, ...upstream, ...(retryAfterMs !== null && { retryAfterMs }) });
  }
  const message = quote
    ? `the network refused: "${quote}"`
    : `the network refused the request with status ${answer.status}`;
  return new PlatformError(platform, { ...refused(message), ...upstream });
}

/** The meaning of an answer that proves nothing. `harmless` is the message for a request that changes nothing. */
function troubleOf(effect: Effect, reason: string, harmless: string): Meaning {
  if (effect === 'none') return unavailable(harmless);
  return unknownOutcome(`${reason}, so it may have been done; check the account before sending it again`);
}

function rateLimited(
  { platform }: NetworkDialect,
  answer: NetworkAnswer,
  { upstream, rule }: { upstream: { status: number; upstreamCode?: string }; rule: ErrorRule | undefined },
): PlatformError {
  const now = Date.now();
  const retryAfterMs = readRetryAfterMs(answer, now) ?? rule?.waitMs?.(now);
  const reason = rule?.message ?? 'the network is rate limiting this account';
  const advice = retryAfterMs === undefined ? '; try again later' : ` until ${formatUtcTime(now + retryAfterMs, now)}`;
  const wait = retryAfterMs !== undefined && { retryAfterMs };
  return new PlatformError(platform, { ...limited(`${reason}${advice}`), ...wait, ...upstream });
}
