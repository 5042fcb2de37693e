import type { Dispatcher, Request as PreparedRequest } from 'undici';
import type { CallContext } from '../../driver.ts';
import { after } from '../../guarded.ts';
import { type BodyProblem, readBoundedText } from './bounded-text.ts';
import { trackDelivery } from './delivery.ts';
import { type BodyInTransit, beginBody, type StreamedBody } from './streamed-body.ts';
import type { Transport } from './transport.ts';
import { isBeforeSending, TransportFailure } from './transport-failure.ts';
import { userAgent } from './user-agent.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 120_000;
/** The slowest connection that a streamed upload may have. */
const SLOWEST_BYTES_PER_MS = 100;

/** One request. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer> | StreamedBody;
  /** The request sends a file: only its total time is bounded, because the answer comes after the last byte. */
  readonly isUpload?: boolean;
  /** The way to a server that a user or an answer has named; this process's own connections when left out. */
  readonly through?: Dispatcher | undefined;
}

/** A network's answer. The status counts even where the body is broken. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
  readonly bodyProblem: BodyProblem | null;
}

/**
 * Sends one HTTP request, never repeated and never redirected. Connecting takes at most 5 s, the headers 15 s, everything
 * 30 s, uploads longer (`call.timeoutMs` replaces the last). Keeps at most 1 MB of the answer's body.
 * @throws TransportFailure when no status line arrived; the error of a streamed body's source
 */
export async function exchange(request: HttpRequest, call: CallContext): Promise<HttpAnswer> {
  // Loaded with the first request: many calls of the server need none.
  const { transport } = await import('./transport.ts');
  if (call.signal?.aborted) throw new TransportFailure('the call was ended before it began', { isSent: false });
  const limits = new AbortController();
  const signal = call.signal ? AbortSignal.any([limits.signal, call.signal]) : limits.signal;
  const timers = new Set<NodeJS.Timeout>();
  const limit = (ms: number, expire: () => void): void => void timers.add(after(ms, expire));
  const totalMs = request.isUpload ? uploadLimitMs(request.body, call) : (call.timeoutMs ?? TOTAL_TIMEOUT_MS);
  const headersMs = request.isUpload ? totalMs : Math.min(HEADERS_TIMEOUT_MS, totalMs);

  const { prepared, transit } = prepare(transport, request, signal);
  const { fetch } = transport;
  const dispatcher = request.through ?? transport.dispatcher;
  const { result, isUnsent, isWritten } = trackDelivery(() => fetch(prepared, { dispatcher }));
  let isAnswered = false;
  limit(Math.min(CONNECT_TIMEOUT_MS, totalMs), () => isUnsent() && limits.abort());
  limit(headersMs, () => !isAnswered && limits.abort());
  limit(totalMs, () => limits.abort());
  try {
    const response = await result;
    isAnswered = true;
    return { status: response.status, headers: response.headers, ...(await readBoundedText(response)) };
  } catch (error) {
    throw failureOf(error, { signal, isUnsent: isUnsent(), isWritten: isWritten(), transit });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Prepares a request. One that cannot be written, such as a header with a line break, has certainly not been sent. */
function prepare(
  client: Transport,
  { method, url, headers: given, body }: HttpRequest,
  signal: AbortSignal,
): { prepared: PreparedRequest; transit: BodyInTransit | null } {
  const init = { method, signal, redirect: 'manual' as const };
  const headers = { 'user-agent': userAgent(), ...given };
  try {
    if (!isStreamed(body)) {
      const content = body instanceof FormData ? copyForm(client, body) : body;
      const sent = content !== undefined && { body: content };
      return { prepared: new client.Request(url, { ...init, headers, ...sent }), transit: null };
    }
    const transit = beginBody(body);
    const lengthened = { ...headers, 'content-length': String(body.bytes) };
    const streamed = { headers: lengthened, body: transit.stream, duplex: 'half' as const };
    return { prepared: new client.Request(url, { ...init, ...streamed }), transit };
  } catch (cause) {
    throw new TransportFailure('the request cannot be written', { isSent: false, cause });
  }
}

/** Copies a form of Node into one of the HTTP client, which takes only its own class. */
function copyForm(client: Transport, form: FormData): InstanceType<Transport['FormData']> {
  const copy = new client.FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}

/** Milliseconds for an upload: the limit of a request plus the time for the size of the file. */
function uploadLimitMs(body: HttpRequest['body'], { timeoutMs, uploadTimeoutMs }: CallContext): number {
  if (uploadTimeoutMs === undefined && timeoutMs !== undefined) return timeoutMs;
  const bytes = isStreamed(body) ? body.bytes : body instanceof Uint8Array ? body.byteLength : 0;
  return (uploadTimeoutMs ?? UPLOAD_TIMEOUT_MS) + bytes / SLOWEST_BYTES_PER_MS;
}

function failureOf(
  error: unknown,
  how: { signal: AbortSignal; isUnsent: boolean; isWritten: boolean; transit: BodyInTransit | null },
): unknown {
  const { signal, isUnsent, isWritten, transit } = how;
  const broken = transit?.failure();
  if (broken) return broken.error;
  // Some errors, such as broken encryption, look the same before and after the request was written.
  const isBegun = isWritten || (!isUnsent && !isBeforeSending(error));
  const isPartial = isBegun && transit?.isIncomplete() === true;
  return new TransportFailure(reasonOf(signal, isBegun), { isSent: isBegun && !isPartial, isPartial, cause: error });
}

function isStreamed(body: HttpRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'open' in body;
}

function reasonOf(signal: AbortSignal, isSent: boolean): string {
  if (signal.aborted) return isSent ? 'it did not answer in time' : 'no connection was made in time';
  return isSent ? 'the connection was lost' : 'no connection could be made';
}
