import { availableParallelism } from 'node:os';
import type { BetterAuthOptions } from 'better-auth';
import ipaddr from 'ipaddr.js';
import pLimit from 'p-limit';
import { AppError, invalid } from '../../errors.ts';
import { dialectOf } from '../../store/database/dialects.ts';
import type { Database } from '../../store/schema.ts';
import { withHashedSessions } from './hashed-sessions.ts';

const CLIENT_ADDRESS = 'x-social-client';
const MAX_USER_AGENT_LENGTH = 400;
// A hash takes a tenth of a second of a processor, on one of the four threads that also read and write files. The limit
// leaves one processor to everything else.
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
const HASHES_WAITING = 20;
const BUSY_RETRY_MS = 2_000;

/** Origin of a sign-in, as this server sees it. */
export interface SignInOrigin {
  /** Address of the client, also behind trusted proxies. */
  readonly address: string;
  /** Name that the browser gives itself; not trustworthy. */
  readonly userAgent: string | undefined;
}

interface AuthDeps {
  readonly db: Database;
  /** Key that signs the session cookies. */
  readonly secret: string;
  readonly baseUrl: string;
}

export type Auth = ReturnType<typeof createAuth>;

/** Refuses a new password that consists of blanks. @throws AppError invalid_request with the field */
export function checkNewPassword(password: string, field: string): void {
  if (password.trim() === '') throw invalid(field, 'must not consist of blanks alone');
}

/** Name of the session cookie. The prefix binds it to the host and to https, where the server is reached by https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-social.session_token' : 'social.session_token';
}

/** Makes the headers that the library records for a session. The client's own headers are not passed on. */
export function headersOf({ address, userAgent = '' }: SignInOrigin): Headers {
  const shown = userAgent.replace(/\p{Cc}/gu, '').trim();
  return new Headers({ [CLIENT_ADDRESS]: address, 'user-agent': shown.slice(0, MAX_USER_AGENT_LENGTH) });
}

/** Normalizes a recorded address. @returns null when none was recorded */
export function readAddress(recorded: string | null): string | null {
  return recorded !== null && ipaddr.isValid(recorded) ? ipaddr.process(recorded).toString() : null;
}

/** Makes the access to better-auth, for passwords and sessions. Loads it on first use: API keys alone do not need it. */
export function createAuth(deps: AuthDeps) {
  let loaded: Promise<AuthLibrary> | undefined;
  const hashes = pLimit(HASHES_AT_ONCE);
  const load = (): Promise<AuthLibrary> => {
    loaded ??= loadLibrary(deps);
    return loaded;
  };
  return {
    load,

    /**
     * Runs work that hashes a password. The number of running and waiting hashes is limited, so that a flood of sign-ins
     * delays nothing else. @throws AppError unavailable when too many wait already
     */
    async hashing<Result>(work: (library: AuthLibrary) => Promise<Result>): Promise<Result> {
      if (hashes.pendingCount >= HASHES_WAITING) {
        const message = 'Too many people are signing in right now; nothing was changed, try again in a few seconds';
        throw new AppError('unavailable', message, { retryAfterMs: BUSY_RETRY_MS });
      }
      return hashes(async () => work(await load()));
    },
  };
}

type AuthLibrary = Awaited<ReturnType<typeof loadLibrary>>;

async function loadLibrary({ db, secret, baseUrl }: AuthDeps) {
  const [{ betterAuth }, { kyselyAdapter }] = await Promise.all([
    import('better-auth'),
    import('@better-auth/kysely-adapter'),
  ]);
  return betterAuth({
    database: (options: BetterAuthOptions) => withHashedSessions(kyselyAdapter(db, { type: dialectOf(db) })(options)),
    secret,
    baseURL: baseUrl,
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: {
      // Without the cache, every process refuses an ended session from the next request on.
      cookieCache: { enabled: false },
      // The cookie expires a week after the sign-in; a refreshed session would outlive it.
      disableSessionRefresh: true,
    },
    // The server limits sign-ins per address and e-mail; the library's limit would be shared by all clients.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS], ipv6Subnet: 128 },
      cookies: {
        session_token: {
          name: sessionCookieName(baseUrl),
          attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') },
        },
      },
    },
  });
}
