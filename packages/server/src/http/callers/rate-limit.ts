import type { Context } from 'koa';
import { networkOf } from '../../addresses.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import type { Count, Limiter, MakeLimiter } from './limiters.ts';

const WINDOW_SECONDS = 60;
const FAILED_AUTH_PER_MINUTE = 60;
/** Limits of attempts to sign in. An attempt that an earlier limit refuses does not count towards the later limits. */
const SIGN_IN_LIMITS = [
  { name: 'signIns', points: 20, duration: 300, keyOf: (network: string, _email: string) => network },
  {
    name: 'signInsToAccount',
    points: 10,
    duration: 300,
    keyOf: (network: string, email: string) => `${network} ${email}`,
  },
] as const;
const SIGN_INS_PER_ACCOUNT = 100;
const SIGN_UPS_PER_HOUR = 10;
/** Mails with a link that a client may ask for, or follow, in an hour. */
const MAIL_LINKS_PER_HOUR = 30;
const HOUR_SECONDS = 3600;
/** Links for a new password that an address gets in a day, and the seconds in which several wishes count as one. */
const RESETS_PER_DAY = 10;
const RESET_SPAN_SECONDS = 300;
/** Drafts that a workspace may store in a day. Each leaves entries in the log that stay when it is deleted. */
const DRAFTS_PER_DAY = 2_000;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** A workspace may send as many requests as this many keys. Above that, only its quiet keys are served, up to twice as many. */
const WORKSPACE_FACTOR = 4;
const GUESSES_PER_WINDOW = 10;
const GUESS_WINDOW_SECONDS = 600;

/** Rate limits per caller. Every method throws AppError rate_limited with the time to wait. */
export interface RateLimits {
  /**
   * Counts a request of a caller and reports the rest of the limit in headers. Also counts all requests of a workspace
   * together: beyond four times the limit it refuses callers that have used more than a quarter of their own limit, and beyond
   * eight times every caller, since a new key starts with nothing used.
   */
  countRequest(ctx: Context, caller: string, workspaceId?: string): Promise<void>;
  /** Counts bad credentials; a client that keeps presenting them gets 429 instead of 401. */
  countFailedAuth(client: string): Promise<void>;
  /**
   * Counts an attempt to sign in: per client, per client and account, and more loosely per account from all clients.
   * @param isKnown returns true when the account is signed in from this client already; the limit per account, which strangers
   * can use up, does not apply then
   */
  countSignIn(client: string, email: string, isKnown: () => Promise<boolean>): Promise<void>;
  /** Counts a sign-up, per client. @returns a function that takes the count back, for a sign-up that failed */
  countSignUp(client: string): Promise<() => Promise<void>>;
  /** Counts a wish for a link by mail, or the use of one, per client. @returns a function that takes the count back, for a valid link */
  countMailLink(client: string): Promise<() => Promise<void>>;
  /** Counts a wish for a new password per address, whether or not it has an account. Several within five minutes count as one. */
  countPasswordReset(client: string, email: string): Promise<void>;
  /** Counts a draft that is to be stored, per workspace. */
  countDraft(workspaceId: string): Promise<() => Promise<void>>;
  /** Counts a typed code, per client and per account. @returns a function that takes the count back, for a right code */
  countGuess(client: string, userId: string): Promise<() => Promise<void>>;
}

/** The caller of a request without credentials, for `countRequest`. */
export function clientCaller(client: string): string {
  return `client ${networkOf(client)}`;
}

/** Creates the limits. @param requestsPerMinute per key; null switches every limit off */
export function createRateLimits(requestsPerMinute: number | null, makeLimiter: MakeLimiter): RateLimits {
  if (requestsPerMinute === null) {
    const off = async () => undefined;
    return {
      countRequest: off,
      countFailedAuth: off,
      countSignIn: off,
      countSignUp: async () => off,
      countMailLink: async () => off,
      countPasswordReset: off,
      countDraft: async () => off,
      countGuess: async () => off,
    };
  }
  const requests = makeLimiter('requests', { points: requestsPerMinute, duration: WINDOW_SECONDS });
  const failures = makeLimiter('failedAuth', { points: FAILED_AUTH_PER_MINUTE, duration: WINDOW_SECONDS });
  const guesses = makeLimiter('codes', { points: GUESSES_PER_WINDOW, duration: GUESS_WINDOW_SECONDS });
  const signUps = makeLimiter('signUps', { points: SIGN_UPS_PER_HOUR, duration: HOUR_SECONDS });
  const mailLinks = makeLimiter('mailLinks', { points: MAIL_LINKS_PER_HOUR, duration: HOUR_SECONDS });
  const resets = makeLimiter('passwordResets', { points: RESETS_PER_DAY, duration: DAY_SECONDS });
  const resetSpans = makeLimiter('resetSpans', { points: 1, duration: RESET_SPAN_SECONDS });
  const drafts = makeLimiter('draftsPerDay', { points: DRAFTS_PER_DAY, duration: DAY_SECONDS });
  const signIns = SIGN_IN_LIMITS.map((limit) => ({ ...limit, limiter: makeLimiter(limit.name, limit) }));
  const accounts = makeLimiter('accountSignIns', { points: SIGN_INS_PER_ACCOUNT, duration: HOUR_SECONDS });
  const policy = `"default";q=${requestsPerMinute};w=${WINDOW_SECONDS}`;
  const perWorkspace = requestsPerMinute * WORKSPACE_FACTOR;
  const workspaces = makeLimiter('workspaceRequests', {
    points: perWorkspace,
    duration: WINDOW_SECONDS,
    refuseAbove: 2 * perWorkspace,
  });
  return {
    async countRequest(ctx, caller, workspaceId) {
      const result = await requests.count(caller);
      const seconds = Math.ceil(result.msBeforeNext / 1000);
      ctx.res.setHeader('RateLimit-Policy', policy);
      ctx.res.setHeader('RateLimit', `"default";r=${Math.max(0, result.remainingPoints)};t=${seconds}`);
      if (result.consumedPoints > requestsPerMinute) throw limited(result, 'Too many requests', requests);
      if (workspaceId === undefined) return;
      const together = await workspaces.count(workspaceId);
      const isQuiet = result.consumedPoints <= requestsPerMinute / WORKSPACE_FACTOR;
      if (together.consumedPoints > (isQuiet ? 2 * perWorkspace : perWorkspace)) {
        throw limited(together, 'Too many requests of this workspace together', workspaces);
      }
    },
    countFailedAuth: (client) => spend(failures, networkOf(client), 'Too many failed attempts'),
    async countSignIn(client, email, isKnown) {
      // A shared database then holds no addresses of people who only tried.
      const account = sha256(email.toLowerCase());
      for (const { limiter, keyOf } of signIns) {
        await spend(limiter, keyOf(networkOf(client), account), 'Too many attempts to sign in');
      }
      const result = await accounts.count(account);
      if (result.consumedPoints > SIGN_INS_PER_ACCOUNT && !(await isKnown())) {
        throw limited(result, 'Too many attempts to sign in to this account', accounts);
      }
    },
    async countSignUp(client) {
      await spend(signUps, networkOf(client), 'Too many accounts were created from here');
      return () => signUps.takeBack(networkOf(client));
    },
    async countMailLink(client) {
      await spend(mailLinks, networkOf(client), 'Too many links were asked for or tried from here');
      return () => mailLinks.takeBack(networkOf(client));
    },
    async countPasswordReset(client, email) {
      // By client too: else anybody could use up the links of an address.
      const address = sha256(`${networkOf(client)} ${email.toLowerCase()}`);
      const { consumedPoints } = await resetSpans.count(address);
      if (consumedPoints > 1) return;
      await spend(
        resets,
        address,
        `${RESETS_PER_DAY} links for a new password were asked for this address from here within a day`,
      );
    },
    async countDraft(workspaceId) {
      const what = `This workspace has stored ${DRAFTS_PER_DAY} drafts within a day; nothing was stored`;
      await spend(drafts, workspaceId, what);
      return () => drafts.takeBack(workspaceId);
    },
    async countGuess(client, userId) {
      const keys = [`client ${networkOf(client)}`, `account ${userId}`];
      for (const key of keys) await spend(guesses, key, 'Too many codes that no command waits for');
      return async () => {
        for (const key of keys) await guesses.takeBack(key);
      };
    },
  };
}

/** Counts one point. @throws AppError rate_limited beyond the limit */
async function spend(limiter: Limiter, key: string, what: string): Promise<void> {
  const result = await limiter.count(key);
  if (result.consumedPoints > limiter.points) throw limited(result, what, limiter);
}

function limited(result: Count, what: string, { name: quota, points: limit }: Limiter): AppError {
  const seconds = Math.ceil(result.msBeforeNext / 1000);
  const details = { quota, limit };
  return new AppError('rate_limited', `${what}; wait ${seconds} seconds`, {
    details,
    retryAfterMs: result.msBeforeNext,
  });
}
