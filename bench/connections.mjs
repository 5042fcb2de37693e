/** The platform of the published posts; its network takes a post in one call. */
export const platform = 'profnet';
/** The simulated network's own name. */
export const network = 'linkedin';

/**
 * Adds a profile to the workspace and connects it to a new account of the simulated network.
 * @param {{serverUrl: string, sandboxUrl: string, headers: object, browser: object}} world
 */
export async function addProfile({ serverUrl, headers, ...world }, username) {
  const { profile } = await call(`${serverUrl}/api/profiles`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: username }),
  });
  await connectAccount(world, { username, profileId: profile.id });
  return profile;
}

/** Creates an account of the simulated network and connects it, to the default profile unless one is named. */
export async function connectAccount({ sandboxUrl, browser }, { username, profileId }) {
  const control = (path, method, body) =>
    call(`${sandboxUrl}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await control('accounts', 'POST', { network, username, name: username });
  await control('settings', 'PUT', { authorizeAs: username });
  await browser.connect(platform, profileId);
}

/** Headers of a workspace's requests. */
export function headersOf({ apiKey }) {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
}

/** Makes a request. @returns the JSON of the answer @throws Error unless the answer is a success */
export async function call(url, options) {
  const answer = await fetch(url, options);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${options?.method ?? 'GET'} ${url} answered ${answer.status} ${text}`);
  return JSON.parse(text);
}
