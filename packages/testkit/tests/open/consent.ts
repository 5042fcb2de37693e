import { type IncomingMessage, request } from 'node:http';
import type { BlueskyAccount } from '../../src/servers/bluesky-server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Headers of a browser that follows a link, without which the server refuses to show its page. */
const FOLLOWING = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'user-agent': 'tests' };

/**
 * Signs in on the consent page of a real Bluesky server and allows what is asked for, by the requests of that page.
 * @param page address to which the browser was sent
 * @param cookies those of the browser, which gets the page's: with them it asks for each password once
 * @returns address to which the browser is sent back
 */
export async function consentTo(
  page: string,
  { handle, password, did }: BlueskyAccount,
  cookies: Map<string, string> = new Map(),
): Promise<string> {
  const { origin } = new URL(page);
  const send = async (address: string, headers: Record<string, string>, body?: object): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendRaw(address, { ...headers, ...(cookie !== '' && { cookie }) }, body);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const call = async (name: string, body: object, token?: string) => {
    const { status, text } = await send(
      `${origin}/@atproto/oauth-provider/~api/${name}`,
      {
        ...{ 'content-type': 'application/json', 'user-agent': 'tests', origin, referer: page },
        ...{ 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin' },
        'x-csrf-token': cookies.get('csrf-token') ?? '',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    );
    if (status !== 200) throw new Error(`${name} on the consent page answered ${status} ${text}`);
    return JSON.parse(text);
  };
  const { text } = await send(page, { ...FOLLOWING, 'sec-fetch-site': 'cross-site' });
  const isSignedIn = text.includes(JSON.stringify(`"did":"${did}"`).slice(1, -1));
  const credentials = { locale: 'en-US', username: handle, password, remember: true };
  const { ephemeralToken } = isSignedIn ? {} : await call('sign-in', credentials);
  const { url } = await call('consent', { did }, ephemeralToken);
  // A page elsewhere is opened at once, one of this machine through a page of the server.
  if (new URL(url).origin !== origin) return url;
  const back = await send(url, { ...FOLLOWING, 'sec-fetch-site': 'same-origin', referer: page });
  return back.headers.location ?? '';
}

/** Sends a request with exactly these headers: `fetch` would set `Host` and those of a browser itself. */
export function sendRaw(address: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sending = request(address, { method, headers }, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: received }));
    });
    sending.on('error', reject).end(text);
  });
}
