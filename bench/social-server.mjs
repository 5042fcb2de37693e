import { cores, inRepository, runProgram, startProgram } from './programs.mjs';

const bin = inRepository('packages/server/dist/bin.js');
const faultsBin = inRepository('packages/server/dist-faults/bin.js');
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
 * starts as it does beside the real networks. With `fault` it is the build for tests, and misbehaves so.
 * @param {{dataDir: string, sandboxUrl?: string, core?: number, fault?: string}} options dataDir: empty, or of an earlier start
 */
export async function startSocialServer({ dataDir, sandboxUrl, core, fault }) {
  const networks = sandboxUrl === undefined ? [] : ['--sandbox-url', sandboxUrl];
  const args = ['start', '--port', '0', '--data-dir', dataDir, ...networks, '--json'];
  const env = { SOCIAL_RATE_LIMIT: '9999999', ...(fault === undefined ? {} : { SOCIAL_FAULT: fault }) };
  const server = await startProgram(fault === undefined ? bin : faultsBin, args, { core, env });
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
