import ipaddr from 'ipaddr.js';
import type { DialectName } from '../store/dialects.ts';
import type { Database } from '../store/schema.ts';

const CLIENT_ADDRESS = 'x-social-client';
const MAX_USER_AGENT_LENGTH = 400;

/** Where somebody signs in from, as this server sees it. */
export interface SignInOrigin {
  /** Address of the client, behind trusted proxies too. */
  readonly address: string;
  /** What the browser calls itself; not to be trusted. */
  readonly userAgent: string | undefined;
}

interface AuthDeps {
  readonly db: Database;
  readonly dialect: DialectName;
  /** Signs the session cookies. */
  readonly secret: string;
  readonly baseUrl: string;
}

/** Passwords and sessions, as the library keeps them. */
export type Auth = ReturnType<typeof createAuth>;

/** Name of the session cookie: bound to the host, and to https where the server is reached by https. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-social.session_token' : 'social.session_token';
}

/** The only headers of a sign-in that are recorded: none of them is passed on as the client wrote it. */
export function headersOf({ address, userAgent = '' }: SignInOrigin): Headers {
  const shown = userAgent.replace(/\p{Cc}/gu, '').trim();
  return new Headers({ [CLIENT_ADDRESS]: address, 'user-agent': shown.slice(0, MAX_USER_AGENT_LENGTH) });
}

/** The usual spelling of an address that was recorded; null: none was. */
export function readAddress(recorded: string | null): string | null {
  return recorded !== null && ipaddr.isValid(recorded) ? ipaddr.process(recorded).toString() : null;
}

/** Loads the library with the first session: a server that only answers API keys never needs it. */
export function createAuth(deps: AuthDeps) {
  let loaded: ReturnType<typeof loadAuth> | undefined;
  return () => {
    loaded ??= loadAuth(deps);
    return loaded;
  };
}

async function loadAuth({ db, dialect, secret, baseUrl }: AuthDeps) {
  const { betterAuth } = await import('better-auth');
  return betterAuth({
    database: { db, type: dialect },
    secret,
    baseURL: baseUrl,
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: {
      // A session that was ended must be dead at the next request, in every process.
      cookieCache: { enabled: false },
      // The browser forgets its cookie a week after the sign-in: the session is not to outlive it.
      disableSessionRefresh: true,
    },
    // The server limits sign-ins itself, per address and e-mail; this one would be a single bucket for everybody.
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
