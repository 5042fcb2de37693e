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

  /** Connects the first account that a network offers. The network must approve without asking. @param named account or server, where the platform asks for it */
  async connect(platform, named = {}) {
    let address = `/api/auth/${platform}?${new URLSearchParams(named)}`;
    while (!address.startsWith('/connect/')) {
      const answer = await this.#visit('GET', address);
      if (answer.status !== 302) throw new Error(`connecting ${platform}: ${address} answered ${answer.status}`);
      address = answer.headers.get('location');
    }
    const { options } = await this.#json('GET', `/api/connect/${platform}/options`);
    await this.#json('POST', `/api/connect/${platform}/confirm`, { option: options[0] });
    return options[0];
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
