import type { Context } from '../../lib/context.ts';
import { findProfile } from '../../lib/profile-lookup.ts';
import { fetchData } from '../../lib/send.ts';
import { oneLine } from '../../lib/terminal-text.ts';
import { localTime } from '../../lib/time.ts';

/** `social connect status`. */
export async function showConnections(context: Context): Promise<void> {
  const client = await context.client();
  const slug = await context.profile();
  const profileId = slug === undefined ? undefined : (await findProfile(context, client, slug)).id;
  const connections = await fetchData(context, 'reading …', (call) =>
    client.connections.getConnectionStatus({ profileId }, call),
  );
  await context.output.data(connections, ({ layout, columns, ...style }) => {
    const rows = Object.entries(connections).map(([platform, connection]) => {
      const { state, displayName, username, expiresAt, configured, missingScopes, warning } = connection;
      const isFine = state === 'connected';
      const isToConnect = !isFine || warning !== undefined;
      const advice = !isToConnect ? '' : configured ? `social connect ${platform}` : 'not set up on this server';
      const notes = [
        expiresAt ? `renew before ${localTime(expiresAt)}` : '',
        missingScopes.length > 0 ? `not granted: ${missingScopes.join(' ')}` : '',
        advice,
      ];
      return [
        `${isFine ? (warning === undefined ? style.ok : style.waiting) : state === 'needs_reconnect' ? style.failed : ' '} ${platform}`,
        state.replaceAll('_', ' '),
        oneLine(username ? `@${username.replace(/^@/, '')}` : (displayName ?? '')),
        oneLine(notes.filter((note) => note !== '').join('; ')),
      ];
    });
    // What has to be done is not cut to the width of a column.
    const warnings = Object.entries(connections).flatMap(([platform, { warning }]) =>
      warning === undefined ? [] : layout.wrap(oneLine(`${warning}: social connect ${platform}`), columns),
    );
    return [layout.table(['  PLATFORM', 'STATE', 'ACCOUNT', ''], rows, columns), ...warnings].join('\n');
  });
}
