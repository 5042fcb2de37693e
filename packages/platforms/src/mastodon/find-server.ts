import type { FoundServer, NamedServer } from '../driver.ts';
import { answerOfNamed, readServerHost, type ServerSearch } from '../http/server-host.ts';
import { invalidField } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { readInstance } from './instance.ts';

/**
 * Finds the server that a user has named, and asks whether it speaks this API. Where a sandbox stands in, every server that
 * is not this machine leads there.
 * @throws PlatformError `rejected` for a name that leads to no such server
 */
export async function findMastodonServer(named: NamedServer, search: ServerSearch): Promise<FoundServer> {
  const { sandboxUrl, through } = search;
  const typed = named.host ?? named.handle ?? '';
  const field = named.host === undefined ? 'handle' : 'host';
  const host = readServerHost(typed, { platform: 'mastodon', field, allowLoopback: sandboxUrl !== null });
  if (sandboxUrl !== null && host.startsWith('https:')) return { origin: sandboxUrl, accountId: null };
  const reading = readInstance({ apiUrl: host, ...(through && { through }) }, search);
  const instance = await answerOfNamed(reading, { platform: 'mastodon', field });
  if (instance) return { origin: host, accountId: null };
  const problem = `${new URL(host).host} does not answer as a Mastodon server does; check the name, which may differ from the one in the names of its accounts`;
  throw new PlatformError('mastodon', invalidField(field, problem));
}
