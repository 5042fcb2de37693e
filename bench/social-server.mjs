import { cores, inRepository, runProgram, startProgram } from './programs.mjs';

const bin = inRepository('packages/server/dist/bin.js');
const sandboxBin = inRepository('packages/sandbox/dist/bin.js');

/** The account of every database that is measured. */
export const account = { email: 'bench@example.com', password: 'correct horse battery' };

/** Starts the simulated networks; they approve every authorization by themselves. */
export async function startSandbox() {
  const sandbox = await startProgram(sandboxBin, ['start', '--json'], { core: cores.sandbox });
  const { url } = sandbox.ready;
  await fetch(`${url}/_sandbox/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ autoApprove: true }),
  });
  return { ...sandbox, url };
}

/**
 * Starts the built server as it is shipped: only the request limit is raised, it still counts. Without `sandboxUrl` it
 * starts as it does beside the real networks.
 * @param {{dataDir: string, sandboxUrl?: string, core?: number}} options dataDir: empty, or of an earlier start
 */
export async function startSocialServer({ dataDir, sandboxUrl, core }) {
  const networks = sandboxUrl === undefined ? [] : ['--sandbox-url', sandboxUrl];
  const args = ['start', '--port', '0', '--data-dir', dataDir, ...networks, '--json'];
  const server = await startProgram(bin, args, { core, env: { SOCIAL_RATE_LIMIT: '9999999' } });
  return { ...server, url: server.ready.url };
}

/** Creates an account and its workspace, with credits that no run can use up, and returns its ids and API key. */
export function createWorkspace(dataDir, email = account.email) {
  const on = ['--data-dir', dataDir, '--email', email];
  const created = runProgram(bin, [
    'workspace',
    'create',
    ...on,
    '--password',
    account.password,
    '--plan',
    'pro',
    '--json',
  ]);
  runProgram(bin, ['workspace', 'credits', ...on, '--grant', '100000000']);
  return JSON.parse(created);
}
