import type { ErrorCode, PlatformId } from '@social/types';
import type { Meaning, PlatformErrorKind } from './meanings.ts';

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
  /** Field of the caller's input that is wrong, where it is one. */
  readonly field: string | null;

  constructor(
    platform: PlatformId,
    failure: Meaning & {
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
    this.field = failure.field ?? null;
  }
}

/** Returns a handler for `catch` that takes matching failures for success, and throws all others. */
export function ignore(isHarmless: (error: PlatformError) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof PlatformError && isHarmless(error))) throw error;
    return undefined;
  };
}

/** Returns a handler for `catch` that reports the post as gone after matching failures, and throws all others. */
export function goneIf(isGone: (error: PlatformError) => boolean): (error: unknown) => 'gone' {
  return (error) => {
    if (error instanceof PlatformError && isGone(error)) return 'gone';
    throw error;
  };
}

/** Returns a handler for `catch` that gives `fallback` for any failure of the network, and throws all other errors. */
export function orElse<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (error instanceof PlatformError) return fallback;
    throw error;
  };
}
