import type { Schema } from '@social/types';

/** A code of the contract's catalogue, or `unexpected_answer` when something other than the server answered. */
export type ErrorCode = Schema<'ErrorCode'> | 'unexpected_answer';

/** The facts of an error answer. */
export interface ApiErrorFacts {
  readonly code: ErrorCode;
  /** HTTP status; 0 when a browser hides it. */
  readonly status: number;
  /** Names the request in the server's log. */
  readonly requestId?: string | undefined;
  /** Milliseconds to wait, from the Retry-After header. */
  readonly retryAfterMs?: number | undefined;
  /** Set when the same call may succeed later. */
  readonly retryable: boolean;
  /** More about the error, for programs. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The Idempotency-Key that was sent: calling again with it cannot act twice. */
  readonly idempotencyKey?: string | undefined;
}

/** The server answered with an error. The message is the server's and never holds the API key. */
export class SocialApiError extends Error implements ApiErrorFacts {
  override readonly name: string = 'SocialApiError';
  declare readonly code: ErrorCode;
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly retryAfterMs: number | undefined;
  declare readonly retryable: boolean;
  declare readonly details: Readonly<Record<string, unknown>> | undefined;
  declare readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message);
    Object.assign(this, facts);
  }
}

/** The facts of a call without an answer. */
export interface ConnectionErrorFacts {
  /** Set when the request may have been carried out; otherwise nothing was sent, or the call changes nothing. */
  readonly outcomeUnknown: boolean;
  /** The Idempotency-Key that was sent: calling again with it cannot act twice. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** There is no answer: the server could not be reached, or its answer was lost on the way. */
export class SocialConnectionError extends Error {
  override readonly name: string = 'SocialConnectionError';
  readonly outcomeUnknown: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ConnectionErrorFacts) {
    super(message, { cause: facts.cause });
    this.outcomeUnknown = facts.outcomeUnknown;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

/** There was no answer within `timeoutMs`. */
export class SocialTimeoutError extends SocialConnectionError {
  override readonly name: string = 'SocialTimeoutError';
}
