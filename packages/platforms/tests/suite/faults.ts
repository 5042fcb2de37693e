import type { FaultKind } from '@social/sandbox';
import type { CallContext, PlatformErrorKind } from '../../src/index.ts';

/** Limits of a call during a fault. Only endless answers get a short one, so that a busy machine fails no other test. */
export const callFor = (kind: FaultKind): CallContext =>
  ['timeout', 'drip', 'accept-then-hang'].includes(kind) ? { timeoutMs: 3_000 } : {};

/** Expected end of a publish for each fault, and the number of posts that the network may have accepted. */
export const PUBLISH_FAULTS: readonly (readonly [FaultKind, PlatformErrorKind, code: string, accepted: number])[] = [
  ['rate-limit', 'rate-limited', 'network_rate_limited', 0],
  ['server-error', 'outcome-unknown', 'outcome_unknown', 0],
  ['timeout', 'outcome-unknown', 'outcome_unknown', 0],
  ['drop', 'outcome-unknown', 'outcome_unknown', 0],
  ['garbage', 'outcome-unknown', 'outcome_unknown', 0],
  ['accept-then-hang', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-half', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-drop', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-error', 'outcome-unknown', 'outcome_unknown', 1],
  ['no-id', 'outcome-unknown', 'outcome_unknown', 1],
  ['huge', 'outcome-unknown', 'outcome_unknown', 1],
  ['drip', 'outcome-unknown', 'outcome_unknown', 1],
  ['unauthorized', 'reconnect', 'reconnect_required', 0],
  ['expired-token', 'reconnect', 'reconnect_required', 0],
  ['revoked-token', 'reconnect', 'reconnect_required', 0],
  ['version-sunset', 'rejected', 'network_version_sunset', 0],
  ['credits-depleted', 'rejected', 'network_credits_depleted', 0],
  ['forbidden', 'rejected', 'network_forbidden', 0],
];

/** Expected end of a call that does no harm when it is repeated: every broken answer is unavailability. */
export const HARMLESS_FAULTS: readonly (readonly [FaultKind, PlatformErrorKind])[] = [
  ['rate-limit', 'rate-limited'],
  ['server-error', 'unavailable'],
  ['timeout', 'unavailable'],
  ['drop', 'unavailable'],
  ['garbage', 'unavailable'],
  ['accept-then-half', 'unavailable'],
  ['no-id', 'unavailable'],
  ['huge', 'unavailable'],
  ['drip', 'unavailable'],
];
