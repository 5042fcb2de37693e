import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTestDatabase, queryDatabase } from '../packages/testkit/src/databases/databases.ts';
import { startPostgres } from '../packages/testkit/src/databases/postgres-server.ts';
import { createBrowser } from './browser.mjs';
import { addProfile, call, headersOf, network } from './connections.mjs';
import { cpuMs, cpuOfFamilyMs } from './processor.mjs';
import { account, createWorkspace, startSandbox, startSocialServer } from './social-server.mjs';

/** More posts than a run sends. */
const EVERY_CALL = 1_000_000;
/** Profiles of the neighbour, whose few posts must not wait for those of the others. */
const NEIGHBOURS = 10;

/**
 * Starts simulated networks and a database, and connects each profile of some workspaces to an account of its own. A further
 * workspace is their neighbour. Servers are started by `serveWith`, none is pinned to a core.
 * @param {{directory: string, dialect: 'postgres' | 'sqlite', workspaces: number, profiles: number}} options `profiles`: of
 * each workspace
 */
export async function startScaleWorld({ directory, dialect, workspaces, profiles }) {
  const sandbox = await startSandbox({ isPinned: false });
  const database = await openPlace(dialect);
  const servers = startServers({ directory, database, sandboxUrl: sandbox.url });
  const create = async (name, count) => {
    const email = `${name}@example.com`;
    const workspace = createWorkspace(servers.dataDirOf(0), { email, env: database.env });
    return { email, headers: headersOf(workspace), workspaceId: workspace.workspaceId, name, count };
  };
  // A command cannot write to a SQLite file that a server serves.
  const neighbour = await create('neighbour', NEIGHBOURS);
  const created = [];
  for (let n = 0; n < workspaces; n++) created.push(await create(`w${n}`, profiles));
  const [{ url }] = await servers.serveWith(1);
  const neighbours = await connectAll(neighbour, url, sandbox.url);
  const connected = [];
  for (const workspace of created) connected.push(...(await connectAll(workspace, url, sandbox.url)));
  const place = { url: database.url, dataDir: servers.dataDirOf(0) };
  return {
    ...servers,
    database,
    dialect,
    /** Channels of the workspaces, one of each workspace after another, and those of the neighbour. */
    channels: inTurn(connected, profiles),
    neighbours,
    place,
    query: (sql) => queryDatabase(place, sql),
    sandboxUrl: sandbox.url,
    /** Makes the network take its time for each post, after it has accepted it. */
    answerAfter: async (delayMs) => {
      await call(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
      const fault = { network, operation: 'publish', kind: 'slow', times: EVERY_CALL, delayMs };
      await control(sandbox.url, 'faults', fault);
    },
    /** Posts that each account has accepted, in their order, with the time. */
    accepted: async () => {
      const { posts } = await call(`${sandbox.url}/_sandbox/posts?network=${network}`);
      return Map.groupBy(posts, (post) => post.account);
    },
    /** Processor time that was used so far, in milliseconds. */
    cpu: () => ({
      servers: servers.running().reduce((sum, { pid }) => sum + cpuMs(pid), 0),
      database: database.cpuMs(),
      networks: cpuMs(sandbox.pid),
    }),
    stop: async () => {
      await servers.serveWith(0);
      await sandbox.stop();
      await database.stop();
    },
  };
}

/** Starts and stops servers on one database. */
function startServers({ directory, database, sandboxUrl }) {
  let running = [];
  const dataDirOf = (n) => join(directory, `data-${n}`);
  return {
    dataDirOf,
    running: () => running,
    /** Starts servers, or stops the last ones, until so many run. A server that has ended must be forgotten before. */
    async serveWith(count) {
      const tooMany = running.splice(count);
      await Promise.all(tooMany.map((server) => server.stop()));
      while (running.length < count) {
        const before = await database.workers();
        const dataDir = dataDirOf(running.length);
        const server = await startSocialServer({ dataDir, sandboxUrl, env: database.env });
        const [worker] = (await database.workers()).filter((id) => !before.includes(id));
        running.push({ ...server, worker });
      }
      return running;
    },
    forget(server) {
      running = running.filter((each) => each !== server);
    },
  };
}

/** Opens the place of the database: its settings for servers, and its processor time where it has processes of its own. */
async function openPlace(dialect) {
  if (dialect === 'sqlite') {
    const nothing = async () => undefined;
    return { url: undefined, env: {}, workers: async () => [], cpuMs: () => 0, stop: nothing };
  }
  const postgres = await startPostgres();
  const { url } = await createTestDatabase(postgres.url);
  const query = (sql) => queryDatabase({ url, dataDir: '' }, sql);
  let pid;
  const findProcess = async () => {
    const [{ file }] = await query(`select pg_read_file('postmaster.pid') as file`);
    pid = Number.parseInt(file, 10);
  };
  await findProcess();
  const [{ data_directory: data }] = await query('show data_directory');
  // An interrupted or failed run leaves no process. First, since a directory in which a server still writes cannot be removed.
  const end = () => {
    process.kill(pid, 'SIGQUIT');
    rmSync(dirname(data), { recursive: true, force: true });
  };
  process.prependOnceListener('exit', end);
  return {
    url,
    env: { SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') },
    workers: async () => {
      const [{ exists }] = await query(`select to_regclass('worker') is not null as exists`);
      return exists ? (await query('select id from worker')).map(({ id }) => id) : [];
    },
    cpuMs: () => cpuOfFamilyMs(pid),
    crash: async () => {
      await postgres.crash();
      await findProcess();
    },
    stop: async () => {
      process.removeListener('exit', end);
      await postgres.stop();
    },
  };
}

async function connectAll({ email, headers, workspaceId, name, count }, serverUrl, sandboxUrl) {
  const browser = createBrowser(serverUrl);
  await browser.signIn(email, account.password);
  const channels = [];
  for (let n = 0; n < count; n++) {
    const username = `${name}_${n}`;
    const { id, slug } = await addProfile({ serverUrl, sandboxUrl, headers, browser }, username);
    channels.push({ username, headers, workspaceId, profileId: id, profile: slug });
  }
  return channels;
}

function inTurn(channels, ofEach) {
  return channels.toSorted((one, other) => (channels.indexOf(one) % ofEach) - (channels.indexOf(other) % ofEach));
}

function control(url, path, body) {
  const headers = { 'content-type': 'application/json' };
  return call(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}
