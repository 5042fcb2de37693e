/** Follows the steps of a person in a browser: keeps the server's cookies, and leaves redirects to the caller. */
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
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${method} ${url.pathname} answered ${answer.status} ${text}`);
    for (const line of isServer ? answer.headers.getSetCookie() : []) {
      const [pair] = line.split(';');
      const equals = pair.indexOf('=');
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return { location: answer.headers.get('location') ?? '', text };
  }

  /** Starts a connection at the network, which has to approve it automatically. @returns the addresses on the way there and back */
  async function authorize(platform, profileId) {
    const query = profileId === undefined ? '' : `?profileId=${profileId}`;
    const start = await visit('GET', `/api/auth/${platform}${query}`);
    const approved = await visit('GET', start.location);
    return { authorizeUrl: new URL(start.location), callbackUrl: new URL(approved.location) };
  }

  return {
    signIn: (email, password) => visit('POST', '/api/account/sign-in', { email, password }),
    authorize,

    /** Connects the first account that the network offers, to the default profile unless one is named. */
    async connect(platform, profileId) {
      const { callbackUrl } = await authorize(platform, profileId);
      await visit('GET', callbackUrl);
      const { options } = JSON.parse((await visit('GET', `/api/connect/${platform}/options`)).text);
      await visit('POST', `/api/connect/${platform}/confirm`, { option: options[0], profileId });
    },
  };
}
