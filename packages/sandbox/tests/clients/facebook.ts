import { Facebook } from 'arctic';
import { sandboxApp } from '../../src/world/apps.ts';

const { clientId, clientSecret } = sandboxApp;
const facebook = new Facebook(clientId, clientSecret, 'http://127.0.0.1:9/callback');
const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
const approved = await fetch(facebook.createAuthorizationURL('s', scopes), { redirect: 'manual' });
const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';
const tokens = await facebook.validateAuthorizationCode(code);

const graph = async (path: string, token: string, method = 'GET'): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`https://graph.facebook.com/v25.0/${path}`, { method, headers })).json() as never;
};
const { data } = (await graph('me/accounts', tokens.accessToken())) as { data: readonly { access_token: string }[] };
const pageToken = data[0]?.access_token ?? '';
const post = await graph('me/feed?message=hello&fields=permalink_url', pageToken, 'POST');
const read = await graph(`${post['id']}?fields=permalink_url`, pageToken);
const page = await fetch(String(read['permalink_url']));
process.stdout.write(JSON.stringify({ posted: post, read, status: page.status }));
