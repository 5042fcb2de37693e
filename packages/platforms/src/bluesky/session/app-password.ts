import type { CallContext, CredentialCapability } from '../../driver.ts';
import { rulesFor } from '../../http/error-rules.ts';
import type { NetworkAnswer, NetworkDialect } from '../../http/network-client.ts';
import { send } from '../../http/network-client.ts';
import { invalidField } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { readAccount } from '../account.ts';
import type { BlueskyApi } from '../api.ts';
import { blueskyDialect } from '../errors.ts';
import { directoryOf } from '../identity/directory.ts';
import { readHandle, wrongHandle } from '../identity/handle.ts';
import { isDid, readIdentity } from '../identity/identity.ts';
import { readGrant } from './grant.ts';
import { endSession, readSession } from './password-session.ts';

const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/;
/** Permission of a session that began with the account's own password. */
const EVERYTHING = 'com.atproto.access';
const WHERE = 'make an app password at bsky.app (Settings, Privacy and security, App passwords)';

const dialect: NetworkDialect = {
  ...blueskyDialect,
  rules: [
    {
      upstreamCode: 'AuthenticationRequired',
      ...invalidField('appPassword', `does not belong to this account, or was deleted; ${WHERE}`),
    },
    ...rulesFor(['AuthFactorTokenRequired'], invalidField('appPassword', `is not an app password; ${WHERE}`)),
    ...blueskyDialect.rules,
  ],
};

/** Connects with an app password, which a user has made in the settings of the account. */
export function createBlueskyCredential(api: BlueskyApi): CredentialCapability {
  return {
    accepts: ({ appPassword }) => appPassword !== undefined && APP_PASSWORD.test(appPassword),
    async connect({ handle, appPassword = '' }, call) {
      if (handle === undefined) throw wrongHandle('is required beside an app password; write it as ada.bsky.social');
      const identifier = readIdentifier(handle, api);
      const { did, tokens, scope } = readSession(await begin(api, { identifier, password: appPassword }, call));
      const session = { account: { accessToken: tokens.accessToken }, call };
      if (scope === EVERYTHING) {
        await endSession(api, readGrant(tokens.refreshToken ?? ''), call);
        const problem = `is the password of the account, with which a program could do everything; ${WHERE}`;
        throw new PlatformError('bluesky', invalidField('appPassword', problem));
      }
      await requireHolder(api, did, call);
      return { account: await readAccount(api, session), tokens };
    },
  };
}

/** Refuses an account that a server names though its identity names another server: any server could claim any account. */
async function requireHolder(api: BlueskyApi, did: string, call: CallContext): Promise<void> {
  const { serverUrl } = await readIdentity(did, directoryOf(api, call));
  if (serverUrl === api.apiUrl) return;
  throw wrongHandle('the server has named an account that it does not hold; check the name, and connect again');
}

function readIdentifier(typed: string, { apiUrl }: BlueskyApi): string {
  const named = typed.trim().replace(/^@/, '');
  return isDid(named) ? named : readHandle(named, { allowTest: apiUrl.startsWith('http:') });
}

function begin(
  { apiUrl, through }: BlueskyApi,
  json: { readonly identifier: string; readonly password: string },
  call: CallContext,
): Promise<NetworkAnswer> {
  const url = new URL(`${apiUrl}/xrpc/com.atproto.server.createSession`);
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url, headers, body: JSON.stringify(json), through };
  return send(dialect, { ...request, effect: 'none', secrets: [json.password] }, call);
}
