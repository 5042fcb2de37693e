import { type Sandbox, sandboxApp } from '../../../src/index.ts';
import { type Answer, addressOf, call, fetchCode, formOf, redirectUri, textAt } from '../../support/sandbox.ts';

const pageScopes = 'pages_show_list,pages_manage_posts,pages_read_engagement';
const linkedScopes = `${pageScopes},instagram_basic,instagram_content_publish`;
export const instagramScopes = 'instagram_business_basic,instagram_business_content_publish';

/** The address of Facebook's or Instagram's authorize page; any parameter can be changed. */
export function dialogUrl(sandbox: Sandbox, path: string, changes: Record<string, string> = {}): string {
  return addressOf(sandbox.url + path, {
    ...{ client_id: sandboxApp.clientId, redirect_uri: redirectUri, response_type: 'code' },
    ...{ scope: linkedScopes, state: 'state-1', ...changes },
  });
}

/** Calls Facebook's token endpoint as the sandbox's app. */
export function exchangeFacebook(sandbox: Sandbox, fields: Record<string, string>) {
  const { clientId, clientSecret } = sandboxApp;
  const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
  return call(`${sandbox.url}/facebook/v25.0/oauth/access_token?${query}`);
}

/** Signs a person in to Facebook; returns the long-lived token, and the token of the person's own page. */
export async function signInToFacebook(sandbox: Sandbox, asked: string | { config_id: string } = linkedScopes) {
  const changes = typeof asked === 'string' ? { scope: asked } : { scope: '', ...asked };
  const code = await fetchCode(dialogUrl(sandbox, '/facebook/v25.0/dialog/oauth', changes));
  const short = await exchangeFacebook(sandbox, { code, redirect_uri: redirectUri });
  const shortToken = textAt(short.body, 'access_token');
  const long = await exchangeFacebook(sandbox, { grant_type: 'fb_exchange_token', fb_exchange_token: shortToken });
  const userToken = textAt(long.body, 'access_token');
  const pages = await call(`${sandbox.url}/facebook/v25.0/me/accounts`, bearer(userToken));
  return { short, long, shortToken, userToken, pageToken: textAt(pages.body, 'data', 0, 'access_token') };
}

/** Signs in to Instagram itself; returns the exchange of the code, and the long-lived token. */
export async function signInToInstagram(sandbox: Sandbox, scope = instagramScopes) {
  const code = await fetchCode(dialogUrl(sandbox, '/instagram/oauth/authorize', { scope }));
  const { clientId, clientSecret } = sandboxApp;
  const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'authorization_code', code };
  const form = formOf({ ...fields, redirect_uri: redirectUri });
  const exchange = () => call(`${sandbox.url}/instagram/oauth/access_token`, { method: 'POST', body: form });
  const short = await exchange();
  const query = new URLSearchParams({
    grant_type: 'ig_exchange_token',
    client_secret: clientSecret,
    access_token: textAt(short.body, 'access_token'),
  });
  const long = await call(`${sandbox.url}/instagram/access_token?${query}`);
  return { short, long, exchangeAgain: exchange, token: textAt(long.body, 'access_token') };
}

/** A request with a token, and with a JSON body if one is given. */
export function bearer(token: string, body?: unknown): RequestInit {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
}

/** Status, code and subcode of an error of the Graph. */
export function errorOf({ status, body }: Answer): readonly unknown[] {
  const { code, error_subcode: subcode } = (body as { error: { code: number; error_subcode?: number } }).error;
  return [status, code, subcode];
}
