import { join } from 'node:path';
import { capture, startProgram } from './programs.mjs';
import { Visitor } from './visitor.mjs';

const ACCOUNT = { email: 'owner@example.com', password: 'a-password-for-this-alone' };

/**
 * Uses the installed packages as people do: starts and ends server and sandbox on each Node, and publishes a post to one of
 * the servers with the command and the SDK of each Node. Returns the problems.
 * @param {{name: string, node: string, folder: string, hasServer: boolean}[]} installs
 */
export async function useInstalled(installs) {
  const problems = [];
  for (const install of installs) {
    problems.push(...(await startSandbox(install)));
    if (install.hasServer) problems.push(...(await withServer(install, async () => [])));
  }
  const host = installs.find(({ hasServer }) => hasServer);
  if (host === undefined) return [...problems, 'no Node here runs the server'];
  const published = await withServer(host, async (world) => {
    const found = [];
    for (const install of installs) found.push(...(await publishOnce(install, world)));
    return found;
  });
  return [...problems, ...published];
}

async function startSandbox({ name, node, folder }) {
  const sandbox = await startProgram([bin(folder, 'social-sandbox'), 'start', '--json'], { node, cwd: folder });
  const { posts } = await (await fetch(`${sandbox.ready.url}/_sandbox/posts`)).json();
  return [
    ...(await endOf(name, 'social-sandbox', sandbox)),
    ...(posts.length === 0 ? [] : [`${name}: posts from nowhere`]),
  ];
}

/** Starts the installed server with simulated networks, and a workspace that is connected to profnet. */
async function withServer({ name, node, folder }, use) {
  const dataDir = join(folder, 'data');
  const args = ['start', '--sandbox', '--json', '--port', '0', '--data-dir', dataDir];
  const env = { ...process.env, SOCIAL_LOG_LEVEL: 'warn' };
  const server = await startProgram([bin(folder, 'social-server'), ...args], { node, cwd: folder, env });
  const { url, sandboxUrl } = server.ready;
  const problems = [];
  try {
    const ready = await fetch(`${url}/readyz`);
    if (!ready.ok) problems.push(`${name}: /readyz answers ${ready.status}`);
    problems.push(...(await use({ node, folder, dataDir, url, sandboxUrl })));
  } finally {
    problems.push(...(await endOf(name, 'social-server', server)));
  }
  console.log(`${name}: the installed server started and ended`);
  return problems;
}

async function endOf(name, program, running) {
  await running.stop();
  const [code] = await running.ended;
  return code === 0 ? [] : [`${name}: ${program} ended with ${code} on SIGTERM`];
}

async function publishOnce({ name, node, folder }, world) {
  const apiKey = await createWorkspace(world, name);
  const env = { ...process.env, HOME: folder, SOCIAL_BASE_URL: world.url, SOCIAL_API_KEY: apiKey };
  const text = `Said on ${name}`;
  const post = () => capture(node, [bin(folder, 'social'), 'post', text, '--to', 'profnet'], { cwd: folder, env });
  const first = JSON.parse(await post());
  const second = JSON.parse(await post());
  const code = `
    const { createClient } = await import('@social/sdk');
    const { apiKey, baseUrl } = { apiKey: process.env.SOCIAL_API_KEY, baseUrl: process.env.SOCIAL_BASE_URL };
    const { posts } = await createClient({ apiKey, baseUrl }).posts.listPosts({});
    console.log(JSON.stringify(posts.map(({ id }) => id)));`;
  const listed = await capture(node, ['--input-type=module', '--eval', code], { cwd: folder, env });
  const { posts } = await (await fetch(`${world.sandboxUrl}/_sandbox/posts`)).json();
  const arrived = posts.filter((one) => one.text === text).length;
  console.log(`${name}: the installed command posted twice, ${arrived} arrived`);
  return [
    ...(arrived === 1 ? [] : [`${name}: ${arrived} posts arrived instead of one`]),
    ...(first.id === second.id ? [] : [`${name}: the second run made another post`]),
    ...(listed.trim() === JSON.stringify([first.id]) ? [] : [`${name}: the SDK lists ${listed.trim()}`]),
  ];
}

/** A separate workspace for each Node, connected as a person would. */
async function createWorkspace({ node, folder, dataDir, url, sandboxUrl }, name) {
  const email = `${name}-${ACCOUNT.email}`;
  const account = ['--email', email, '--password', ACCOUNT.password, '--plan', 'pro'];
  const args = ['workspace', 'create', ...account, '--data-dir', dataDir, '--json'];
  const { apiKey } = JSON.parse(await capture(node, [bin(folder, 'social-server'), ...args], { cwd: folder }));
  const headers = { 'content-type': 'application/json' };
  await fetch(`${sandboxUrl}/_sandbox/settings`, { method: 'PUT', headers, body: '{"autoApprove":true}' });
  const visitor = new Visitor(url);
  await visitor.signIn(email, ACCOUNT.password);
  await visitor.connect('profnet');
  return apiKey;
}

function bin(folder, command) {
  return join(folder, 'node_modules', '.bin', command);
}
