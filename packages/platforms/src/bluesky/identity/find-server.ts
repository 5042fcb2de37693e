import type { FoundServer, NamedServer } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import { answerOfNamed, readServerHost, type ServerSearch } from '../../http/server-host.ts';
import { invalidField } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { askBluesky } from '../api.ts';
import { directoryOfSearch } from './directory.ts';
import { quoted, readHandle, wrongHandle } from './handle.ts';
import { readIdentity, resolveHandle } from './identity.ts';

/**
 * Finds the server that holds an account, by the account's handle or DID, or checks a server that was named itself. A handle
 * counts only when it leads to a DID whose document names the same handle.
 * @throws PlatformError `rejected` with the sentence that says what to name instead
 */
export async function findBlueskyServer(named: NamedServer, search: ServerSearch): Promise<FoundServer> {
  if (named.handle === undefined) return { origin: await findNamedHost(named.host ?? '', search), accountId: null };
  const directory = directoryOfSearch(search);
  const typed = named.handle.trim().replace(/^@/, '');
  if (typed.startsWith('did:')) {
    const { did, serverUrl } = await readIdentity(typed, directory);
    return { origin: serverUrl, accountId: did };
  }
  const handle = readHandle(typed, { allowTest: directory.isLocal });
  const { did, serverUrl, handle: claimed } = await readIdentity(await resolveHandle(handle, directory), directory);
  if (claimed !== handle) {
    const other = claimed === null ? 'has no name' : `is named ${quoted(claimed)}`;
    throw wrongHandle(`the account behind ${handle} ${other}; nothing was sent to it, so check the name`);
  }
  return { origin: serverUrl, accountId: did };
}

async function findNamedHost(typed: string, search: ServerSearch): Promise<string> {
  const { sandboxUrl, through } = search;
  const host = readServerHost(typed, { platform: 'bluesky', field: 'host', allowLoopback: sandboxUrl !== null });
  if (sandboxUrl !== null && host.startsWith('https:')) return sandboxUrl;
  const request = { method: 'com.atproto.server.describeServer', effect: 'none' } as const;
  const answers = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 501];
  const asked = askBluesky({ apiUrl: host, ...(through && { through }) }, { ...request, answers }, search);
  const { status, body } = await answerOfNamed(asked, { platform: 'bluesky', field: 'host' });
  if (status === 200 && asString(body?.['did']) !== null) return host;
  const problem = `${new URL(host).host} does not answer as a server with accounts does; write the name of the account instead`;
  throw new PlatformError('bluesky', invalidField('host', problem));
}
