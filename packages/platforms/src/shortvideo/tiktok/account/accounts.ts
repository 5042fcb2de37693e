import type { AccountOption, TokenSession } from '../../../driver.ts';
import { asId, asRecord } from '../../../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../../../identity.ts';
import { PlatformError } from '../../../platform-error.ts';
import { callTiktok, type TiktokAnswer, type TiktokApi } from '../api.ts';
import { SCOPE_CODES } from '../errors.ts';

const OPEN_ID = /^[A-Za-z0-9_-]{1,64}$/;
const USERNAME = /^[\p{L}\p{N}_.]{1,64}$/u;
const FIELDS = 'open_id,avatar_url,display_name';

/** Lists the one account that was authorized. @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export async function listAccounts(api: TiktokApi, session: TokenSession): Promise<AccountOption[]> {
  const { data, broken } = await readUser(api, session);
  const user = asRecord(data['user']);
  const accountId = asId(user?.['open_id'], OPEN_ID);
  if (!user || accountId === null) throw broken();
  const username = readUsername(user['username']);
  const name = cleanName(user['display_name']) ?? username ?? accountId;
  const description = username === null ? 'Personal account' : `@${username}`;
  const picture = cleanPicture(user['avatar_url']);
  return [{ accountId, name, description, type: 'personal', picture, username, accountUrn: null }];
}

/** A name that can be in an address, or null for anything else. */
export function readUsername(value: unknown): string | null {
  return typeof value === 'string' && USERNAME.test(value) ? value : null;
}

/** Reads the account. People can switch single permissions off: without the one for the name, all else is still readable. */
async function readUser(api: TiktokApi, session: TokenSession): Promise<TiktokAnswer> {
  const ask = (fields: string): Promise<TiktokAnswer> =>
    callTiktok(api, { method: 'GET', path: `/v2/user/info/?fields=${fields}`, effect: 'none' }, session);
  try {
    return await ask(`${FIELDS},username`);
  } catch (error) {
    if (error instanceof PlatformError && SCOPE_CODES.includes(error.upstreamCode ?? '')) return ask(FIELDS);
    throw error;
  }
}
