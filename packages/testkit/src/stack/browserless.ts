import { isPlatformId, platformFacts } from '@social/types';
import { type ApiAnswer, checkedAnswer } from './api.ts';

/** Server and account that a person names before signing in at an open network. With a sandbox, every server leads there. */
const NAMED = { host: 'fosstodon.org', handle: 'sandbox-owner.bsky.test' } as const;

/** The query that names the account or its server, for platforms that ask for it. */
export function namedAt(platform: string, handle: string = NAMED.handle): Record<string, string> {
  const { signIn } = isPlatformId(platform) ? platformFacts(platform) : {};
  return signIn ? { [signIn.asks]: signIn.asks === 'handle' ? handle : NAMED[signIn.asks] } : {};
}

/** A browser without a screen. It keeps the server's cookies and follows the steps of a person. */
export class Browserless {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** One request without following redirects; cookies are sent to the server only. */
  async visit(
    method: string,
    address: string,
    call: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer> {
    const url = new URL(address, this.#baseUrl);
    const isOwn = url.origin === this.#baseUrl;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(isOwn && cookie !== '' ? { cookie } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
    if (!isOwn) return { status: answer.status, headers: answer.headers, text: await answer.text(), body: undefined };
    this.#keep(answer.headers.getSetCookie());
    return checkedAnswer(method, url.pathname, answer);
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), value);
    }
  }

  /** Signs in; the session cookie is kept. */
  async signIn(email: string, password: string): Promise<void> {
    const { status, text } = await this.visit('POST', '/api/account/sign-in', { body: { email, password } });
    if (status !== 200) throw new Error(`sign-in answered ${status} ${text}`);
  }

  /** Walks from the start to the network and back to the callback's answer; the sandbox has to approve without asking. */
  async authorize(platform: string, profileId?: string, handle: string = NAMED.handle): Promise<ApiAnswer> {
    const query = new URLSearchParams({ ...namedAt(platform, handle), ...(profileId && { profileId }) });
    const start = await this.visit('GET', `/api/auth/${platform}?${query}`);
    const consent = await this.visit('GET', start.headers.get('location') ?? '');
    return this.visit('GET', consent.headers.get('location') ?? '');
  }

  /**
   * Connects the first account that the network offers.
   * @param handle account that signs in, at networks that ask for it
   */
  async connect(platform: string, profileId?: string, handle?: string): Promise<ApiAnswer> {
    await this.authorize(platform, profileId, handle);
    const { body } = await this.visit('GET', `/api/connect/${platform}/options`);
    return this.visit('POST', `/api/connect/${platform}/confirm`, {
      body: { option: body.options[0], ...(profileId ? { profileId } : {}) },
    });
  }
}
