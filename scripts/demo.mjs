import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestSection } from './changelog.mjs';
import { capture, programs, run, startProgram, step } from './programs.mjs';
import { connectAll } from './simulated.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** Oldest Node that the server runs on, such as `24.11`. */
const MINIMUM_NODE = engines.node.replace('>=', '');
const PORT = 8787;
const email = 'owner@example.com';
const password = 'demo-password';

if (process.versions.node.localeCompare(MINIMUM_NODE, undefined, { numeric: true }) < 0) {
  console.error(
    `This runs on Node ${process.version} and needs ${MINIMUM_NODE}. Run it as: npx -y pnpm@12 demo. Where that brings no Node for this system, install one.`,
  );
  process.exit(1);
}

const stopsAfterPost = process.argv.includes('--once');
const began = performance.now();
// Only now: an older Node cannot load it.
const { bundle } = await import('./bundle.mjs');
await step('Building the server, the command and the dashboard', () =>
  bundle({ folders: ['packages/server', 'packages/cli'] }),
);
const home = mkdtempSync(join(tmpdir(), 'social-demo-'));
const dataDir = join(home, 'data');
const environment = { ...process.env, SOCIAL_LOG_LEVEL: 'warn' };
let server;
let status = 1;
try {
  const { url, sandboxUrl, apiKey } = await step('Starting a server with simulated networks', start);
  const platforms = await step('Connecting every platform', () =>
    connectAll({ url, sandboxUrl, apiKey, email, password }),
  );
  for (const { label, account } of platforms) console.log(`  ${label} as ${account.name}`);
  status = await publish(url, apiKey, platforms);
  console.log(`
Dashboard  ${url}    sign in with ${email} / ${password}
Networks   ${sandboxUrl}    what was published, as its readers see it
Ready in ${((performance.now() - began) / 1_000).toFixed(1)} s, after the installation.`);
  if (!stopsAfterPost) {
    console.log(`
Try it yourself, in another terminal:
  ${toExport({ SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey })}
  node packages/cli/dist/bin.js post "Hello" --to ${takingWords(platforms).join(',')}
Ctrl-C stops everything and removes its data.`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), server.ended]);
  }
} finally {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = status;

/** Starts the server, and makes a workspace beside it. */
async function start() {
  const port = String(await freePort(PORT));
  const where = ['--data-dir', dataDir, '--json'];
  server = await startProgram([programs.server, 'start', '--sandbox', '--port', port, ...where], { env: environment });
  const create = ['workspace', 'create', '--email', email, '--password', password, '--plan', 'pro', ...where];
  const created = await capture(process.execPath, [programs.server, ...create], { env: environment });
  return { ...server.ready, ...JSON.parse(created) };
}

/** The platforms that take a post without a file. */
function takingWords(platforms) {
  return platforms.filter(({ media }) => !media.required).map(({ id }) => id);
}

/** Publishes with the `social` command to all platforms at once, then media. Returns the worst exit status. */
async function publish(url, apiKey, platforms) {
  const notes = join(home, 'notes.txt');
  writeFileSync(notes, newestSection());
  const files = fileURLToPath(new URL('demo-media/', import.meta.url));
  const picture = ['--media', join(files, 'picture.jpg'), '--alt', 'A light field on blue and gold'];
  const clip = ['--media', join(files, 'clip.mp4')];
  const those = (takes) => platforms.filter(takes).map(({ id }) => id);
  const posts = [
    [['--file', notes, '--fit', 'shorten', ...picture, ...clip, '--allow-left-out'], those(() => true)],
    [['Nothing but words'], takingWords(platforms)],
    [['A picture', ...picture], those(({ media }) => media.imageTypes.includes('image/jpeg'))],
    [['Four seconds of film', ...clip], those(({ media }) => media.videos > 0)],
  ];
  // The home directory, as the system and as Windows name it: the command reads no settings of the user.
  const env = { ...environment, HOME: home, USERPROFILE: home, SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey };
  let worst = 0;
  for (const [args, targets] of posts) {
    const shown = args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg.replace(files, 'scripts/demo-media/')));
    console.log(`\n$ social post ${shown.join(' ').replace(notes, 'NOTES.md')} --to ${targets.join(',')}`);
    const status = await run(process.execPath, [programs.cli, 'post', ...args, '--to', targets.join(',')], { env });
    worst = Math.max(worst, status);
  }
  return worst;
}

/** Returns the line that sets variables in the usual shell of this system. */
function toExport(variables) {
  const entries = Object.entries(variables);
  if (process.platform === 'win32') return entries.map(([name, value]) => `$env:${name}='${value}'`).join('; ');
  // Not on Windows: PowerShell has no `export`.
  return `export ${entries.map(([name, value]) => `${name}=${value}`).join(' ')}`;
}

/** The usual port if it is free, else any free port. */
async function freePort(wanted) {
  const probe = createServer();
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => probe.close(resolve));
  return isFree ? wanted : 0;
}
