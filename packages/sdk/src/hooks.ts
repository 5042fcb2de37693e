import type { OperationId } from '@social/types';
import type { SocialApiError, SocialConnectionError } from './errors.ts';

/** One try of a call, as a log may show it: no API key, no input, no path parameters, no query. */
export interface RequestEvent {
  /** As in the contract, for example `createPost`. */
  readonly operation: OperationId;
  readonly method: string;
  /** With its parameters as names, for example `/api/v1/posts/{id}`. */
  readonly path: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The same for all tries of a call; undefined where the operation takes none. */
  readonly idempotencyKey: string | undefined;
}

/** The answer to one try. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Names the request in the server's log; undefined when something else answered. */
  readonly requestId: string | undefined;
  /** Milliseconds from sending the request to the end of its answer. */
  readonly durationMs: number;
}

/** A try that failed and is followed by another one. */
export interface RetryEvent extends RequestEvent {
  /** Why this try failed. */
  readonly error: SocialApiError | SocialConnectionError;
  /** Milliseconds until the next try. */
  readonly delayMs: number;
}

/**
 * Told about every try, for logs and metrics. They change nothing: their result is not awaited and what they throw is
 * dropped, because a log that fails must not turn a published post into an error. The error that a call ends with
 * reaches its caller only.
 */
export interface ClientHooks {
  /** Before a request is sent. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** When an answer has come whole, whatever its status. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the wait for another try. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Calls a hook so that neither its exception nor its rejection reaches the call. */
export function tell<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  new Promise((resolve) => resolve(hook?.(event))).catch(() => {});
}
