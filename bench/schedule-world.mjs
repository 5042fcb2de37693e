import { createBrowser } from './browser.mjs';
import { addProfile, call, connectAccount, headersOf, network, platform } from './connections.mjs';
import { sendRequests } from './load.mjs';
import { account, createWorkspace, startSandbox, startSocialServer } from './social-server.mjs';

const BYSTANDER = 'bystander@example.com';

/**
 * Starts server and simulated networks as separate processes. One workspace has `accounts` profiles, each connected to another
 * account; a second workspace, the bystander, has one.
 * @param {{dataDir: string, accounts: number}} options
 */
export async function startScheduleWorld({ dataDir, accounts }) {
  const workspace = createWorkspace(dataDir);
  const bystander = createWorkspace(dataDir, BYSTANDER);
  const sandbox = await startSandbox();
  const server = await startSocialServer({ dataDir, sandboxUrl: sandbox.url });
  const headers = headersOf(workspace);
  const sandboxUrl = sandbox.url;
  await connectAccount({ sandboxUrl, browser: await signIn(server, BYSTANDER) }, { username: 'bystander' });
  const owner = { serverUrl: server.url, sandboxUrl, headers, browser: await signIn(server, account.email) };
  const profiles = [];
  for (let index = 0; index < accounts; index++) profiles.push(await addProfile(owner, `account_${index}`));
  return {
    server,
    sandbox,
    headers,
    bystander: headersOf(bystander),
    profiles,
    /** Posts that each account has accepted, in their order, with the time. */
    async accepted() {
      const { posts } = await call(`${sandbox.url}/_sandbox/posts?network=${network}`);
      return Map.groupBy(posts, (post) => post.account);
    },
    stop: async () => {
      await server.stop();
      await sandbox.stop();
    },
  };
}

/** Schedules posts, each `{account, text, dueAt}`: the posts of an account one after another, accounts in parallel. */
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

async function signIn({ url }, email) {
  const browser = createBrowser(url);
  await browser.signIn(email, account.password);
  return browser;
}
