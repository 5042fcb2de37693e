import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython, installWithPip } from '../needs/pip.mjs';
import { capture, programs, run, startProgram } from '../programs.mjs';
import { apiOf, connectAll } from '../simulated.mjs';

const VERSION = '4.32.5';
/** With the same Hypothesis, which makes the requests, a seed makes the same ones. */
const PACKAGES = [`schemathesis==${VERSION}`, 'hypothesis==6.170.17'];
const SEED = 20_260;
const OWNER = { email: 'owner@example.org', password: 'contract-password' };
const [settings, hooks] = ['contract.toml', 'contract_hooks.py'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** Tries the contract that the built server serves with Schemathesis, whose rules are not ours. Returns the exit status. */
export async function testContract(isLong) {
  const python = findPython();
  if (python === null) {
    console.log('Left out: Schemathesis needs Python 3.11 or newer as `python3`, with pip or on Debian.');
    return 0;
  }
  const packages = await installWithPip(`schemathesis-${VERSION}`, python, PACKAGES);
  const home = await mkdtemp(join(tmpdir(), 'social-contract-'));
  const env = { PATH: process.env.PATH, SOCIAL_DATA_DIR: home, SOCIAL_RATE_LIMIT: 'off', SOCIAL_LOG_LEVEL: 'error' };
  try {
    const server = await startProgram([programs.server, 'start', '--sandbox', '--json', '--port', '0'], { env });
    try {
      const world = await fillServer(server.ready, env);
      return await runSchemathesis(world, { packages, home, examples: isLong ? 300 : 30 });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Makes a workspace with connected accounts, posts and a draft. */
async function fillServer({ url, sandboxUrl }, env) {
  const { email, password } = OWNER;
  const create = ['workspace', 'create', '--email', email, '--password', password, '--plan', 'pro', '--json'];
  const { apiKey } = JSON.parse(await capture(process.execPath, [programs.server, ...create], { env }));
  await connectAll({ url, sandboxUrl, apiKey, ...OWNER });
  const call = apiOf(url, apiKey);
  await call('POST', '/api/v1/posts', { text: 'Now', platforms: ['profnet', 'microblog'] });
  await call('POST', '/api/v1/posts', { text: 'Later', platforms: ['profnet'], scheduledFor: '2040-01-01T10:00:00Z' });
  await call('POST', '/api/v1/drafts', { text: 'Draft', platforms: ['profnet'] });
  return { url, apiKey, session: await signIn(url) };
}

async function signIn(url) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/account/sign-in`, { method: 'POST', headers, body: JSON.stringify(OWNER) });
  return /=([^;]+)/.exec(answer.headers.getSetCookie()[0])[1];
}

async function runSchemathesis({ url, apiKey, session }, { packages, home, examples }) {
  const limits = ['--seed', String(SEED), '--max-examples', String(examples)];
  const args = [join(packages, 'bin/st'), '--config-file', settings, 'run', `${url}/openapi.json`, ...limits];
  const status = await run('python3', args, {
    cwd: home,
    env: {
      ...{ ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
      ...{ SCHEMATHESIS_HOOKS: hooks, SOCIAL_API_KEY: apiKey, SOCIAL_SESSION: session },
    },
  });
  // Without these, the last requests would have tried refusals only.
  const platforms = Object.values(await apiOf(url, apiKey)('GET', '/api/connect/status'));
  const account = await fetch(`${url}/api/account`, { headers: { cookie: `social.session_token=${session}` } });
  const isWhole = platforms.every(({ connected }) => connected) && account.ok;
  if (!isWhole) console.error('A request ended the session or took the accounts away: keep later runs from making it.');
  return isWhole ? status : 1;
}
