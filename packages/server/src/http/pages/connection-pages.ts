import { isPlatformId, PLATFORMS, type PlatformId, platformFacts, type Schema } from '@social/types';
import type { Context } from 'koa';
import { AppError } from '../../errors.ts';
import { connectsWith, isOpenPlatform, redirectUriFor } from '../../services/networks/sign-in.ts';
import type { OauthFlowRow } from '../../store/connections/oauth-flows.ts';
import type { FlowEnding } from '../../store/schema.ts';
import { type WrittenPage, writePage } from './pages.ts';
import { FORM_POLICY } from './security-headers.ts';

/** Ways in which a connection attempt fails. */
export type Ending = keyof typeof TEXTS;

const TEXTS = {
  foreign: {
    title: 'This link belongs to another visit',
    text: 'The connection was started in another browser, under another account, or more than ten minutes ago. This visit connected nothing; your connections show what is connected.',
  },
  used: {
    title: 'This link was used already',
    text: 'The network sends each of them once, for one visit. This visit connected nothing; your connections show what is connected.',
  },
  expired: {
    title: 'This took too long',
    text: 'More than ten minutes have passed since the connection was started. Nothing was connected; start again.',
  },
  denied: { title: 'Nothing was connected', text: 'The network says that access was not given. Nothing was stored.' },
  incomplete: {
    title: 'The network sent an incomplete answer',
    text: 'There was no authorization code in it. Nothing was connected.',
  },
  codeRefused: {
    title: 'The connection could not be made',
    text: 'The network did not accept the code that it had sent with you: it may have been used already, or be too old. Nothing was connected, and nothing was stored; start again.',
  },
  broken: {
    title: 'The connection could not be made',
    text: 'This server could not complete the sign-in. Nothing was connected.',
  },
  refused: {
    title: 'The connection could not be made',
    text: 'The network did not complete the sign-in. Nothing was connected.',
  },
  unavailable: {
    title: 'The network does not answer as it should',
    text: 'Nothing was connected, and nothing was stored. The trouble is on its side; try again in a moment.',
  },
  misconfigured: {
    title: 'The network refuses this server’s app',
    text: 'Nothing was connected. Trying again will not help until the operator of this server has compared these with the app’s settings at the network, and has restarted the server after a change.',
  },
} as const;

/** Error codes with which a network refuses the app rather than the person. @see RFC 6749, section 4.1.2.1 */
const APP_REFUSED = [
  ...['unauthorized_client', 'invalid_client', 'invalid_scope'],
  ...['invalid_request', 'redirect_uri_mismatch', 'unsupported_response_type'],
];

/** Classifies an `error` that the network has sent to the callback. */
export function endingOf(error: string, platform: PlatformId): FlowEnding {
  if (APP_REFUSED.includes(error)) return refusedApp(platform);
  return ['server_error', 'temporarily_unavailable'].includes(error) ? 'unavailable' : 'denied';
}

/** Classifies a failed exchange of the code. */
export function endingOfFailure({ code }: AppError, platform: PlatformId): FlowEnding {
  if (code === 'network_forbidden') return refusedApp(platform);
  if (code === 'reconnect_required') return 'codeRefused';
  return ['network_unavailable', 'network_rate_limited', 'outcome_unknown'].includes(code) ? 'unavailable' : 'refused';
}

/** The ending of an attempt whose app was refused. At an open network, no operator has registered one. */
function refusedApp(platform: PlatformId): FlowEnding {
  return isOpenPlatform(platform) ? 'refused' : 'misconfigured';
}

/** A value that a page shows for copying. */
interface NamedValue {
  readonly name: string;
  readonly value: string;
}

interface Attempt {
  readonly baseUrl: string;
  readonly platform: PlatformId;
  /** Profile of the flow; the links keep it. */
  readonly profileId: string | null;
  /** Set when a command waits for the connection, and prints how it ended. */
  readonly isWatched?: boolean;
}

/** A failure of this server after the network has sent the browser back. */
export class BrokenAttempt extends AppError {
  readonly attempt: Pick<Attempt, 'profileId' | 'isWatched'>;

  constructor(error: AppError, attempt: Pick<Attempt, 'profileId' | 'isWatched'>) {
    const { code, message, retryAfterMs } = error;
    super(code, message, { ...(retryAfterMs !== undefined && { retryAfterMs }), cause: error.cause ?? error });
    this.attempt = attempt;
  }
}

const BACK = 'You can go back to the terminal: the command there ends, and says the same';

/** The state of an attempt, for the program that waits for it. */
export function presentAttempt({ stage, ending }: OauthFlowRow): Schema<'ConnectionAttempt'> {
  if (stage === 'confirmed') return { state: 'connected', message: 'The account is connected' };
  if (stage !== 'ended') return { state: 'under_way', message: 'Nothing is connected yet' };
  return { state: ending === 'denied' ? 'denied' : 'failed', message: TEXTS[ending ?? 'refused'].text };
}

/** The page for a failed connection: what happened, and what to do. */
export function connectionPage(
  ending: Ending,
  attempt: Attempt,
  /** Further reason; empty without one. */
  detail = '',
  values: readonly NamedValue[] = ending === 'misconfigured' ? settingsOf(attempt) : [],
): { text: string; type: 'text/html' } {
  const { title, text } = TEXTS[ending];
  const page = {
    title,
    paragraphs: [text, detail, attempt.isWatched ? BACK : ''].filter((paragraph) => paragraph !== ''),
    values,
    links: [
      { href: startOf(attempt), label: `Connect ${PLATFORMS[attempt.platform].label} again` },
      connectionsOf(attempt),
    ],
  };
  return { type: 'text/html', text: writePage(page) };
}

/**
 * Writes the page for a person whose request to the connect flow was refused before the flow began.
 * @returns the HTML, or undefined for any other request and for programs
 */
export function connectionFailurePage(ctx: Context, error: AppError, baseUrl: string): string | undefined {
  const asked = /^\/api\/auth\/([^/]+)(?:\/callback)?$/.exec(ctx.path)?.[1];
  if (asked === undefined || !ctx.get('Accept').includes('text/html')) return undefined;
  if (!isPlatformId(asked)) {
    return writePage({
      title: 'There is no such platform',
      paragraphs: ['The address may be mistyped. Your connections show every platform there is'],
      links: [{ href: '/connections', label: 'Go to your connections' }],
    });
  }
  const { signIn } = platformFacts(asked);
  const isAboutServer = ['host', 'handle'].includes(String(error.details?.['field']));
  if (signIn && isAboutServer) {
    ctx.set('Content-Security-Policy', FORM_POLICY);
    return writePage(askingPage(asked, signIn.asks, { query: ctx.query, problem: error }));
  }
  if (error.details?.['field'] === 'session') return writePage(signInPage(asked, ctx.url));
  const page = describe(error, { baseUrl, platform: asked, profileId: null });
  if (error.status < 500) return writePage(page);
  const request = {
    name: 'Id of this request, which the server log names it by',
    value: String(ctx.state['requestId']),
  };
  if (error instanceof BrokenAttempt) {
    return connectionPage('broken', { ...error.attempt, baseUrl, platform: asked }, error.message, [request]).text;
  }
  const title = ctx.path.endsWith('/callback') ? TEXTS.broken.title : page.title;
  return writePage({ ...page, title, values: [request] });
}

const QUESTIONS = {
  host: { label: 'The server of your account', example: 'fosstodon.org' },
  handle: { label: 'The name of your account', example: 'ada.bsky.social' },
} as const;

/** The page that asks for the account or its server, and says what was wrong with an earlier answer. */
function askingPage(
  platform: PlatformId,
  name: 'host' | 'handle',
  { query, problem }: { query: Context['query']; problem: AppError },
): WrittenPage {
  const { label } = PLATFORMS[platform];
  const profileId = typeof query['profileId'] === 'string' ? query['profileId'] : null;
  const kept = ['profileId', 'attempt', 'chooseAccount'].flatMap((key) =>
    typeof query[key] === 'string' ? [[key, query[key]]] : [],
  );
  const isAnswered = query['host'] !== undefined || query['handle'] !== undefined;
  return {
    title: `Where is your ${label} account?`,
    paragraphs: [isAnswered ? sentenceOf(problem) : `${label} has many servers. Its sign-in page comes next`],
    form: {
      action: `/api/auth/${platform}`,
      field: { name, ...QUESTIONS[name] },
      kept: Object.fromEntries(kept) as Record<string, string>,
      button: 'Continue',
    },
    links: [connectionsOf({ profileId })],
  };
}

/** The sentence about what a person has typed: a message continues the name of its field, or stands alone. */
function sentenceOf({ message }: AppError): string {
  const said = message.replace(/^(?:host|handle): /, '');
  return /^(?:ends|has|holds|is|leads)\b/.test(said) ? `This ${said}` : said;
}

/** @param address that the person opened, which works after a sign-in */
function signInPage(platform: PlatformId, address: string): WrittenPage {
  return {
    title: 'Sign in first',
    paragraphs: [
      `Nothing was started. Sign in here, then open this address again to connect your ${PLATFORMS[platform].label} account`,
    ],
    links: [
      { href: '/', label: 'Sign in' },
      { href: address, label: 'Continue' },
    ],
  };
}

function describe(error: AppError, attempt: Attempt): WrittenPage {
  const { label } = PLATFORMS[attempt.platform];
  const links = [connectionsOf(attempt)];
  if (error.code !== 'platform_not_configured') {
    const again = { href: startOf(attempt), label: `Connect ${label} again` };
    const paragraphs = [error.message, 'Nothing was connected'];
    return { title: 'The connection could not be started', paragraphs, links: [again, ...links] };
  }
  if (isOpenPlatform(attempt.platform)) {
    return { title: `${label} is connected without the browser here`, paragraphs: [error.message], links };
  }
  if (connectsWith(attempt.platform, attempt.baseUrl) === 'token') {
    const text = `Press Connect on the card of ${label} and paste the token of your bot`;
    return { title: `${label} is connected with a token`, paragraphs: [text], links };
  }
  return {
    title: `${label} is not configured on this server`,
    paragraphs: [
      'The network lets only registered apps in. The operator of this server registers an app there, sets these, and restarts the server',
    ],
    values: settingsOf(attempt),
    links,
  };
}

function settingsOf({ baseUrl, platform }: Attempt): NamedValue[] {
  const prefix = `SOCIAL_${platform.toUpperCase()}`;
  return [
    { name: 'Redirect URI to register at the network, exactly so', value: redirectUriFor(baseUrl, platform) },
    { name: 'Environment variable with the id of the app', value: `${prefix}_CLIENT_ID` },
    { name: 'Environment variable with its secret', value: `${prefix}_CLIENT_SECRET` },
    { name: 'Step by step', value: `docs/platforms/${platform}.md` },
  ];
}

function startOf({ platform, profileId }: Attempt): string {
  return `/api/auth/${platform}${profileId === null ? '' : `?profileId=${profileId}`}`;
}

function connectionsOf({ profileId }: Pick<Attempt, 'profileId'>): { href: string; label: string } {
  const query = profileId === null ? '' : `?profileId=${profileId}`;
  return { href: `/connections${query}`, label: 'Go to your connections' };
}
