import { Readable } from 'node:stream';
import { Facebook } from 'arctic';
import upload from 'facebook-api-video-upload';
import { sandboxApp } from '../../src/oauth/apps.ts';

const facebook = new Facebook(sandboxApp.clientId, sandboxApp.clientSecret, 'http://127.0.0.1:9/callback');
const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'];
const back = await fetch(facebook.createAuthorizationURL('s', scopes), { redirect: 'manual' });
const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
const tokens = await facebook.validateAuthorizationCode(code);
const pages = await fetch(`https://graph.facebook.com/me/accounts?access_token=${tokens.accessToken()}`);
const { data } = (await pages.json()) as { data: { id: string; access_token: string }[] };
const [page] = data;
if (!page) throw new Error('no page is listed');
const video = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(3 * 1024 * 1024),
]);
const stream = Readable.from([video], { objectMode: false });
const { success } = await upload({ token: page.access_token, id: page.id, stream, description: 'in phases' });
process.stdout.write(JSON.stringify({ success, bytes: video.length }));
