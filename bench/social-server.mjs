import { apiOf, control } from '../scripts/simulated.mjs';
import { network, platform } from './load.mjs';
import { cores, inRepository, runProgram, startProgram } from './programs.mjs';

const bin = inRepository('packages/server/dist/bin.js');
const sandboxBin = inRepository('packages/sandbox/dist/bin.js');

/** The account of every measured database. */
export const account = { email: 'bench@example.com', password: 'correct horse battery' };

/** Starts the simulated networks, which approve every authorization automatically. */
export async function startSandbox({ core = cores.sandbox } = {}) {
  const sandbox = await startProgram([sandboxBin, 'start', '--json'], { core });
  const { url } = sandbox.ready;
  await control(url, 'PUT', 'settings', { autoApprove: true });
  return { ...sandbox, url };
}

/**
 * Starts the published build with a raised request limit, which still counts. Uses the real networks without `sandboxUrl`.
 * @param {{dataDir: string, sandboxUrl?: string, core?: number, preload?: string, env?: Record<string, string>, program?: string}}
 * options `dataDir`: empty, or of an earlier start; `env`: further settings; `program`: the server of another build
 */
export async function startSocialServer({ dataDir, sandboxUrl, core, preload, env = {}, program = bin }) {
  const networks = sandboxUrl === undefined ? [] : ['--sandbox-url', sandboxUrl];
  const args = [program, 'start', '--port', '0', '--data-dir', dataDir, ...networks, '--json'];
  const server = await startProgram(args, { core, preload, env: { ...env, SOCIAL_RATE_LIMIT: '9999999' } });
  return { ...server, url: server.ready.url };
}

/** Creates an account and its workspace, with more credits than a run can use. @returns the ids and API key */
export async function createWorkspace(dataDir, { email = account.email, env = {}, program = bin } = {}) {
  const on = ['--data-dir', dataDir, '--email', email];
  const choices = ['--password', account.password, '--plan', 'pro', '--json'];
  const created = await runProgram([program, 'workspace', 'create', ...on, ...choices], env);
  await runProgram([program, 'workspace', 'credits', ...on, '--grant', '100000000'], env);
  return JSON.parse(created);
}

/**
 * Adds a profile to the workspace and connects it to a new account of the simulated network.
 * @param {{serverUrl: string, sandboxUrl: string, workspace: {apiKey: string}, visitor: object}} world
 */
export async function addProfile({ serverUrl, sandboxUrl, workspace, visitor }, username) {
  const { profile } = await apiOf(serverUrl, workspace.apiKey)('POST', '/api/profiles', { name: username });
  await control(sandboxUrl, 'POST', 'accounts', { network, username, name: username });
  await control(sandboxUrl, 'PUT', 'settings', { authorizeAs: username });
  await visitor.connect(platform, { profileId: profile.id });
  return profile;
}
