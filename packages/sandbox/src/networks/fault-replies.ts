import type { Reply } from '../http/route.ts';
import type { FaultReplies, FaultReply } from './network.ts';

/** Adds the seconds to wait to a network's answer to too many calls. */
export function withRetryAfter(tooManyCalls: () => Reply): FaultReply {
  return ({ retryAfterSeconds }) => ({ ...tooManyCalls(), headers: { 'retry-after': String(retryAfterSeconds) } });
}

/** The answers of a network that does not say what is wrong with an access token. */
export function tokenFaults(invalidToken: () => Reply): Partial<FaultReplies> {
  return { unauthorized: invalidToken, 'expired-token': invalidToken, 'revoked-token': invalidToken };
}
