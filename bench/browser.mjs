/** Follows the steps of a person in a browser: keeps the server's cookies, and redirects only where it is told to. */
export function createBrowser(serverUrl) {
  const cookies = new Map();

  async function visit(method, address, body) {
    const url = new URL(address, serverUrl);
    const isServer = url.origin === serverUrl;
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(isServer ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status >= 400) throw new Error(`${method} ${url.pathname} answered ${answer.status} ${await answer.text()}`);
    for (const line of isServer ? answer.headers.getSetCookie() : []) {
      const [pair] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { location: answer.headers.get('location') ?? '', text: await answer.text() };
  }

  return {
    signIn: (email, password) => visit('POST', '/api/account/sign-in', { email, password }),

    /** Connects the first account that the sandbox offers; the sandbox must approve by itself. */
    async connect(platform) {
      const start = await visit('GET', `/api/auth/${platform}`);
      const approved = await visit('GET', start.location);
      await visit('GET', approved.location);
      const { options } = JSON.parse((await visit('GET', `/api/connect/${platform}/options`)).text);
      await visit('POST', `/api/connect/${platform}/confirm`, { option: options[0] });
    },
  };
}
