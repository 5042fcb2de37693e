import { ERROR_CODES, type ErrorCode } from '@social/types';

/**
 * An error whose `message` a client may read; it says what to do next. The code decides the HTTP status. Only the log gets
 * `cause`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds after which the same call may succeed. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.retryAfterMs = more.retryAfterMs;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Creates a 400 that names the field. @param details further facts for programs, such as the platform */
export function invalid(field: string, problem: string, details: Record<string, unknown> = {}): AppError {
  return new AppError('invalid_request', `${field}: ${problem}`, { details: { field, ...details } });
}

/** Creates a 409 for a call whose Idempotency-Key another call has claimed and still runs with. */
export function keyInProgress(): AppError {
  const message = 'A call with this Idempotency-Key is still running; ask again shortly';
  return new AppError('idempotency_in_progress', message, { retryAfterMs: 1_000 });
}

/** A wrong setting, which keeps the server from starting. The message is one line that names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(setting: string, fix: string, cause?: unknown) {
    super(`${setting}: ${fix}`, { cause });
  }
}
