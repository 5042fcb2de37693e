import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestSection } from './changelog.mjs';
import { capture, programs, run, startProgram } from './programs.mjs';
import { Visitor } from './visitor.mjs';

const MINIMUM_NODE = 24;
const PORT = 8787;
const email = 'owner@example.com';
const password = 'demo-password';

if (Number.parseInt(process.versions.node, 10) < MINIMUM_NODE) {
  console.error(
    `This runs on Node ${process.version}; run it as: npx -y pnpm@12 demo (it brings Node ${MINIMUM_NODE})`,
  );
  process.exit(1);
}

const stopsAfterPost = process.argv.includes('--once');
const home = mkdtempSync(join(tmpdir(), 'social-demo-'));
const dataDir = join(home, 'data');
const environment = { ...process.env, SOCIAL_LOG_LEVEL: 'warn' };
let server;
let status = 1;
try {
  console.log('Starting a server with an embedded database and simulated networks …');
  server = await startProgram(
    [programs.server, 'start', '--sandbox', '--json', '--port', String(await freePort(PORT)), '--data-dir', dataDir],
    { env: environment },
  );
  const { url, sandboxUrl } = server.ready;
  const { apiKey } = JSON.parse(
    await capture(
      process.execPath,
      [
        programs.server,
        'workspace',
        'create',
        '--email',
        email,
        '--password',
        password,
        '--plan',
        'pro',
        '--data-dir',
        dataDir,
        '--json',
      ],
      { env: environment },
    ),
  );
  const platforms = await connectAll(url, sandboxUrl, apiKey);
  status = await publish(url, apiKey, platforms);
  console.log(`
Dashboard  ${url}    sign in with ${email} / ${password}
Networks   ${sandboxUrl}    what was published, as its readers see it`);
  if (!stopsAfterPost) {
    console.log(`
Try it yourself, in another terminal:
  export SOCIAL_BASE_URL=${url} SOCIAL_API_KEY=${apiKey}
  node packages/cli/dist/bin.js post "Hello" --to ${platforms.join(',')}
Ctrl-C stops everything and removes its data.`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), server.ended]);
    status = 0;
  }
} finally {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = status;

/** Connects every platform this server has a driver for, through the networks' real OAuth flow. */
async function connectAll(url, sandboxUrl, apiKey) {
  await setAutoApprove(sandboxUrl, true);
  const answer = await fetch(`${url}/api/connect/status`, { headers: { authorization: `Bearer ${apiKey}` } });
  const entries = Object.entries(await answer.json());
  const platforms = entries.filter(([, entry]) => entry.configured).map(([platform]) => platform);
  const visitor = new Visitor(url);
  await visitor.signIn(email, password);
  for (const platform of platforms) {
    const account = await visitor.connect(platform);
    console.log(`Connected ${platform} as ${account.name}`);
  }
  await setAutoApprove(sandboxUrl, false);
  return platforms;
}

/** From here on the consent page asks, as the real ones do. */
async function setAutoApprove(sandboxUrl, autoApprove) {
  await fetch(`${sandboxUrl}/_sandbox/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ autoApprove }),
  });
}

/** Publishes the newest section of the changelog with the `social` command. Returns its exit status. */
function publish(url, apiKey, platforms) {
  const notes = join(home, 'notes.txt');
  writeFileSync(notes, newestSection());
  console.log(`\n$ social post --file CHANGELOG.md (its newest section) --to ${platforms.join(',')} --fit shorten`);
  return run(
    process.execPath,
    [programs.cli, 'post', '--file', notes, '--to', platforms.join(','), '--fit', 'shorten'],
    {
      env: { ...environment, HOME: home, SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey },
    },
  );
}

/** The usual port while it is free, else any. */
async function freePort(wanted) {
  const probe = createServer();
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => probe.close(resolve));
  return isFree ? wanted : 0;
}
