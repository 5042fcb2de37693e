import { PlatformError } from '@social/platforms';
import type { ErrorCode } from '@social/types';
import type { Context, Middleware } from 'koa';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import { fromPlatformError } from '../../services/networks/platform-failure.ts';
import { lingerAfterAnswer } from './linger.ts';

/** Body of every error answer. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Converts an error to one that a client may read. An unknown error is a plain 500, and only the log gets its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof PlatformError) return fromPlatformError(error);
  if (isDatabaseBusy(error)) {
    return new AppError('unavailable', 'The database is busy or cannot be written; try again in a few seconds', {
      cause: error,
      retryAfterMs: 2_000,
    });
  }
  return new AppError('internal_error', 'Internal server error; the request id names it in the server log', {
    cause: error,
  });
}

/** Writes the body of an error answer. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { message, code, details } = error;
  return { error: message, code, requestId, ...(details === undefined ? {} : { details }) };
}

/** Converts an error that a request has met, and logs it when its status is 500 or above. */
export function reportError(logger: Logger, thrown: unknown, requestId: string): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500) logger.error({ err: error.cause ?? error, requestId, code: error.code }, error.message);
  return error;
}

/**
 * Turns errors of the later middlewares into JSON answers, and logs errors with a status of 500 and above.
 * @param pageFor returns the HTML for a person who opened the address in a browser; undefined for any other caller
 */
export function errorFunnel(
  logger: Logger,
  pageFor: (ctx: Context, error: AppError) => string | undefined,
): Middleware {
  return async (ctx, next) => {
    const requestId = ctx.state['requestId'] as string;
    try {
      await next();
    } catch (thrown) {
      const error = reportError(logger, thrown, requestId);
      if (error.retryAfterMs !== undefined) ctx.set('Retry-After', String(Math.ceil(error.retryAfterMs / 1000)));
      // RFC 9110 section 15.5.17
      if (error.code === 'range_not_satisfiable') ctx.set('Content-Range', `bytes */${error.details?.['bytes']}`);
      if (error.code === 'payload_too_large') lingerAfterAnswer(ctx);
      ctx.status = error.status;
      const page = pageFor(ctx, error);
      if (page !== undefined) ctx.type = 'text/html';
      ctx.body = page ?? errorBody(error, requestId);
    }
  };
}

const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EPIPE)$/;
// Errors of the Postgres client without a code.
const LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/;

function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: number; code?: string };
  // SQLITE_BUSY, _LOCKED, _READONLY, _IOERR and _FULL with any extended code; in Postgres the classes of connections and resources,
  // a pooler that does not keep the names of statements, and a server that is a replica now.
  const sqlite = errcode !== undefined && [5, 6, 8, 10, 13].includes(errcode & 0xff);
  return (
    sqlite ||
    /^(08|26|40|42P05|53|57|25006)/.test(code ?? '') ||
    UNREACHABLE.test(code ?? '') ||
    LOST.test(error.message)
  );
}
