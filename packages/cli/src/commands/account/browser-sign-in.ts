import { createHash, randomBytes } from 'node:crypto';
import type { Schema, SocialClient } from '@social/sdk';
import type { Scope } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { failed } from '../../lib/errors.ts';
import type { Io } from '../../lib/io.ts';
import { fetchData, showProgress } from '../../lib/server/send.ts';
import { type Callback, listenForCallback } from './callback-server.ts';
import { machineName } from './machine-name.ts';

const WAIT_MS = 10 * 60_000;

/**
 * Signs in through the browser of this machine. Resolves with the key that the server made.
 * @param scopes what to ask for; everything when left out
 * @throws {CliError} exit code 1 when the sign-in is denied, or not approved within ten minutes
 * @see RFC 8252 (loopback), RFC 7636 (proof key)
 */
export async function signInByBrowser(
  context: Context,
  client: SocialClient,
  scopes: readonly Scope[] | undefined,
): Promise<Schema<'NewKey'>> {
  const { io, output } = context;
  const [state, codeVerifier] = [newSecret(), newSecret()];
  await using listener = await listenForCallback(state);
  const query = new URLSearchParams({
    machine: machineName(io),
    port: String(listener.port),
    state,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    ...(scopes && { scopes: scopes.join(',') }),
  });
  const url = `${client.baseUrl}/authorize-command?${query}`;
  const wasOpened = await io.openBrowser(url);
  await output.note(
    `Open this address to sign in${wasOpened ? ' (it was opened in your browser)' : ''}:\n  ${url}\nNo browser on this machine? Ctrl-C, then: social login --no-browser`,
  );
  const waiting = 'waiting for you to approve … (Ctrl-C stops waiting)';
  const { code, answer } = await showProgress(context, waiting, withinLimit(io, listener.callback));
  if (code === null) {
    await answer(
      'Not signed in',
      'You denied the sign-in: the command got no key. You can close this page and return to the terminal.',
    );
    throw failed('access_denied', 'The sign-in was denied in the browser', 'Nothing was stored.');
  }
  try {
    const made = await fetchData(context, 'fetching the key …', (call) =>
      client.command.exchangeCommandCode({ code, codeVerifier }, call),
    );
    await answer('Signed in', 'The command has its key. You can close this page and return to the terminal.');
    return made;
  } catch (error) {
    await answer('Not signed in', 'The command got no key; it says why in the terminal. You can close this page.');
    throw error;
  }
}

async function withinLimit(io: Io, callback: Promise<Callback>): Promise<Callback> {
  const settled = new AbortController();
  const limit = io.sleep(WAIT_MS, settled.signal).then(() => {
    throw failed(
      'not_approved',
      'No one approved the sign-in within 10 minutes',
      'Nothing was stored. Run the command again for a fresh address.',
    );
  });
  try {
    return await Promise.race([callback, limit]);
  } finally {
    settled.abort();
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
