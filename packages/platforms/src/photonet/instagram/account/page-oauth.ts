import type { AccountOption, OAuthCapability, PlatformDriver, TokenSession } from '../../../driver.ts';
import { asId, asRecord, type JsonObject } from '../../../http/lossless-json.ts';
import { cleanPicture } from '../../../identity.ts';
import { notFound } from '../../../meanings.ts';
import { createFacebookLogin, type FacebookLogin } from '../../../meta-graph/facebook-login.ts';
import { callGraph, GRAPH_ID, type GraphApi, graphIdSegment, readGraphList } from '../../../meta-graph/graph-call.ts';
import { readTokenSet } from '../../../oauth/token-set.ts';
import { orElse, PlatformError } from '../../../platform-error.ts';
import { presentInstagramAccount } from './oauth.ts';

const SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

/** Accounts that are described at the same time: a person may manage thousands of pages. */
const DESCRIBED_AT_ONCE = 10;

/** Signs in at Facebook and connects an account that is linked with one of the person's pages, with the page's token. */
export function createPageOAuth(
  api: GraphApi,
  { oauthUrl, app }: { readonly oauthUrl: string; readonly app: FacebookLogin['app'] },
): OAuthCapability {
  return {
    ...createFacebookLogin({ api, oauthUrl, app, platform: 'photonet', scopes: SCOPES }),
    listAccounts: async (accessToken, call) => {
      const session = { account: { accessToken }, call };
      const linked = await listLinked(api, session);
      const options: AccountOption[] = [];
      for (let start = 0; start < linked.length; start += DESCRIBED_AT_ONCE) {
        const batch = linked.slice(start, start + DESCRIBED_AT_ONCE);
        options.push(...(await Promise.all(batch.map((each) => describe(api, each, session)))));
      }
      return options;
    },
    accountTokens: async (accountId, granted, call) => {
      const linked = await listLinked(api, { account: granted, call });
      const found = linked.find((each) => each.accountId === accountId);
      if (!found) throw unlinked();
      return { ...readTokenSet('photonet', found.page, { now: Date.now() }), scopes: granted.scopes };
    },
  };
}

interface Linked {
  readonly accountId: string;
  readonly account: JsonObject;
  readonly page: JsonObject;
}

/** Lists pages with a linked account. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login */
async function listLinked(api: GraphApi, session: TokenSession): Promise<readonly Linked[]> {
  const fields = 'id,name,access_token,instagram_business_account{id,username,name}';
  const query = { fields, limit: '100' };
  const { entries, broken } = await readGraphList(api, { path: '/me/accounts', query }, session);
  return entries.flatMap((page): Linked[] => {
    if (asId(page['id'], GRAPH_ID) === null) throw broken();
    const account = asRecord(page['instagram_business_account']);
    if (!account) return [];
    const accountId = asId(account['id'], GRAPH_ID);
    if (accountId === null) throw broken();
    return [{ accountId, account, page }];
  });
}

/** Adds the picture, which the list does not have. A failure does not hide the account. */
async function describe(api: GraphApi, { accountId, account }: Linked, session: TokenSession): Promise<AccountOption> {
  const query = { fields: 'username,name,profile_picture_url' };
  const request = { method: 'GET', path: `/${accountId}`, query, effect: 'none' } as const;
  const answer = await callGraph(api, request, session).catch(orElse(null));
  return presentInstagramAccount(accountId, { ...account, ...answer?.body });
}

/** Makes the reader of an account's present picture, with the token of its page. */
export function createReadPicture(api: GraphApi): NonNullable<PlatformDriver['readPicture']> {
  return async (account, call) => {
    const path = `/${graphIdSegment('photonet', account.accountId)}`;
    const request = { method: 'GET', path, query: { fields: 'profile_picture_url' }, effect: 'none' } as const;
    return cleanPicture((await callGraph(api, request, { account, call })).body['profile_picture_url']);
  };
}

function unlinked(): PlatformError {
  const reason = 'this account is not linked with a page of the person who signed in';
  return new PlatformError('photonet', notFound(`${reason}; link it and connect photonet again`));
}
