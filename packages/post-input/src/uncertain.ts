import { SocialApiError, SocialConnectionError } from '@social/sdk';

/** Returns true when the call that failed may have been carried out. */
export function isUncertain(error: unknown): boolean {
  if (error instanceof SocialConnectionError) return error.outcomeUnknown;
  if (!(error instanceof SocialApiError) || error.idempotencyKey === undefined) return false;
  // A proxy has replaced the body of a success.
  const isGarbled = error.code === 'unexpected_answer' && error.status >= 200 && error.status < 300;
  return isGarbled || error.status >= 500 || error.code === 'idempotency_in_progress';
}

/** Returns true when a message of the server already says that nothing was sent. */
export function saysNothingWasSent(message: string): boolean {
  return /nothing was (stored or )?sent/i.test(message);
}
