import type { Output, Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';

type Entry = Schema<'LogEntry'>;
type Connections = Output<'getConnectionStatus'>;

/** Names the platform of an entry, with its account where that is not the default one of the profile. */
export type NamePlatform = (entry: Entry) => string;

/** Reads which accounts are the default ones of the profiles of entries. */
export async function readNames(context: Context, entries: readonly Entry[]): Promise<NamePlatform> {
  const named = new Set(entries.filter((entry) => accountIn(entry) !== null).map(({ profileName }) => profileName));
  const connections = new Map<string, Connections>();
  if (named.size > 0) {
    const client = await context.client();
    const { profiles } = await fetchData(context, 'reading …', (call) => client.profiles.listProfiles({}, call));
    const read = profiles
      .filter(({ name }) => named.has(name))
      .map(async ({ id: profileId, name }) => {
        const reading = fetchData(context, 'reading …', (call) =>
          client.connections.getConnectionStatus({ profileId }, call),
        );
        connections.set(name, await reading);
      });
    await Promise.all(read);
  }
  return (entry) => {
    const { platform, profileName } = entry;
    const account = accountIn(entry);
    if (platform === null || account === null) return platform ?? '';
    const { accounts = [] } = connections.get(profileName)?.[platform] ?? {};
    const isDefault = accounts.some(({ name, isDefault }) => isDefault && name === account);
    return isDefault ? platform : `${platform}:${account}`;
  };
}

function accountIn({ metadata }: Entry): string | null {
  const target = metadata['target'];
  return typeof target === 'string' ? target : null;
}
