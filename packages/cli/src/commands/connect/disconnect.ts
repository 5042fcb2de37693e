import { findProfile } from '@social/post-input';
import { accountOf, networkName, platformOf, type Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { type NamedTarget, parseTarget } from '../../lib/post/input/targets.ts';
import { readConnections } from '../../lib/server/connections.ts';
import { fetchData } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social disconnect <platform>`: all accounts of a platform or network, or one. */
export async function disconnectPlatform(context: Context, name: string, options: ConfirmOption): Promise<void> {
  const named = parseTarget(name);
  const client = await context.client();
  const profile = await findProfile(client, await context.profile(), context.io.signal);
  const targets = await targetsOf(context, named, profile.id);
  const what = targets.join(', ');
  await confirm(context, `Disconnect ${what} from profile ${oneLine(profile.slug)}?`, options);
  let answer = { ok: true };
  for (const target of targets) {
    const account = accountOf(target) ?? undefined;
    answer = await fetchData(context, 'disconnecting …', (call) =>
      client.connections.disconnectPlatform({ platform: platformOf(target), profileId: profile.id, account }, call),
    );
  }
  await context.output.data(
    answer,
    (style) =>
      `${style.ok} ${what} ${targets.length > 1 ? 'are' : 'is'} disconnected from profile ${oneLine(profile.slug)}`,
  );
}

/** What to disconnect: for a network that shares its platform, its accounts. */
async function targetsOf(
  context: Context,
  { target, typed, network }: NamedTarget,
  profileId: string,
): Promise<Target[]> {
  if (target === 'all') throw usageError('Say which platform: social disconnect mastodon', 'Nothing was disconnected.');
  const platform = platformOf(target);
  if (network === undefined) return [accountOf(target) === null ? platform : target];
  const { accounts = [] } = (await readConnections(context, profileId))[platform] ?? {};
  const others = accounts.filter((account) => account.network !== network);
  if (target === typed) {
    const other = others.find((account) => account.name === accountOf(target));
    if (other === undefined) return [target];
    throw usageError(
      `${target} is ${networkName(other.network ?? '')}, not ${networkName(network)}`,
      'Nothing was disconnected.',
    );
  }
  if (others.length === 0) return [platform];
  const own = accounts.filter((account) => account.network === network);
  if (own.length > 0) return own.map((account): Target => `${platform}:${account.name}`);
  throw usageError(`No account of ${networkName(network)} is connected`, 'Nothing was disconnected.');
}
