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
 * Called for every try, for logs and metrics. Hooks cannot change a call: their results are not awaited and their errors are
 * dropped, because a failing log must not turn a published post into an error. The final error of a call reaches its caller
 * only.
 */
export interface ClientHooks {
  /** Before a request is sent. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** After a whole answer has arrived, with any status. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the wait for another try. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Calls a hook so that neither its exception nor its rejection reaches the call. */
export function tell<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  new Promise((resolve) => resolve(hook?.(event))).catch(() => {});
}
