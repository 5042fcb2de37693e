import type { CallContext, PlatformErrorKind } from '../../src/index.ts';
import type { FaultKind } from '../sandbox-vocabulary.ts';

/** Only answers that never end are worth a short time limit: a busy machine must not make the others fail. */
export const callFor = (kind: FaultKind): CallContext =>
  ['timeout', 'drip', 'accept-then-hang'].includes(kind) ? { timeoutMs: 1_000 } : {};

/** What a publish must end in for each fault, and how many posts the network may have accepted. */
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

/** Asking again does no harm here, so that every broken answer is just unavailability. */
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
