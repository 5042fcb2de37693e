import type { AccountOption, CallContext } from '../../driver.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTiktok, type TiktokAnswer, type TiktokApi } from './api.ts';

const OPEN_ID = /^[A-Za-z0-9_-]{1,64}$/;
const USERNAME = /^[\p{L}\p{N}_.]{1,64}$/u;
const FIELDS = 'open_id,avatar_url,display_name';

/** The one account that was authorized. @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export async function listAccounts(
  api: Pick<TiktokApi, 'apiUrl'>,
  accessToken: string,
  call: CallContext,
): Promise<AccountOption[]> {
  const { data, broken } = await readUser(api, accessToken, call);
  const user = asRecord(data['user']);
  const accountId = asId(user?.['open_id'], OPEN_ID);
  if (!user || accountId === null) throw broken();
  const username = readUsername(user['username']);
  return [
    {
      accountId,
      name: cleanName(user['display_name']) ?? username ?? accountId,
      description: username === null ? 'Personal account' : `@${username}`,
      type: 'personal',
      picture: cleanPicture(user['avatar_url']),
      username,
      accountUrn: null,
    },
  ];
}

/** A name that can be in an address, or null for anything else. */
export function readUsername(value: unknown): string | null {
  const name = asString(value);
  return name !== null && USERNAME.test(name) ? name : null;
}

/** People can switch single permissions off: without the one for the name, all else is still told. */
async function readUser(api: Pick<TiktokApi, 'apiUrl'>, accessToken: string, call: CallContext): Promise<TiktokAnswer> {
  const ask = (fields: string): Promise<TiktokAnswer> => {
    const request = { method: 'GET', path: `/v2/user/info/?fields=${fields}`, effect: 'none' } as const;
    return callTiktok(api, request, { account: { accessToken, username: null }, call });
  };
  try {
    return await ask(`${FIELDS},username`);
  } catch (error) {
    if (error instanceof PlatformError && error.upstreamCode === 'scope_not_authorized') return ask(FIELDS);
    throw error;
  }
}
