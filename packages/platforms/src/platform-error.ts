import type { ErrorCode, PlatformId } from '@social/types';

/** How an outcome is handled. `outcome-unknown`: the request may have been accepted, so it must not be sent again. */
export type PlatformErrorKind =
  | 'reconnect'
  | 'rejected'
  | 'not-found'
  | 'rate-limited'
  | 'unavailable'
  | 'outcome-unknown';

/** A network's refusal or silence. `message` is safe to show and says what to do; secrets never enter it. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly platform: PlatformId;
  readonly kind: PlatformErrorKind;
  /** Our stable code, from the contract's catalogue. */
  readonly code: ErrorCode;
  /** The network's HTTP status, where it answered. */
  readonly status: number | null;
  /** The network's own error code or problem type, where it gave one. */
  readonly upstreamCode: string | null;
  /** Milliseconds to wait before another attempt, where the network said so. */
  readonly retryAfterMs: number | null;
  /** Id of the earlier post that a duplicate answer names, where it names one. */
  readonly duplicateOf: string | null;

  constructor(
    platform: PlatformId,
    failure: {
      kind: PlatformErrorKind;
      code: ErrorCode;
      message: string;
      status?: number;
      upstreamCode?: string;
      retryAfterMs?: number;
      duplicateOf?: string;
      cause?: unknown;
    },
  ) {
    super(failure.message, { cause: failure.cause });
    this.platform = platform;
    this.kind = failure.kind;
    this.code = failure.code;
    this.status = failure.status ?? null;
    this.upstreamCode = failure.upstreamCode ?? null;
    this.retryAfterMs = failure.retryAfterMs ?? null;
    this.duplicateOf = failure.duplicateOf ?? null;
  }
}
