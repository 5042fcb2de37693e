import { type IncomingHttpHeaders, request } from 'node:http';
import type { BlueskyAccount } from '../../../src/servers/bluesky-server.ts';

interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const API = '/@atproto/oauth-provider/~api';
const PAGE_HEADERS = { 'user-agent': 'test', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** A browser that approves on the real server's pages, by the requests that they send. These belong to the server's version. */
export class ConsentBrowser {
  readonly #cookies = new Map<string, string>();

  /**
   * Approves a sign-in, and types the password where it is needed.
   * @returns address to which the browser is sent then
   * @throws Error when the server refuses
   */
  async approve(page: URL, { handle, password, did }: BlueskyAccount): Promise<URL> {
    const { text } = await this.#visit(page.href, { ...PAGE_HEADERS, 'sec-fetch-site': 'cross-site' });
    const isSignedIn = text.includes(JSON.stringify(`"did":"${did}"`).slice(1, -1));
    const credential = { locale: 'en-US', username: handle, password, remember: true };
    if (!isSignedIn) await this.#call(page, '/sign-in', credential);
    const { url } = await this.#call(page, '/consent', { did });
    const end = await this.#visit(url, { ...PAGE_HEADERS, 'sec-fetch-site': 'same-origin', referer: page.href });
    return new URL(end.headers.location ?? '');
  }

  async #call(page: URL, name: string, body: object): Promise<{ readonly url: string }> {
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'test', origin: page.origin, referer: page.href },
      ...{ 'x-csrf-token': this.#cookies.get('csrf-token') ?? '' },
      ...{ 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin' },
    };
    return JSON.parse((await this.#visit(`${page.origin}${API}${name}`, headers, body)).text);
  }

  async #visit(url: string, headers: Record<string, string>, body?: object): Promise<Page> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await exchange(url, { ...headers, ...(cookie !== '' && { cookie }) }, body);
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = set.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    if (answer.status >= 400) throw new Error(`${url} answered ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }
}

/** `fetch` would replace the headers with which browsers say where a request comes from. */
function exchange(url: string, headers: Record<string, string>, body?: object): Promise<Page> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: body ? 'POST' : 'GET', headers }, async (answer) => {
      const text = (await answer.setEncoding('utf8').toArray()).join('');
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    outgoing.once('error', reject).end(body && JSON.stringify(body));
  });
}
