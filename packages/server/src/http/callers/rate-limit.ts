import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors.ts';
import { networkOf } from './client-address.ts';

const WINDOW_SECONDS = 60;
const FAILED_AUTH_PER_MINUTE = 60;
/** Attempts to sign in. What the earlier limit refuses does not count towards the later ones. */
const SIGN_IN_LIMITS = [
  { points: 20, duration: 300, keyOf: (network: string, _email: string) => network },
  { points: 10, duration: 300, keyOf: (network: string, email: string) => `${network} ${email}` },
] as const;
const SIGN_INS_PER_ACCOUNT = 100;
const SIGN_UPS_PER_HOUR = 10;
const HOUR_SECONDS = 3600;
/** A workspace may send as many requests as this many keys; its calm keys go on until it sends twice as many. */
const WORKSPACE_FACTOR = 4;
const GUESSES_PER_WINDOW = 10;
const GUESS_WINDOW_SECONDS = 600;

/** Limits per caller. Every method throws AppError rate_limited with the time to wait. */
export interface RateLimits {
  /**
   * Counts a request of a caller and tells the caller what is left. The requests of a workspace are counted together as
   * well: beyond four times the limit, its callers that have used more than a quarter of their own are refused, and beyond
   * eight times all of them, since a new key begins with nothing used.
   */
  countRequest(ctx: Context, caller: string, workspaceId?: string): Promise<void>;
  /** Counts bad credentials; a client that keeps presenting them gets 429 instead of 401. */
  countFailedAuth(client: string): Promise<void>;
  /**
   * Counts an attempt to sign in: per client, per client and account, and more loosely per account from everywhere.
   * @param isKnown whether the account is signed in from this client already: the last limit, which strangers can use up, is
   * not the owner's
   */
  countSignIn(client: string, email: string, isKnown: () => Promise<boolean>): Promise<void>;
  /** Counts an account that is created, per client. Returns what takes it back, where none was. */
  countSignUp(client: string): Promise<() => Promise<void>>;
  /** Counts a code that was typed, per client and per account. Returns what takes it back, for one that was right. */
  countGuess(client: string, userId: string): Promise<() => Promise<void>>;
}

/** @param requestsPerMinute per key; null switches every limit off */
export function createRateLimits(requestsPerMinute: number | null): RateLimits {
  if (requestsPerMinute === null) {
    const off = async () => undefined;
    return {
      countRequest: off,
      countFailedAuth: off,
      countSignIn: off,
      countSignUp: async () => off,
      countGuess: async () => off,
    };
  }
  const requests = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
  const failures = new RateLimiterMemory({ points: FAILED_AUTH_PER_MINUTE, duration: WINDOW_SECONDS });
  const guesses = new RateLimiterMemory({ points: GUESSES_PER_WINDOW, duration: GUESS_WINDOW_SECONDS });
  const signUps = new RateLimiterMemory({ points: SIGN_UPS_PER_HOUR, duration: HOUR_SECONDS });
  const signIns = SIGN_IN_LIMITS.map((limit) => ({ ...limit, limiter: new RateLimiterMemory(limit) }));
  const accounts = new RateLimiterMemory({ points: SIGN_INS_PER_ACCOUNT, duration: HOUR_SECONDS });
  const perWorkspace = requestsPerMinute * WORKSPACE_FACTOR;
  const workspaces = new RateLimiterMemory({ points: perWorkspace, duration: WINDOW_SECONDS });
  return {
    async countRequest(ctx, caller, workspaceId) {
      const result = await requests.consume(caller).catch(asResult);
      const seconds = Math.ceil(result.msBeforeNext / 1000);
      ctx.set('RateLimit-Policy', `"default";q=${requestsPerMinute};w=${WINDOW_SECONDS}`);
      ctx.set('RateLimit', `"default";r=${Math.max(0, result.remainingPoints)};t=${seconds}`);
      if (result.consumedPoints > requestsPerMinute) throw limited(result, 'Too many requests');
      if (workspaceId === undefined) return;
      const together = await workspaces.consume(workspaceId).catch(asResult);
      const isCalm = result.consumedPoints <= requestsPerMinute / WORKSPACE_FACTOR;
      if (together.consumedPoints > (isCalm ? 2 * perWorkspace : perWorkspace)) {
        throw limited(together, 'Too many requests of all keys of this workspace together');
      }
    },
    async countFailedAuth(client) {
      const result = await failures.consume(networkOf(client)).catch(asResult);
      if (result.consumedPoints > FAILED_AUTH_PER_MINUTE) throw limited(result, 'Too many failed attempts');
    },
    async countSignIn(client, email, isKnown) {
      const account = email.toLowerCase();
      for (const { limiter, points, keyOf } of signIns) {
        const result = await limiter.consume(keyOf(networkOf(client), account)).catch(asResult);
        if (result.consumedPoints > points) throw limited(result, 'Too many attempts to sign in');
      }
      const result = await accounts.consume(account).catch(asResult);
      if (result.consumedPoints > SIGN_INS_PER_ACCOUNT && !(await isKnown())) {
        throw limited(result, 'Too many attempts to sign in to this account');
      }
    },
    async countSignUp(client) {
      const result = await signUps.consume(networkOf(client)).catch(asResult);
      if (result.consumedPoints > SIGN_UPS_PER_HOUR) throw limited(result, 'Too many accounts were created from here');
      return async () => {
        await signUps.reward(networkOf(client));
      };
    },
    async countGuess(client, userId) {
      const keys = [`client ${networkOf(client)}`, `account ${userId}`];
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
