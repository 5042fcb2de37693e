import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';
import { networkOf } from './client-address.ts';

const WINDOW_SECONDS = 60;
const FAILED_AUTH_PER_MINUTE = 60;
const SIGN_INS_PER_WINDOW = 10;
const SIGN_IN_WINDOW_SECONDS = 300;
const GUESSES_PER_WINDOW = 10;
const GUESS_WINDOW_SECONDS = 600;

/** Limits per caller. Every method throws AppError rate_limited with the time to wait. */
export interface RateLimits {
  /** Counts a request of a caller and tells the caller what is left. */
  countRequest(ctx: Context, caller: string): Promise<void>;
  /** Counts bad credentials; a client that keeps presenting them gets 429 instead of 401. */
  countFailedAuth(client: string): Promise<void>;
  /** Counts an attempt to sign in, per client and e-mail address. */
  countSignIn(client: string, email: string): Promise<void>;
  /** Counts a code that was typed, per client and per session. Returns what takes it back, for one that was right. */
  countGuess(client: string, sessionId: string): Promise<() => Promise<void>>;
}

/** @param requestsPerMinute per key; null switches every limit off */
export function createRateLimits(requestsPerMinute: number | null): RateLimits {
  if (requestsPerMinute === null) {
    const off = async () => undefined;
    return { countRequest: off, countFailedAuth: off, countSignIn: off, countGuess: async () => off };
  }
  const requests = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
  const failures = new RateLimiterMemory({ points: FAILED_AUTH_PER_MINUTE, duration: WINDOW_SECONDS });
  const guesses = new RateLimiterMemory({ points: GUESSES_PER_WINDOW, duration: GUESS_WINDOW_SECONDS });
  const signIns = new RateLimiterMemory({ points: SIGN_INS_PER_WINDOW, duration: SIGN_IN_WINDOW_SECONDS });
  return {
    async countRequest(ctx, caller) {
      const result = await requests.consume(caller).catch(asResult);
      const seconds = Math.ceil(result.msBeforeNext / 1000);
      ctx.set('RateLimit-Policy', `"default";q=${requestsPerMinute};w=${WINDOW_SECONDS}`);
      ctx.set('RateLimit', `"default";r=${Math.max(0, result.remainingPoints)};t=${seconds}`);
      if (result.consumedPoints > requestsPerMinute) throw limited(result, 'Too many requests');
    },
    async countFailedAuth(client) {
      const result = await failures.consume(networkOf(client)).catch(asResult);
      if (result.consumedPoints > FAILED_AUTH_PER_MINUTE) throw limited(result, 'Too many failed attempts');
    },
    async countSignIn(client, email) {
      const result = await signIns.consume(`${networkOf(client)} ${email.toLowerCase()}`).catch(asResult);
      if (result.consumedPoints > SIGN_INS_PER_WINDOW) throw limited(result, 'Too many attempts to sign in');
    },
    async countGuess(client, sessionId) {
      const keys = [`client ${networkOf(client)}`, `session ${sessionId}`];
      for (const key of keys) {
        const result = await guesses.consume(key).catch(asResult);
        if (result.consumedPoints > GUESSES_PER_WINDOW) throw limited(result, 'Too many codes that nobody waits for');
      }
      return async () => {
        for (const key of keys) await guesses.reward(key);
      };
    },
  };
}

function asResult(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

function limited(result: RateLimiterRes, what: string): AppError {
  const seconds = Math.ceil(result.msBeforeNext / 1000);
  return new AppError('rate_limited', `${what}; wait ${seconds} seconds`, { retryAfterMs: result.msBeforeNext });
}
