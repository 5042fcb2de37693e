import type { Schema } from '@social/types';
import { type ErrorCode, SocialApiError, SocialConnectionError, SocialTimeoutError } from './errors.ts';
import { RETRY_EXCEPTIONS } from './generated/operations.ts';

/** The facts of a failed call. */
export interface FailedCall {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey: string | undefined;
  readonly timeoutMs: number;
  /** Set once an answer has begun; the request was then sent, whatever the code of the error says. */
  readonly isAnswered?: boolean;
}

/**
 * Failures of name lookup, connecting and TLS with their meanings. All happen before the first byte of the request.
 * The codes come from Node, undici and Bun.
 */
const NOTHING_SENT: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|ConnectionRefused/, 'nothing listens there'],
  [/ENOTFOUND|EAI_/, 'the host name is not known'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL|EPROTO/, 'no secure connection could be made'],
  // The fetch standard has this message and no code.
  [/bad port/, 'this port is closed to web requests'],
  [/UNREACH|EADDRNOTAVAIL|EPERM|EACCES|CONNECT_TIMEOUT|FailedToOpen/, 'no connection could be made'],
  [/^(ERR_INVALID_(ARG_TYPE|ARG_VALUE|CHAR|URL)|UND_ERR_(INVALID_ARG|NOT_SUPPORTED))$/, 'fetch takes no such request'],
];

/** The error for a request that could not be built, which the caller has to correct. */
export function unsentFailure(thrown: unknown): TypeError {
  const [reason = ''] = String((thrown as Error | undefined)?.message ?? thrown).split('\n');
  return new TypeError(`The request cannot be made (${reason}); nothing was sent`, { cause: thrown });
}

/** Turns an error of `fetch` into one of this package. The message shows `url`, which never holds a credential. */
export function connectionFailure(thrown: unknown, call: FailedCall): SocialConnectionError {
  const code = errorCode(thrown);
  const { origin } = new URL(call.url);
  const isTimeout = thrown instanceof DOMException && thrown.name === 'TimeoutError';
  const unsent = call.isAnswered ? undefined : NOTHING_SENT.find(([pattern]) => pattern.test(code))?.[1];
  const outcomeUnknown = !unsent && call.method !== 'GET';
  const happened = isTimeout
    ? `${origin} did not answer within ${call.timeoutMs / 1000} s`
    : `The answer of ${origin} was lost${code && ` (${code})`}`;
  const message = unsent
    ? `Cannot reach ${origin}: ${unsent} (${code}); nothing was sent`
    : happened + (outcomeUnknown ? '; whether it was carried out is not known' : '');
  const Failure = isTimeout ? SocialTimeoutError : SocialConnectionError;
  return new Failure(message, { outcomeUnknown, idempotencyKey: call.idempotencyKey, cause: thrown });
}

/** The code of an error: Node puts it into `cause`, Bun into the error; browsers have no code. */
function errorCode(thrown: unknown): string {
  const { code, cause, message } = (thrown ?? {}) as { code?: unknown; cause?: unknown; message?: unknown };
  if (typeof code === 'string') return code;
  if (message === 'bad port') return message;
  return cause === undefined || cause === thrown ? '' : errorCode(cause);
}

/**
 * Reads the error of an answer to a call through `client.raw`. Consumes the body.
 * @param response answer whose `ok` is `false`
 * @param baseUrl address of the client; named when another program answered
 */
export async function readApiError(response: Response, baseUrl: string): Promise<SocialApiError> {
  const text = await response.text().catch(() => '');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Another program answered; the message will say so.
  }
  return apiFailure(response, body, { url: baseUrl, idempotencyKey: undefined });
}

/** Builds the error for an answer that is not a success. `body` is the parsed JSON, or a text that is not JSON. */
export function apiFailure(
  response: Response,
  body: unknown,
  call: Pick<FailedCall, 'url' | 'idempotencyKey'>,
): SocialApiError {
  const { status, headers } = response;
  const { error, code, requestId, details } = (body ?? {}) as Partial<Record<keyof Schema<'Error'>, unknown>>;
  const isOurs = typeof error === 'string' && typeof code === 'string';
  return new SocialApiError(isOurs ? error : foreignAnswer(response, call.url), {
    code: isOurs ? (code as ErrorCode) : 'unexpected_answer',
    status,
    requestId: isOurs ? (requestId as string | undefined) : undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    retryable: (status >= 500 || status === 429 || status === 408) !== RETRY_EXCEPTIONS.includes(code),
    details: details as Record<string, unknown> | undefined,
    idempotencyKey: call.idempotencyKey,
  });
}

function foreignAnswer({ status, headers, type }: Response, url: string): string {
  const { origin } = new URL(url);
  const location = headers.get('location');
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `${origin} redirects${location ? ` to ${location}` : ''}: use that address as base URL`;
  }
  const kind = headers.get('content-type')?.includes('html') ? 'an HTML page' : 'an answer';
  return `${origin} sent ${kind} that is not from a social server (HTTP ${status}): check the base URL`;
}

/** Milliseconds from a Retry-After header, which holds seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | null): number | undefined {
  if (!value) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
