import { SocialApiError, SocialConnectionError } from '@social/sdk';

/** What went wrong, for a reader. */
export interface Failure {
  /** One or two sentences. */
  readonly text: string;
  /** True when the request may have had its effect although no good answer came back. */
  readonly isUncertain: boolean;
  /** Names the request in the server's log; given only where looking there helps. */
  readonly requestId: string | undefined;
}

/** Whether the server asked for credentials. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SocialApiError && error.status === 401;
}

/** Whether reading once more, now, may help. */
export function isTransient(error: unknown): boolean {
  if (error instanceof SocialConnectionError) return true;
  return error instanceof SocialApiError && error.retryable && error.status !== 429;
}

/** The stable code of a refusal, where the server gave one. */
export function failureCode(error: unknown): string | undefined {
  return error instanceof SocialApiError ? error.code : undefined;
}

/** Name of the field that was refused, where the server says which. */
export function refusedField(error: unknown): string | undefined {
  const field = failureCode(error) === 'invalid_request' ? (error as SocialApiError).details?.['field'] : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** Puts any error of a call to the server into words. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof SocialApiError) {
    return {
      text: sentence(error.message),
      isUncertain: error.status === 500 || error.code === 'outcome_unknown' || error.code === 'unexpected_answer',
      requestId: error.status >= 500 ? error.requestId : undefined,
    };
  }
  if (error instanceof SocialConnectionError) {
    return {
      text: 'The server did not answer; it may be stopped, or this device has lost its connection to it.',
      isUncertain: error.outcomeUnknown,
      requestId: undefined,
    };
  }
  return { text: 'Something in this page failed; reload it.', isUncertain: true, requestId: undefined };
}

function sentence(message: string): string {
  const [first = '', ...rest] = message;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?…]$/.test(message) ? '' : '.'}`;
}
