import { randomBytes } from 'node:crypto';
import { type Schema, SocialApiError } from '@social/sdk';
import { withNetwork } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { CliError, usageError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { platformNamed } from '../../lib/networks.ts';
import { parsePlatform } from '../../lib/post/key/request.ts';
import { findProfile } from '../../lib/server/profile-lookup.ts';
import { showProgress } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import type { TokenOptions } from './token.ts';

const POLL_EVERY_MS = 2000;
/** As long as the server keeps the flow that the address starts. */
const WAIT_MS = 10 * 60_000;

type Status = Schema<'ConnectionStatus'>;

/** `social connect <platform>`: shows the address, opens it where there is a person, and waits for the connection. */
export async function connectPlatform(
  context: Context,
  name: string | undefined,
  options: TokenOptions & { readonly browser: boolean },
): Promise<void> {
  if (name === undefined)
    throw usageError('Say what to connect: social connect microblog', 'See: social connect status');
  const platform = parsePlatform(name);
  if (platform === 'chatbot') {
    const { network } = platformNamed(name) ?? {};
    return (await import('./token.ts')).connectWithToken(context, platform, { ...options, network });
  }
  const { io, output } = context;
  const client = await context.client();
  const profile = await findProfile(context, client, await context.profile());
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
    throw new CliError({
      exitCode: EXIT.failed,
      code: 'platform_not_configured',
      message: `This server cannot connect ${platform}: its operator has to configure it first`,
      hints: [],
    });
  }
  const url = `${client.connectUrl(platform, profile.id)}${attempt === undefined ? '' : `&attempt=${attempt}`}`;
  const mayOpen = options.browser && io.stdin.isTTY === true && io.stderr.isTTY && !io.env['CI'];
  const wasOpened = mayOpen && (await io.openBrowser(url));
  await output.note(
    `Open this address to connect ${withNetwork(platform)}${wasOpened ? ' (it was opened in your browser)' : ''}:\n  ${url}`,
  );
  if (before?.connected) await output.note(`It is connected as ${accountOf(before)} now; approving replaces that.`);
  const waiting = 'waiting for you to approve … (Ctrl-C stops waiting, the address stays valid for 10 minutes)';
  const status = await showProgress(context, waiting, waitForConnection(context, readStatus, before));
  await output.data(
    { [platform]: status },
    (style) =>
      `${style.ok} ${withNetwork(platform, status.network)} is connected as ${accountOf(status)} to profile ${oneLine(profile.slug)}`,
  );
}

/** Servers of earlier versions refuse the parameter: they cannot say how an attempt ended. */
function isAttemptUnknown(error: unknown): boolean {
  return error instanceof SocialApiError && error.code === 'invalid_request' && /\battempt\b/.test(error.message);
}

async function waitForConnection(
  { io }: Context,
  readStatus: () => Promise<Status | undefined>,
  before: Status | undefined,
): Promise<Status> {
  const deadline = io.now().getTime() + WAIT_MS;
  let wasBegun = false;
  for (;;) {
    const status = await readStatus();
    const isNew = !before?.connected || status?.connectedAt !== before.connectedAt;
    if (status?.connected && status.state === 'connected' && isNew) return status;
    const { attempt } = status ?? {};
    if (attempt && attempt.state !== 'under_way') throw notConnected(attempt);
    // The server forgets an attempt after that time, too.
    if (io.now().getTime() >= deadline) {
      throw new CliError({
        exitCode: EXIT.failed,
        code: 'not_approved',
        message: 'Nobody approved the connection within 10 minutes',
        hints: ['Nothing was changed. Run the command again for a fresh address.'],
      });
    }
    if (!attempt && wasBegun) throw notConnected(attempt);
    wasBegun = attempt !== undefined;
    await io.sleep(POLL_EVERY_MS);
  }
}

/** Why an attempt that is over has not connected the profile. */
function notConnected(attempt: Status['attempt']): CliError {
  if (attempt?.state === 'connected') {
    return new CliError({
      exitCode: EXIT.failed,
      code: 'other_profile',
      message: 'The account was connected to another profile, which was chosen in the browser',
      hints: ['This profile is as it was. See what is connected: social connect status --profile <slug>'],
    });
  }
  if (attempt?.state === 'denied') {
    return new CliError({
      exitCode: EXIT.failed,
      code: 'access_denied',
      message: 'The connection was denied in the browser',
      hints: ['Nothing was connected. Run the command again to be asked again.'],
    });
  }
  return new CliError({
    exitCode: EXIT.failed,
    code: 'connection_failed',
    message: attempt
      ? oneLine(attempt.message)
      : 'The attempt was ended: whoever began it signed out, or changed the password',
    hints: ['Run the command again for a fresh address.'],
  });
}

function accountOf({ username, displayName }: Status): string {
  return oneLine(username ? `@${username.replace(/^@/, '')}` : (displayName ?? 'an account without a name'));
}
