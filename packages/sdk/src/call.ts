import type { OperationId, paths } from '@social/types';
import type { Client as RawClient } from 'openapi-fetch';
import { checkedKey, checkedTimeout } from './checks.ts';
import type { SocialApiError, SocialConnectionError } from './errors.ts';
import { apiFailure, connectionFailure, type FailedCall, unsentFailure } from './failures.ts';
import { type ClientHooks, type RequestEvent, tell } from './hooks.ts';
import type { ApiCall, CallResult, FileInput, MutationOptions } from './method.ts';
import {
  ANSWERS_REDIRECT,
  ANSWERS_TEXT,
  HAS_NO_EFFECT,
  NEEDS_CREDENTIAL,
  type Operation,
  splitInput,
  TAKES_FILE,
  TAKES_KEY,
} from './operation.ts';
import { mayHaveActed, retryDelayMs, tellsOfEarlierTries, toldDelayMs, wait } from './retry.ts';

/** Settings that all calls of one client share. */
export interface CallContext {
  readonly raw: RawClient<paths>;
  /** Set when a request can be authorized: by a key, by a browser's cookie, or by the caller's own `fetch`. */
  readonly hasCredential: boolean;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
  readonly timeoutMs: number | undefined;
  readonly maxRetries: number;
  readonly patienceMs: number;
  readonly hooks: ClientHooks;
}

/** The raw client without types: operations of the table are data, and `OperationMethods` types them. */
type SendRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** An operation of the table under its name. */
export interface NamedOperation {
  readonly id: OperationId;
  readonly operation: Operation;
}

/** Starts one operation. */
export function callOperation(
  context: CallContext,
  operation: NamedOperation,
  input: object | undefined,
  options: MutationOptions = {},
): ApiCall<unknown> {
  const result = sendWithRetries(context, operation, input, options);
  const data = result.then((answer) => answer.data);
  return Object.assign(data, {
    withResponse: () => {
      // The caller watches `result` now; `data` would report the same failure a second time.
      data.catch(() => {});
      return result;
    },
  });
}

async function sendWithRetries(
  context: CallContext,
  { id, operation }: NamedOperation,
  input: object | undefined,
  options: MutationOptions,
): Promise<CallResult<unknown>> {
  const { baseUrl, maxRetries, patienceMs, hooks } = context;
  const [method, path, flags] = operation;
  if (flags & NEEDS_CREDENTIAL && !context.hasCredential) {
    throw new TypeError('No API key: set SOCIAL_API_KEY or give createClient({ apiKey }); nothing was sent');
  }
  const takesKey = (flags & TAKES_KEY) > 0;
  // One key for all tries: the server takes them for the same request.
  const idempotencyKey = takesKey ? checkedKey(options.idempotencyKey ?? randomKey()) : undefined;
  const file = flags & TAKES_FILE ? (input as FileInput) : undefined;
  const timeoutMs = checkedTimeout(
    options.timeoutMs ?? context.timeoutMs ?? (file ? 3_600_000 : takesKey ? 35_000 : 30_000),
  );
  const init = {
    ...splitInput(operation, input),
    headers: {
      'Idempotency-Key': idempotencyKey,
      ...(file && { 'Content-Type': 'application/octet-stream', ...file.headers }),
    },
    ...(file && { bodySerializer: (body: unknown) => body, duplex: 'half' }),
    parseAs: 'text',
    // A followed redirect would turn a POST into a GET and could carry the key elsewhere.
    redirect: 'manual',
  };
  const startedAt = performance.now();
  let lost: unknown;
  let waits = 0;
  for (let attempts = 1; ; attempts++) {
    const event = { operation: id, method, path, attempt: attempts, idempotencyKey };
    try {
      const call = { method, url: baseUrl, idempotencyKey, timeoutMs };
      const answer = await sendOnce(context, { operation, init, call, event }, options.signal);
      const replayed = answer.response.headers.get('idempotent-replayed') === 'true';
      return { ...answer, replayed, idempotencyKey, attempts };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      const elapsedMs = performance.now() - startedAt;
      // The server stores the same file once, even if it is sent again.
      const isRepeatable =
        takesKey ||
        method === 'GET' ||
        (flags & HAS_NO_EFFECT) > 0 ||
        (file && !(file.file instanceof ReadableStream)) === true;
      const attempt = { number: attempts - waits, maxRetries, isRepeatable, elapsedMs, timeoutMs, patienceMs };
      const toldMs = toldDelayMs(error, attempt);
      if (toldMs !== undefined) waits++;
      const delayMs = toldMs ?? retryDelayMs(error, attempt);
      if (takesKey && mayHaveActed(error)) lost ??= error;
      // An earlier try may have acted, even if a later one was not sent or was refused.
      if (delayMs === undefined) throw tellsOfEarlierTries(error) ? error : (lost ?? error);
      tell(hooks.onRetry, { ...event, delayMs, error: error as SocialApiError | SocialConnectionError });
      await wait(delayMs, options.signal);
    }
  }
}

/** One try of a call. */
interface Try {
  readonly operation: Operation;
  readonly init: object;
  readonly call: FailedCall;
  readonly event: RequestEvent;
}

async function sendOnce(
  { raw, hooks, fetch }: CallContext,
  { operation: [method, path, flags], init, call, event }: Try,
  callerSignal: AbortSignal | undefined,
): Promise<{ data: unknown; response: Response }> {
  const sentAt = performance.now();
  let isMade = false;
  let isAnswered = false;
  let answer: Awaited<ReturnType<SendRequest>>;
  try {
    const timeout = AbortSignal.timeout(call.timeoutMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
    const send = async (request: Request) => {
      isMade = true;
      tell(hooks.onRequest, event);
      const response = await fetch(request);
      isAnswered = true;
      return response;
    };
    answer = await (raw.request as SendRequest)(method, path, { ...init, signal, fetch: send });
  } catch (thrown) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    throw isMade ? connectionFailure(thrown, { ...call, isAnswered }) : unsentFailure(thrown);
  }
  const { response } = answer;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  tell(hooks.onResponse, { ...event, status: response.status, requestId, durationMs: performance.now() - sentAt });
  if (flags & ANSWERS_REDIRECT && response.status === 302) {
    return { data: response.headers.get('location') ?? '', response };
  }
  if (!response.ok) throw apiFailure(response, answer.error, call);
  if (flags & ANSWERS_TEXT) return { data: answer.data ?? '', response };
  if (!response.headers.get('content-type')?.includes('json')) throw apiFailure(response, answer.data, call);
  try {
    return { data: JSON.parse(String(answer.data)), response };
  } catch (thrown) {
    // Half a body: the request was carried out, and part of its answer was lost.
    throw connectionFailure(thrown, { ...call, isAnswered });
  }
}

/** 128 random bits. `crypto.randomUUID` is missing on plain http pages. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
