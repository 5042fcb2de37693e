import { Visitor } from './visitor.mjs';

/** Names for the sign-in at open networks; with simulated networks every server leads to the simulated one. */
const NAMED = { host: 'fosstodon.org', handle: 'sandbox-owner.bsky.test' };
/** The bot and the channel that the simulated network begins with. */
const SANDBOX_BOT = { botToken: '7000000001:sandbox-bot-token-known-to-everyone', chatId: '@sandbox_channel' };

/** Calls an API with a key. The function that it returns throws when the answer is an error. */
export function apiOf(url, apiKey) {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const content = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${content.error}`);
    return content;
  };
}

/**
 * Connects every available platform of a server with simulated networks, through the network's sign-in or with the token of a
 * bot. Returns the platforms with their accounts, and prints nothing.
 */
export async function connectAll({ url, sandboxUrl, apiKey, email, password }) {
  await setAutoApprove(sandboxUrl, true);
  const api = apiOf(url, apiKey);
  const { platforms } = await api('GET', '/api/v1/platforms');
  const visitor = new Visitor(url);
  await visitor.signIn(email, password);
  const connected = [];
  for (const platform of platforms.filter(({ configured }) => configured)) {
    const { id, connectWith, signIn } = platform;
    const named = signIn && { [signIn.asks]: NAMED[signIn.asks] };
    const account = connectWith === 'token' ? await connectBot(api, id) : await visitor.connect(id, named);
    connected.push({ ...platform, account });
  }
  await setAutoApprove(sandboxUrl, false);
  return connected;
}

async function connectBot(api, platform) {
  const { account } = await api('POST', `/api/connect/${platform}/token`, SANDBOX_BOT);
  return account;
}

/** Makes the consent page ask, as the real ones do, or approve without asking. */
function setAutoApprove(sandboxUrl, autoApprove) {
  return control(sandboxUrl, 'PUT', 'settings', { autoApprove });
}

/** Calls the control API of simulated networks. @throws Error when the answer is an error */
export async function control(sandboxUrl, method, path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} of the sandbox answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
