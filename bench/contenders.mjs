import { copyFileSync, cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Visitor } from '../scripts/visitor.mjs';
import { buildPublish, platform, sendRequests } from './load.mjs';
import { cores, inRepository, startProgram } from './programs.mjs';
import { account, addProfile, createWorkspace, startSocialServer } from './social-server.mjs';

// The client that the sandbox documents; the server uses it with --sandbox-url.
const client = { client_id: 'social-sandbox', client_secret: 'social-sandbox-secret' };

/**
 * Starts the server under test and the reference on two copies of one database: same schema, same workspace, same key,
 * and one connected account, or that of each further profile too. They share a core, since only one of them is timed at a time.
 * @param {{directory: string, sandboxUrl: string, furtherProfiles?: number, posts?: number, preload?: string}} options `posts`:
 * number of published posts in both databases
 */
export async function startContenders({ directory, sandboxUrl, furtherProfiles, posts, preload }) {
  // Several parts start contenders in one run.
  const own = mkdtempSync(join(directory, 'contenders-'));
  const dataDir = join(own, 'ours');
  const { workspace, profiles, publishAs } = await prepare({ dataDir, sandboxUrl, furtherProfiles, posts });
  const database = join(dataDir, 'social.db');
  const copy = join(own, 'reference.db');
  copyFileSync(database, copy);
  const ours = await startSocialServer({ dataDir, sandboxUrl, preload, core: cores.server });
  const reference = await startReference({ database: copy, publishAs, preload, core: cores.server });
  return {
    ours: { ...ours, database },
    reference: { ...reference, database: copy },
    workspace,
    profiles,
    stop: () => Promise.all([ours.stop(), reference.stop()]),
  };
}

/** Starts the server on both sides; the calls to the reference have no Idempotency-Key. */
export async function startKeyContenders({ directory, sandboxUrl }) {
  const [keyed, keyless] = ['keyed', 'keyless'].map((name) => join(directory, name));
  const { workspace } = await prepare({ dataDir: keyed, sandboxUrl });
  cpSync(keyed, keyless, { recursive: true });
  const ours = await startSocialServer({ dataDir: keyed, sandboxUrl, core: cores.server });
  const reference = await startSocialServer({ dataDir: keyless, sandboxUrl, core: cores.server });
  async function stop() {
    await Promise.all([ours.stop(), reference.stop()]);
    if (countKeys(keyed) === 0) throw new Error('the side with keys has stored none');
    if (countKeys(keyless) > 0) throw new Error('the side without keys has stored some');
  }
  return { ours, reference: { ...reference, isKeyless: true }, workspace, stop };
}

/** Starts the server and another build of it, each on a database of its own. @param options `against`: folder of the other build's clone */
export async function startBuilds({ directory, sandboxUrl, against }) {
  const start = async (name, program) => {
    const dataDir = join(directory, name);
    const { workspace } = await prepare({ dataDir, sandboxUrl, program });
    const server = await startSocialServer({ dataDir, sandboxUrl, program, core: cores.server });
    return { ...server, workspace };
  };
  const ours = await start('this-build', undefined);
  const reference = await start('other-build', join(against, 'packages/server/dist/bin.js'));
  return { ours, reference, stop: () => Promise.all([ours.stop(), reference.stop()]) };
}

/** Creates a data directory with a connected workspace, and a token with which the reference can publish too. */
async function prepare({ dataDir, sandboxUrl, furtherProfiles = 0, posts = 0, program }) {
  const workspace = await createWorkspace(dataDir, { program });
  const first = await startSocialServer({ dataDir, sandboxUrl, program });
  const visitor = new Visitor(first.url);
  await visitor.signIn(account.email, account.password);
  await visitor.connect(platform);
  const { sandboxPath } = await findRegistration();
  const networkUrl = `${sandboxUrl}${sandboxPath}`;
  const publishAs = { url: networkUrl, accessToken: await takeToken(visitor, networkUrl) };
  await sendRequests(first.url, { count: posts, concurrency: 1, build: () => buildPublish({ workspace }) });
  const world = { serverUrl: first.url, sandboxUrl, workspace, visitor };
  const profiles = [];
  for (let n = 1; n <= furtherProfiles; n++) profiles.push(await addProfile(world, `account_${n}`));
  await first.stop();
  return { workspace, profiles, publishAs };
}

function countKeys(dataDir) {
  const db = new DatabaseSync(join(dataDir, 'social.db'), { readOnly: true });
  try {
    return db.prepare('select count(*) as count from idempotency_key').get().count;
  } finally {
    db.close();
  }
}

/** Starts the reference server on a database of ours. It can publish only with `publishAs`. */
export async function startReference({ database, publishAs, core, preload }) {
  const network = publishAs ? [publishAs.url, publishAs.accessToken, (await findRegistration()).apiVersion] : [];
  const program = inRepository('bench/reference-server.mjs');
  const reference = await startProgram([program, database, ...network], { core, preload });
  return { ...reference, url: reference.ready.url };
}

/** Finds the network of the account. Its build is there once the benchmarks have begun. */
async function findRegistration() {
  const { NETWORKS } = await import('../packages/platforms/dist/index.js');
  return NETWORKS.find((network) => network.platform === platform);
}

/** Gets a separate token for the reference: the same approval, but this program exchanges the code. */
async function takeToken(visitor, networkUrl) {
  const { authorizeUrl, callbackUrl } = await visitor.authorize(platform);
  const answer = await fetch(`${networkUrl}/oauth/v2/accessToken`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callbackUrl.searchParams.get('code') ?? '',
      redirect_uri: authorizeUrl.searchParams.get('redirect_uri') ?? '',
      ...client,
    }),
  });
  const { access_token: accessToken } = await answer.json();
  if (!accessToken) throw new Error(`the sandbox gave the reference no token, status ${answer.status}`);
  return accessToken;
}
