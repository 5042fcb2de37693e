import type { PlatformId } from '@social/types';
import type { CallContext } from '../driver.ts';
import { PlatformError } from '../platform-error.ts';
import { type ErrorRule, findRule, type Problem } from './error-rules.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { asRecord, parseLosslessJson } from './lossless-json.ts';
import { formatUtcTime, readRetryAfterHeaderMs, readRetryAfterMs } from './retry-after.ts';
import { safeQuote } from './safe-quote.ts';
import { TransportFailure } from './transport-failure.ts';

/** A request to a network. */
export interface NetworkRequest extends HttpRequest {
  /** `change` when a lost answer may hide that the network did what was asked; `none` when asking again does no harm. */
  readonly effect: 'none' | 'change';
  /** Statuses besides 2xx that are answers rather than refusals, such as the 308 of an upload that goes on; the caller judges `all`. */
  readonly answers?: readonly number[] | 'all';
  /** Values that must never appear in a message. */
  readonly secrets: readonly string[];
}

/** A success, or another answer that was waited for. */
export interface NetworkAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** The body's JSON object; null where it is empty, incomplete or something else. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** What a driver knows about its network's errors. */
export interface NetworkDialect {
  readonly platform: PlatformId;
  readonly rules: readonly ErrorRule[];
  /** Takes a refusal apart. The problem's status decides what it means: another one than the answer's where that says success. */
  readProblem(status: number, body: Readonly<Record<string, unknown>> | null): Problem;
  /** Milliseconds that a rate limiting answer asks to wait, for networks that say so in the body. */
  readWaitMs?(body: Readonly<Record<string, unknown>> | null): number | null;
  /** Whether an answer with a success status refuses in its body, for networks that do so. */
  refuses?(body: Readonly<Record<string, unknown>> | null): boolean;
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
    if (error instanceof TransportFailure) throw transportError(dialect, request, error);
    throw error;
  }
  const body = answer.bodyProblem ? null : asRecord(parseLosslessJson(answer.text));
  const { status, headers } = answer;
  const isSuccess = status >= 200 && status < 300 && !dialect.refuses?.(body);
  if (isSuccess || request.answers === 'all' || request.answers?.includes(status)) return { status, headers, body };
  throw refusalOf(dialect, request, { status, headers, body });
}

/** The error for a success answer that does not hold what it must. */
export function brokenAnswer(
  { platform }: NetworkDialect,
  request: Pick<NetworkRequest, 'effect'>,
  status: number,
): PlatformError {
  if (request.effect === 'change') {
    return new PlatformError(platform, {
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message:
        'the network gave an answer that cannot be read, so it may have been done; check the account before sending it again',
      status,
    });
  }
  return new PlatformError(platform, {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: 'the network gave an answer that cannot be read; try again later',
    status,
  });
}

function transportError(
  { platform }: NetworkDialect,
  request: NetworkRequest,
  failure: TransportFailure,
): PlatformError {
  if (failure.isSent && request.effect === 'change') {
    return new PlatformError(platform, {
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message: `the request was sent but ${failure.message}, so it may have been done; check the account before sending it again`,
      cause: failure,
    });
  }
  return new PlatformError(platform, {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: `the network could not be reached: ${failure.message}; nothing was done, try again later`,
    cause: failure,
  });
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
    return new PlatformError(platform, { kind, code, message, ...upstream, ...(duplicateOf && { duplicateOf }) });
  }
  // A gateway's timeout and a redirect, like any 5xx, say nothing about whether the request had been carried out.
  if (status < 400 || status >= 500 || status === 408) {
    const retryAfterMs = readRetryAfterHeaderMs(answer.headers, Date.now());
    return serverFailure(platform, request, { ...upstream, ...(retryAfterMs !== null && { retryAfterMs }) });
  }
  return new PlatformError(platform, {
    kind: 'rejected',
    code: 'network_refused',
    message: quote ? `the network refused: "${quote}"` : `the network refused the request with status ${answer.status}`,
    ...upstream,
  });
}

interface Upstream {
  readonly status: number;
  readonly upstreamCode?: string;
  readonly retryAfterMs?: number;
}

function serverFailure(
  platform: PlatformId,
  { effect }: Pick<NetworkRequest, 'effect'>,
  upstream: Upstream,
): PlatformError {
  const { status } = upstream;
  if (effect === 'change') {
    return new PlatformError(platform, {
      kind: 'outcome-unknown',
      code: 'outcome_unknown',
      message: `the network answered with status ${status} after the request was sent, so it may have been done; check the account before sending it again`,
      ...upstream,
    });
  }
  return new PlatformError(platform, {
    kind: 'unavailable',
    code: 'network_unavailable',
    message: `the network has trouble (status ${status}); try again later`,
    ...upstream,
  });
}

function rateLimited(
  { platform, readWaitMs }: NetworkDialect,
  answer: NetworkAnswer,
  { upstream, rule }: { upstream: Upstream; rule: ErrorRule | undefined },
): PlatformError {
  const now = Date.now();
  const retryAfterMs = readRetryAfterMs(answer.headers, now) ?? readWaitMs?.(answer.body) ?? rule?.waitMs?.(now);
  const reason = rule?.message ?? 'the network is rate limiting this account';
  const advice = retryAfterMs === undefined ? '; try again later' : ` until ${formatUtcTime(now + retryAfterMs, now)}`;
  return new PlatformError(platform, {
    kind: 'rate-limited',
    code: 'network_rate_limited',
    message: `${reason}${advice}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...upstream,
  });
}
