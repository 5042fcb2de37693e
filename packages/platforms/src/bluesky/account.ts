import type { AccountOption, PlatformDriver, TokenSession } from '../driver.ts';
import { asString } from '../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../identity.ts';
import { refused } from '../meanings.ts';
import { orElse, PlatformError } from '../platform-error.ts';
import { askBluesky, type BlueskyApi, callBluesky } from './api.ts';
import { directoryOf } from './identity/directory.ts';
import { isHandle } from './identity/handle.ts';
import { isDid, resolveHandle } from './identity/identity.ts';
import { readGrant } from './session/grant.ts';

/** Reads the account of a token: who it is from its own server, name and picture from what everybody may see. */
export async function readAccount(api: BlueskyApi, session: TokenSession): Promise<AccountOption> {
  const request = { method: 'com.atproto.server.getSession', effect: 'none' } as const;
  const { body, broken } = await callBluesky(api, request, session);
  const did = asString(body?.['did']);
  const named = asString(body?.['handle'])?.toLowerCase();
  if (did === null || !isDid(did) || named === undefined) throw broken();
  // The sign-in has checked that this server holds its account; of any other account the server could say the same.
  if (did !== readGrant(session.account.accessToken).did) throw anotherAccount();
  const isTheirs = isHandle(named) && named !== 'handle.invalid' && (await leadsTo(api, named, did, session.call));
  const username = isTheirs ? named : null;
  const profile = await readProfile(api, did, session.call);
  const name = cleanName(profile?.['displayName']) ?? username ?? did;
  const description = username === null ? did : `@${username}`;
  const picture = cleanPicture(profile?.['avatar']);
  return { accountId: did, name, description, type: 'personal', picture, username, accountUrn: null };
}

function anotherAccount(): PlatformError {
  const reason = 'the server has named another account than the one that has signed in';
  return new PlatformError('bluesky', refused(`${reason}; nothing was connected, so start connecting bluesky again`));
}

/** Returns true for a name that certainly belongs to the account: a server may say anything about its accounts. */
async function leadsTo(api: BlueskyApi, handle: string, did: string, call: TokenSession['call']): Promise<boolean> {
  return (await resolveHandle(handle, directoryOf(api, call)).catch(orElse(null))) === did;
}

/** A profile is shown by another server than the account's; the account can be connected without it. */
async function readProfile(api: BlueskyApi, did: string, call: TokenSession['call']) {
  return (await askForProfile(api, did, call).catch(orElse(null)))?.body;
}

function askForProfile({ resolverUrl, through }: BlueskyApi, did: string, call: TokenSession['call']) {
  const request = { method: 'app.bsky.actor.getProfile', query: { actor: did }, effect: 'none' } as const;
  return askBluesky({ apiUrl: resolverUrl, ...(through && { through }) }, request, call);
}

/** Makes the reader of an account's present picture: everybody may see it, so that no token is sent. */
export function createReadPicture(api: BlueskyApi): NonNullable<PlatformDriver['readPicture']> {
  return async ({ accountId }, call) => cleanPicture((await askForProfile(api, accountId, call)).body?.['avatar']);
}
