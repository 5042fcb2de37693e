import type { AccountOption, OAuthCapability, PlatformDriver, TokenSession } from '../../driver.ts';
import { asId, asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { createFacebookLogin, type FacebookLogin } from '../../meta-graph/facebook-login.ts';
import { callGraph, GRAPH_ID, type GraphApi, graphIdSegment, readGraphList } from '../../meta-graph/graph-call.ts';
import { readTokenSet } from '../../oauth/token-set.ts';

// `business_management` is for pages of a business portfolio, which the list lacks without it.
const SCOPES = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'business_management'];
/** The task that a person needs on a page, by its names on old and new pages. */
const PUBLISHING_TASKS: readonly unknown[] = [
  'CREATE_CONTENT',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_FULL_CONTROL',
];
const USERNAME = /^[A-Za-z0-9._]{1,100}$/;

/** Signs a person in and connects one of their pages: the network lets programs publish as pages only. */
export function createFacebookOAuth(
  api: GraphApi,
  { oauthUrl, app }: { readonly oauthUrl: string; readonly app: FacebookLogin['app'] },
): OAuthCapability {
  return {
    ...createFacebookLogin({ api, oauthUrl, app, platform: 'socialnet', scopes: SCOPES }),
    listAccounts: (accessToken, call) => listPages(api, { account: { accessToken }, call }),
    accountTokens: async (pageId, granted, call) => {
      const query = { fields: 'access_token,name' };
      const path = `/${graphIdSegment('socialnet', pageId)}`;
      const request = { method: 'GET', path, query, effect: 'none' } as const;
      const { body } = await callGraph(api, request, { account: granted, call });
      return { ...readTokenSet('socialnet', body, { now: Date.now() }), scopes: granted.scopes };
    },
  };
}

/** Lists the pages on which the person may create content. @see https://developers.facebook.com/docs/pages-api/overview */
async function listPages(api: GraphApi, session: TokenSession): Promise<AccountOption[]> {
  const query = { fields: 'id,name,username,picture.type(large),tasks', limit: '100' };
  const { entries, broken } = await readGraphList(api, { path: '/me/accounts', query }, session);
  return entries.flatMap((page): AccountOption[] => {
    const accountId = asId(page['id'], GRAPH_ID);
    if (accountId === null) throw broken();
    const tasks: readonly unknown[] = Array.isArray(page['tasks']) ? page['tasks'] : [];
    if (!tasks.some((task) => PUBLISHING_TASKS.includes(task))) return [];
    const handle = asString(page['username']);
    const about = { name: cleanName(page['name']) ?? accountId, description: 'Page', type: 'organization' } as const;
    const username = handle !== null && USERNAME.test(handle) ? handle : null;
    return [{ accountId, ...about, picture: pictureIn(page), username, accountUrn: null }];
  });
}

/** Makes the reader of a page's present picture. @see https://developers.facebook.com/docs/graph-api/reference/page/picture/ */
export function createReadPicture(api: GraphApi): NonNullable<PlatformDriver['readPicture']> {
  return async (account, call) => {
    const path = `/${graphIdSegment('socialnet', account.accountId)}`;
    const request = { method: 'GET', path, query: { fields: 'picture.type(large)' }, effect: 'none' } as const;
    return pictureIn((await callGraph(api, request, { account, call })).body);
  };
}

/** Address of the picture; null where the network would show its own silhouette in place of one. */
function pictureIn(page: JsonObject): string | null {
  const picture = asRecord(asRecord(page['picture'])?.['data']);
  return picture?.['is_silhouette'] === true ? null : cleanPicture(picture?.['url']);
}
