import type { AccountOption, CallContext, OAuthCapability } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { createFacebookLogin, type FacebookLogin } from '../../meta-graph/facebook-login.ts';
import { callGraph, GRAPH_ID, type GraphApi, readGraphList } from '../../meta-graph/graph-call.ts';
import { readTokenSet } from '../../oauth/token-set.ts';
import { PlatformError } from '../../platform-error.ts';
import { presentInstagramAccount } from './oauth.ts';

const SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

/** A person may manage thousands of pages. */
const DESCRIBED_AT_ONCE = 10;

/** Signing in at Facebook: the accounts are those that are linked with the person's pages, used with the pages' tokens. */
export function createPageOAuth(
  api: GraphApi,
  { oauthUrl, app }: { readonly oauthUrl: string; readonly app: FacebookLogin['app'] },
): OAuthCapability {
  return {
    ...createFacebookLogin({ api, oauthUrl, app, platform: 'photonet', scopes: SCOPES }),
    listAccounts: async (accessToken, call) => {
      const linked = await listLinked(api, { accessToken, call });
      const options: AccountOption[] = [];
      for (let start = 0; start < linked.length; start += DESCRIBED_AT_ONCE) {
        const batch = linked.slice(start, start + DESCRIBED_AT_ONCE);
        options.push(...(await Promise.all(batch.map((each) => describe(api, each, { accessToken, call })))));
      }
      return options;
    },
    accountTokens: async (accountId, granted, call) => {
      const linked = await listLinked(api, { accessToken: granted.accessToken, call });
      const found = linked.find((each) => each.accountId === accountId);
      if (!found) throw unlinked();
      return { ...readTokenSet('photonet', found.page, { now: Date.now() }), scopes: granted.scopes };
    },
  };
}

interface Linked {
  readonly accountId: string;
  readonly account: Readonly<Record<string, unknown>>;
  readonly page: Readonly<Record<string, unknown>>;
}

interface Session {
  readonly accessToken: string;
  readonly call: CallContext;
}

/** Pages without a linked account are left out. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login */
async function listLinked(api: GraphApi, session: Session): Promise<readonly Linked[]> {
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

/** The list has no picture. A picture that cannot be had is no reason to hide the account. */
async function describe(api: GraphApi, { accountId, account }: Linked, session: Session): Promise<AccountOption> {
  try {
    const query = { fields: 'username,name,profile_picture_url' };
    const request = { method: 'GET', path: `/${accountId}`, query, effect: 'none' } as const;
    const { body } = await callGraph(api, request, session);
    return presentInstagramAccount(accountId, { ...account, ...body });
  } catch (error) {
    if (error instanceof PlatformError) return presentInstagramAccount(accountId, account);
    throw error;
  }
}

function unlinked(): PlatformError {
  return new PlatformError('photonet', {
    kind: 'not-found',
    code: 'network_not_found',
    message: 'this account is not linked with a page of the person who signed in; link it and connect photonet again',
  });
}
