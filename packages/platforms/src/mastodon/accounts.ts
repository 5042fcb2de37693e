import type { AccountOption, TokenSession } from '../driver.ts';
import { asId, asString } from '../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../identity.ts';
import { callMastodon, MASTODON_ID, type MastodonApi } from './api.ts';

const NAME = /^[\w.-]{1,64}$/;

/** Reads the account of a token. Its id is unique only together with the server. @see https://docs.joinmastodon.org/methods/accounts/#verify_credentials */
export async function readAccount(api: MastodonApi, session: TokenSession): Promise<AccountOption> {
  const path = '/api/v1/accounts/verify_credentials';
  const { body, broken } = await callMastodon(api, { method: 'GET', path, effect: 'none' }, session);
  const accountId = asId(body?.['id'], MASTODON_ID);
  const local = asString(body?.['username']) ?? '';
  if (!body || accountId === null || !NAME.test(local)) throw broken();
  // Not the host of its page, which the server could choose.
  const username = `${local}@${new URL(api.apiUrl).host}`;
  const picture = cleanPicture(body['avatar']);
  const name = cleanName(body['display_name']) ?? username;
  return { accountId, name, description: `@${username}`, type: 'personal', picture, username, accountUrn: null };
}
