import { createBrowser } from './browser.mjs';
import { platform } from './contenders.mjs';
import { sendRequests } from './load.mjs';
import { account, createWorkspace, startSandbox, startSocialServer } from './social-server.mjs';

const BYSTANDER = 'bystander@example.com';
const NETWORK = 'linkedin';

/**
 * Server and simulated networks as processes of their own. One workspace has `accounts` profiles, each connected to an account
 * of its own; a second workspace, the bystander, has one.
 * @param {{dataDir: string, accounts: number}} options
 */
export async function startScheduleWorld({ dataDir, accounts }) {
  const workspace = createWorkspace(dataDir);
  const bystander = createWorkspace(dataDir, BYSTANDER);
  const sandbox = await startSandbox();
  const server = await startSocialServer({ dataDir, sandboxUrl: sandbox.url });
  const world = { server, sandbox, headers: headersOf(workspace), bystander: headersOf(bystander) };
  await connect(world, { email: BYSTANDER, username: 'bystander' });
  const profiles = [];
  for (let index = 0; index < accounts; index++) profiles.push(await addProfile(world, `account_${index}`));
  return {
    ...world,
    profiles,
    /** Texts that each account has taken, in the order in which it took them, with when it took them. */
    async accepted() {
      const { posts } = await call(`${sandbox.url}/_sandbox/posts?network=${NETWORK}`);
      return Map.groupBy(posts, (post) => post.account);
    },
    stop: async () => {
      await server.stop();
      await sandbox.stop();
    },
  };
}

/** Schedules posts, each `{account, text, dueAt}`: those of one account one after another, accounts side by side. */
export async function schedule({ server, headers, profiles }, posts) {
  const build = ({ account: index, text, dueAt }) => ({
    method: 'POST',
    path: '/api/v1/posts',
    headers,
    body: JSON.stringify({
      text,
      platforms: [platform],
      profile: profiles[index].slug,
      scheduledFor: new Date(dueAt).toISOString(),
    }),
  });
  const ofAccounts = [...Map.groupBy(posts, (post) => post.account).values()];
  const lanes = Array.from({ length: 8 }, (_, lane) => ofAccounts.filter((_, index) => index % 8 === lane).flat());
  await Promise.all(
    lanes.map((lane) => sendRequests(server.url, { count: lane.length, concurrency: 1, build: (n) => build(lane[n]) })),
  );
}

async function addProfile(world, username) {
  const { profile } = await call(`${world.server.url}/api/profiles`, {
    method: 'POST',
    headers: world.headers,
    body: JSON.stringify({ name: username }),
  });
  await connect(world, { email: account.email, username, profileId: profile.id });
  return profile;
}

const browsers = new Map();

async function connect({ server, sandbox }, { email, username, profileId }) {
  const control = (path, method, body) =>
    call(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await control('accounts', 'POST', { network: NETWORK, username, name: username });
  await control('settings', 'PUT', { authorizeAs: username });
  const browser = browsers.get(email) ?? createBrowser(server.url);
  if (!browsers.has(email)) await browser.signIn(email, account.password);
  browsers.set(email, browser);
  await browser.connect(platform, profileId);
}

function headersOf({ apiKey }) {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
}

async function call(url, options) {
  const answer = await fetch(url, options);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${options?.method ?? 'GET'} ${url} answered ${answer.status} ${text}`);
  return JSON.parse(text);
}
