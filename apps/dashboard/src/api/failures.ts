import { SocialApiError, SocialConnectionError } from '@social/sdk';

/** Description of an error for a reader. */
export interface Failure {
  /** One or two sentences. */
  readonly text: string;
  /** Set when the request may have had its effect although no good answer came back. */
  readonly isUncertain: boolean;
  /** Id of the request in the server's log; undefined where the log says nothing more. */
  readonly requestId: string | undefined;
}

/** Returns true when the server asked for credentials. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof SocialApiError && error.status === 401;
}

/** Returns true when reading again at once may help. */
export function isTransient(error: unknown): boolean {
  if (error instanceof SocialConnectionError) return true;
  return error instanceof SocialApiError && error.retryable && error.status !== 429;
}

/** Returns the stable code of a refusal, or undefined for other errors. */
export function failureCode(error: unknown): string | undefined {
  return error instanceof SocialApiError ? error.code : undefined;
}

/** Returns the name of the refused field where the server says which one it is. */
export function refusedField(error: unknown): string | undefined {
  const field = failureCode(error) === 'invalid_request' ? (error as SocialApiError).details?.['field'] : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** Describes any error of a call to the server for a reader. */
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
      text: 'The server did not answer; it may be stopped, or this device may have lost its connection.',
      isUncertain: error.outcomeUnknown,
      requestId: undefined,
    };
  }
  return { text: 'Something in this page failed; reload it.', isUncertain: true, requestId: undefined };
}

/** Makes a sentence of a message of the server. */
export function sentence(message: string): string {
  const [first = '', ...rest] = message;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?…]$/.test(message) ? '' : '.'}`;
}
