import { byAccount, findProfile } from '@social/post-input';
import type { Output } from '@social/sdk';
import { isTarget, platformOf, withNetwork } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { accountName } from '../../lib/networks.ts';
import { fetchData } from '../../lib/server/send.ts';
import { parseDuration } from '../../lib/text/duration.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

type Connections = Output<'getConnectionStatus'>;

/** `social connect status`: ends with 4 when `--fail-if-expires-in` finds a connection that a person has to renew by then. */
export async function showConnections(
  context: Context,
  options: { readonly failIfExpiresIn?: string },
): Promise<ExitCode> {
  const { failIfExpiresIn: span } = options;
  const withinMs = span === undefined ? undefined : parseDuration(span, '--fail-if-expires-in');
  const client = await context.client();
  const slug = await context.profile();
  const profileId = slug === undefined ? undefined : (await findProfile(client, slug, context.io.signal)).id;
  const connections = await fetchData(context, 'reading …', (call) =>
    client.connections.getConnectionStatus({ profileId }, call),
  );
  await print(context, connections);
  const due = withinMs === undefined ? [] : dueWithin(connections, new Date(context.io.now().getTime() + withinMs));
  for (const line of due) await context.output.note(line);
  return due.length > 0 ? EXIT.notSignedIn : EXIT.done;
}

/** Connections that a person has to renew before `end`, each with the command to run. */
function dueWithin(connections: Connections, end: Date): string[] {
  return byAccount(connections).flatMap(({ target, connection: { state, connected, expiresAt } }) => {
    const again = `connect it again with: social connect ${platformIn(target)}`;
    if (state === 'needs_reconnect') return [`${target} is no longer accepted by the network; ${again}`];
    if (!connected || expiresAt === null || new Date(expiresAt) >= end) return [];
    return [`${target} ends ${localTime(expiresAt)} (${expiresAt}); ${again}`];
  });
}

async function print(context: Context, connections: Connections): Promise<void> {
  await context.output.data(connections, ({ layout, columns, ...style }) => {
    const all = byAccount(connections);
    const rows = all.map(({ target, connection, isDefault }) => {
      const platform = platformIn(target);
      const { state, network, expiresAt, configured, missingScopes, warning } = connection;
      const isFine = state === 'connected';
      const isToConnect = !isFine || warning !== undefined;
      const advice = !isToConnect ? '' : configured ? `social connect ${platform}` : 'not set up on this server';
      const notes = [
        isDefault ? 'default' : '',
        expiresAt ? `ends ${localTime(expiresAt)}, connect again before` : '',
        missingScopes.length > 0 ? `not granted: ${missingScopes.join(' ')}` : '',
        advice,
      ];
      return [
        `${isFine ? (warning === undefined ? style.ok : style.waiting) : state === 'needs_reconnect' ? style.failed : ' '} ${oneLine(withNetwork(target, network))}`,
        oneLine(state).replaceAll('_', ' '),
        accountName(connection),
        oneLine(notes.filter((note) => note !== '').join('; ')),
      ];
    });
    // Warnings are wrapped instead of cut to the width of a column.
    const warnings = all.flatMap(({ target, connection: { warning } }) =>
      warning === undefined ? [] : layout.wrap(oneLine(`${warning}: social connect ${platformIn(target)}`), columns),
    );
    const undecided = Object.entries(connections).flatMap(([platform, { accounts = [] }]) => {
      if (accounts.length === 0 || accounts.some(({ isDefault }) => isDefault)) return [];
      const choice = `social connect default ${platform}:${accounts[0]?.name}`;
      return layout.wrap(oneLine(`${platform} alone means no account until you choose one: ${choice}`), columns);
    });
    return [layout.table(['  PLATFORM', 'STATE', 'ACCOUNT', ''], rows, columns), ...warnings, ...undecided].join('\n');
  });
}

/** What connects an account again is the name of its platform. */
function platformIn(target: string): string {
  return isTarget(target) ? platformOf(target) : target;
}
