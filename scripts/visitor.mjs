/** Does with HTTP what a person does in the browser: signs in, and connects accounts through the networks' consent. */
export class Visitor {
  #base;
  #cookies = new Map();

  constructor(base) {
    this.#base = base;
  }

  async signIn(email, password) {
    await this.#json('POST', '/api/account/sign-in', { email, password });
  }

  /**
   * Asks a network for its consent, which it must give without asking. Returns the addresses on the way there and back.
   * @param named account or server, where the platform asks for it; `profileId` for another profile than the default one
   */
  async authorize(platform, named = {}) {
    const authorizeUrl = await this.#follow(`/api/auth/${platform}?${new URLSearchParams(named)}`);
    let callbackUrl = authorizeUrl;
    do callbackUrl = await this.#follow(callbackUrl);
    while (callbackUrl.origin !== this.#base);
    return { authorizeUrl, callbackUrl };
  }

  /** Connects the first account that a network offers, with its consent as above. Returns the account. */
  async connect(platform, named = {}) {
    const { callbackUrl } = await this.authorize(platform, named);
    await this.#follow(callbackUrl);
    const { options } = await this.#json('GET', `/api/connect/${platform}/options`);
    const chosen = { option: options[0], profileId: named.profileId };
    await this.#json('POST', `/api/connect/${platform}/confirm`, chosen);
    return options[0];
  }

  /** Visits an address that redirects. Returns where it leads. */
  async #follow(address) {
    const answer = await this.#visit('GET', address);
    if (answer.status !== 302) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return new URL(answer.headers.get('location'), answer.url);
  }

  async #json(method, path, body) {
    const answer = await this.#visit(method, path, body);
    const content = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${content.error}`);
    return content;
  }

  async #visit(method, address, body) {
    const url = new URL(address, this.#base);
    const isOwn = url.origin === this.#base;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(isOwn ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (isOwn) this.#keep(answer.headers.getSetCookie());
    return answer;
  }

  #keep(lines) {
    for (const line of lines) {
      const [pair] = line.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  }
}
