import { randomBytes } from 'node:crypto';
import { findProfile } from '@social/post-input';
import { type Schema, SocialApiError } from '@social/sdk';
import { networkFacts, type PlatformId, platformFacts, withNetwork } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { type CliError, failed, usageError } from '../../lib/errors.ts';
import { accountName, parsePlatform, platformNamed } from '../../lib/networks.ts';
import { fetchData, showProgress } from '../../lib/server/send.ts';
import { isInteractive } from '../../lib/terminal/tty.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { signInFirst } from '../sign-in-first.ts';
import { askNamed, isUnnamed, readNamed } from './named-account.ts';
import type { TokenOptions } from './token.ts';

const POLL_EVERY_MS = 2000;
/** The server keeps the flow behind the address for this long. */
const WAIT_MS = 10 * 60_000;

const NAMELESS = 'an account without a name';

type Status = Schema<'PlatformConnection'>;

/**
 * `social connect <platform>`: shows the address, opens it in a browser on a terminal, and waits for the connection. A person
 * who is not signed in signs in first.
 */
export async function connectPlatform(
  given: Context,
  name: string | undefined,
  options: TokenOptions & { readonly browser: boolean; readonly another?: true },
): Promise<void> {
  if (name === undefined)
    throw usageError('Say what to connect: social connect microblog', 'See: social connect status');
  const platform = parsePlatform(name);
  const account = readNamed(platform, options);
  const context = await signInFirst(given, options);
  const { signIn, networks } = platformFacts(platform);
  const isWithoutPage = !signIn && networks.some((id) => !networkFacts(id).connect.app);
  if (isWithoutPage || (signIn && options.withToken)) {
    const { network } = platformNamed(name) ?? {};
    return (await import('./token.ts')).connectWithToken(context, platform, { ...options, network });
  }
  const { io, output } = context;
  const named = isUnnamed(platform, account) ? await askNamed(io, platform) : account;
  const client = await context.client();
  const unavailable = signIn && (await whyNoSignIn(context, platform));
  if (unavailable !== undefined) {
    await output.note(`No sign-in through the browser: ${unavailable}.`);
    return (await import('./token.ts')).connectWithToken(context, platform, named);
  }
  const profile = await findProfile(client, await context.profile(), context.io.signal);
  let attempt: string | undefined = randomBytes(16).toString('base64url');
  const readStatus = async (): Promise<Status | undefined> => {
    const asked = { profileId: profile.id, ...(attempt !== undefined && { attempt }) };
    return (await client.connections.getConnectionStatus(asked, { signal: io.signal }))[platform];
  };
  const before = await readStatus().catch((error: unknown) => {
    if (!isAttemptUnknown(error)) throw error;
    attempt = undefined;
    return readStatus();
  });
  if (before?.configured === false) {
    throw failed(
      'platform_not_configured',
      `This server cannot connect ${platform}: its operator has to configure it first`,
    );
  }
  const start = client.connectUrl(platform, profile.id, { ...named, ...(options.another && { chooseAccount: true }) });
  const url = `${start}${attempt === undefined ? '' : `&attempt=${attempt}`}`;
  const mayOpen = options.browser && isInteractive(io);
  const wasOpened = mayOpen && (await io.openBrowser(url));
  await output.note(
    `Open this address to connect ${withNetwork(platform)}${wasOpened ? ' (it was opened in your browser)' : ''}:\n  ${url}`,
  );
  if (before?.connected)
    await output.note(
      `It is connected as ${accountName(before, NAMELESS)} now; approving with another account adds it${options.another ? '' : ', and --another asks for it'}.`,
    );
  const waiting = 'waiting for you to approve … (Ctrl-C stops waiting, the address stays valid for 10 minutes)';
  const status = await showProgress(context, waiting, waitForConnection(context, readStatus, before));
  const target = 'name' in status && !status.isDefault ? `${platform}:${status.name}` : platform;
  await output.data(
    { [platform]: status },
    (style) =>
      `${style.ok} ${withNetwork(target, status.network)} is connected as ${accountName(status, NAMELESS)} to profile ${oneLine(profile.slug)}`,
  );
}

/** Asks the server why nobody can sign in there through the browser. @returns undefined where it works */
async function whyNoSignIn(context: Context, platform: PlatformId): Promise<string | undefined> {
  const client = await context.client();
  const { platforms } = await fetchData(context, 'asking the server …', (call) =>
    client.connections.listPlatforms({}, call),
  );
  return platforms.find(({ id }) => id === platform)?.signIn?.unavailable;
}

/** Returns true for the refusal of an older server, which cannot say how an attempt ended. */
function isAttemptUnknown(error: unknown): boolean {
  return error instanceof SocialApiError && error.code === 'invalid_request' && /\battempt\b/.test(error.message);
}

async function waitForConnection(
  { io }: Context,
  readStatus: () => Promise<Status | undefined>,
  before: Status | undefined,
): Promise<Schema<'ConnectionStatus'> | Schema<'AccountStatus'>> {
  const deadline = io.now().getTime() + WAIT_MS;
  let wasBegun = false;
  for (;;) {
    const status = await readStatus();
    const isNew = !before?.connected || status?.connectedAt !== before.connectedAt;
    if (status?.connected && status.state === 'connected' && isNew) return status;
    const added = status?.accounts?.find((account) => account.state === 'connected' && !isKnown(before, account));
    if (added) return added;
    const { attempt } = status ?? {};
    if (attempt && attempt.state !== 'under_way') throw notConnected(attempt);
    // The server also forgets an attempt after that time.
    if (io.now().getTime() >= deadline) {
      throw failed(
        'not_approved',
        'No one approved the connection within 10 minutes',
        'Nothing was changed. Run the command again for a fresh address.',
      );
    }
    if (!attempt && wasBegun) throw notConnected(attempt);
    wasBegun = attempt !== undefined;
    await io.sleep(POLL_EVERY_MS);
  }
}

/** Returns true for an account that was connected before, and was not connected again since. */
function isKnown(before: Status | undefined, { name, connectedAt }: Schema<'AccountStatus'>): boolean {
  const { accounts = [] } = before ?? {};
  return accounts.some((one) => one.name === name && one.connectedAt === connectedAt);
}

/** The error for an attempt that ended without connecting the profile. */
function notConnected(attempt: Status['attempt']): CliError {
  if (attempt?.state === 'connected') {
    return failed(
      'other_profile',
      'The account was connected to another profile, which was chosen in the browser',
      'This profile is as it was. See what is connected: social connect status --profile <slug>',
    );
  }
  if (attempt?.state === 'denied') {
    return failed(
      'access_denied',
      'The connection was denied in the browser',
      'Nothing was connected. Run the command again to be asked again.',
    );
  }
  return failed(
    'connection_failed',
    attempt
      ? oneLine(attempt.message)
      : 'The attempt has ended: the person who started it signed out or changed the password',
    'Run the command again for a fresh address.',
  );
}
