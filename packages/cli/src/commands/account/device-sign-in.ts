import { type Schema, SocialApiError, type SocialClient, SocialConnectionError } from '@social/sdk';
import type { Scope } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { type CliError, failed } from '../../lib/errors.ts';
import { fetchData, showProgress } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { machineName } from './machine-name.ts';

const SLOWER_MS = 5_000;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Shows a code that a person approves on any device. Resolves with the key that the server made.
 * @param scopes what to ask for; everything when left out
 * @throws {CliError} exit code 1 when the sign-in is denied or the code expires
 * @see RFC 8628
 */
export async function signInByCode(
  context: Context,
  client: SocialClient,
  scopes: readonly Scope[] | undefined,
): Promise<Schema<'NewKey'>> {
  const machine = machineName(context.io);
  const begun = await fetchData(context, 'asking for a code …', (call) =>
    client.command.createDeviceCode({ machine, ...(scopes && { scopes: [...scopes] }) }, call),
  );
  const minutes = Math.ceil(begun.expiresIn / 60);
  await context.output.note(
    [
      `Open this address on any device, and enter the code ${oneLine(begun.userCode)} within ${minutes} minutes:`,
      `  ${oneLine(begun.verificationUri)}`,
      'or this one, which has the code in it:',
      `  ${oneLine(begun.verificationUriComplete)}`,
    ].join('\n'),
  );
  return await showProgress(
    context,
    'waiting for the code to be approved … (Ctrl-C stops waiting)',
    poll(context, client, begun),
  );
}

async function poll({ io }: Context, client: SocialClient, begun: Schema<'DeviceCode'>): Promise<Schema<'NewKey'>> {
  const endsAt = io.now().getTime() + begun.expiresIn * 1000;
  let waitMs = Math.max(begun.interval * 1000, SHORTEST_MS);
  while (io.now().getTime() < endsAt) {
    await io.sleep(waitMs);
    try {
      return await client.command.exchangeDeviceCode({ deviceCode: begun.deviceCode }, { signal: io.signal });
    } catch (error) {
      io.signal.throwIfAborted();
      waitMs = nextWaitMs(error, waitMs);
    }
  }
  throw expired();
}

/** Milliseconds to wait before the next poll. @throws when polling again cannot help: the error, or a better worded one */
function nextWaitMs(error: unknown, waitMs: number): number {
  // Back off from a server that cannot be reached. @see RFC 8628 section 3.5
  if (error instanceof SocialConnectionError) return Math.min(waitMs * 2, LONGEST_MS);
  if (!(error instanceof SocialApiError)) throw error;
  switch (error.code) {
    case 'authorization_pending':
      return waitMs;
    case 'slow_down':
      return waitMs + SLOWER_MS;
    case 'expired_token':
      throw expired();
    case 'access_denied':
      throw failed('access_denied', 'The sign-in was denied in the browser', 'Nothing was stored.');
    default:
      if (!error.retryable) throw error;
      return Math.max(Math.min(waitMs * 2, LONGEST_MS), error.retryAfterMs ?? 0);
  }
}

function expired(): CliError {
  return failed(
    'expired_token',
    'The code has expired, or was used already',
    'Nothing was stored. Run the command again for a fresh code.',
  );
}
