import type { CallContext } from '../driver.ts';
import { type BodyProblem, readBoundedText } from './bounded-text.ts';
import { trackDelivery } from './delivery.ts';
import { isBeforeSending, TransportFailure } from './transport-failure.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 120_000;

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is sent as it is read; its length is then a header. */
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Sends a file: only the total time is bounded, since the answer comes after the last byte. */
  readonly isUpload?: boolean;
}

/** A network's answer. The status counts even where the body is broken. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bodyProblem: BodyProblem | null;
}

/**
 * One HTTP request, never repeated and never redirected. Connecting takes at most 5 s, the headers 15 s, everything 30 s
 * (`call.timeoutMs` replaces the last); at most 1 MB of the body is kept.
 * @throws TransportFailure when no status line arrived.
 */
export async function exchange(request: HttpRequest, call: CallContext): Promise<HttpAnswer> {
  if (call.signal?.aborted) throw new TransportFailure('the call was ended before it began', { isSent: false });
  const limits = new AbortController();
  const signal = call.signal ? AbortSignal.any([limits.signal, call.signal]) : limits.signal;
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, expire: () => void): void => void timers.add(setTimeout(expire, ms));
  const totalMs = call.timeoutMs ?? (request.isUpload ? UPLOAD_TIMEOUT_MS : TOTAL_TIMEOUT_MS);
  const headersMs = request.isUpload ? totalMs : Math.min(HEADERS_TIMEOUT_MS, totalMs);

  const { method, headers, body } = request;
  const content = {
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  };
  const init = { method, headers, signal, redirect: 'manual' as const, ...content };
  const prepared = prepare(request.url, init);
  const { result, isUnsent } = trackDelivery(() => fetch(prepared));
  let isAnswered = false;
  after(Math.min(CONNECT_TIMEOUT_MS, totalMs), () => isUnsent() && limits.abort());
  after(headersMs, () => !isAnswered && limits.abort());
  after(totalMs, () => limits.abort());
  try {
    const response = await result;
    isAnswered = true;
    return { status: response.status, headers: response.headers, ...(await readBoundedText(response)) };
  } catch (error) {
    const isSent = !isUnsent() && !isBeforeSending(error);
    throw new TransportFailure(reasonOf(signal, isSent), { isSent, cause: error });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** What cannot even be written, such as a header with a line break, has certainly not been sent. */
function prepare(url: URL, init: RequestInit): Request {
  try {
    return new Request(url, init);
  } catch (cause) {
    throw new TransportFailure('the request cannot be written', { isSent: false, cause });
  }
}

function reasonOf(signal: AbortSignal, isSent: boolean): string {
  if (signal.aborted) return isSent ? 'it did not answer in time' : 'no connection was made in time';
  return isSent ? 'the connection was lost' : 'no connection could be made';
}
