import type { AccountOption, CallContext, OAuthCapability } from '../../driver.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { createFacebookLogin, type FacebookLogin } from '../../meta-graph/facebook-login.ts';
import { callGraph, GRAPH_ID, type GraphApi, graphIdSegment, readGraphList } from '../../meta-graph/graph-call.ts';
import { readTokenSet } from '../../oauth/token-set.ts';

// The last one is for pages of a business portfolio, which the list leaves out without it.
const SCOPES = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'business_management'];
/** What a person has to be allowed to do on a page, by its names on pages of the old and of the new kind. */
const PUBLISHING_TASKS: readonly unknown[] = [
  'CREATE_CONTENT',
  'PROFILE_PLUS_CREATE_CONTENT',
  'PROFILE_PLUS_FULL_CONTROL',
];
const USERNAME = /^[A-Za-z0-9._]{1,100}$/;

/** Signs a person in, who then publishes as one of the pages they look after: nobody can publish as a person. */
export function createFacebookOAuth(
  api: GraphApi,
  { oauthUrl, app }: { readonly oauthUrl: string; readonly app: FacebookLogin['app'] },
): OAuthCapability {
  return {
    ...createFacebookLogin({ api, oauthUrl, app, platform: 'socialnet', scopes: SCOPES }),
    listAccounts: (accessToken, call) => listPages(api, accessToken, call),
    accountTokens: async (pageId, granted, call) => {
      const request = {
        method: 'GET',
        path: `/${graphIdSegment('socialnet', pageId)}`,
        query: { fields: 'access_token,name' },
        effect: 'none',
      } as const;
      const { body } = await callGraph(api, request, { accessToken: granted.accessToken, call });
      return { ...readTokenSet('socialnet', body, { now: Date.now() }), scopes: granted.scopes };
    },
  };
}

/** Pages on which the person may create content. @see https://developers.facebook.com/docs/pages-api/overview */
async function listPages(api: GraphApi, accessToken: string, call: CallContext): Promise<AccountOption[]> {
  const query = { fields: 'id,name,username,picture.type(large),tasks', limit: '100' };
  const { entries, broken } = await readGraphList(api, { path: '/me/accounts', query }, { accessToken, call });
  return entries.flatMap((page): AccountOption[] => {
    const accountId = asId(page['id'], GRAPH_ID);
    if (accountId === null) throw broken();
    const tasks: readonly unknown[] = Array.isArray(page['tasks']) ? page['tasks'] : [];
    if (!tasks.some((task) => PUBLISHING_TASKS.includes(task))) return [];
    const name = asString(page['username']);
    return [
      {
        accountId,
        name: cleanName(page['name']) ?? accountId,
        description: 'Page',
        type: 'organization',
        picture: cleanPicture(asRecord(asRecord(page['picture'])?.['data'])?.['url']),
        username: name !== null && USERNAME.test(name) ? name : null,
        accountUrn: null,
      },
    ];
  });
}
