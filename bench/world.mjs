import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createTestDatabase, queryDatabase } from '../packages/testkit/src/databases/databases.ts';
import { startPostgres } from '../packages/testkit/src/databases/postgres-server.ts';
import { control } from '../scripts/simulated.mjs';
import { Visitor } from '../scripts/visitor.mjs';
import { network } from './load.mjs';
import { cpuMs, cpuOfFamilyMs } from './processor.mjs';
import { account, addProfile, createWorkspace, startSandbox, startSocialServer } from './social-server.mjs';

/** More posts than a run sends. */
const EVERY_CALL = 1_000_000;
/** Workspaces, profiles of each, and those of the neighbour, whose few posts must not wait for those of the others. */
const WORKSPACES = 10;
const PROFILES = 25;
const NEIGHBOURS = 10;

/**
 * Starts simulated networks and a Postgres, and connects each profile of some workspaces to an account of its own. A further
 * workspace is their neighbour. Servers are started by `serveWith`, none is pinned to a core.
 */
export async function startWorld(directory) {
  const sandbox = await startSandbox({ core: undefined });
  const database = await openDatabase();
  const servers = startServers({ directory, database, sandboxUrl: sandbox.url });
  const [{ url }] = await servers.serveWith(1);
  const connect = async (name, count) => {
    const email = `${name}@example.com`;
    const workspace = await createWorkspace(join(directory, 'data-0'), { email, env: database.env });
    const visitor = new Visitor(url);
    await visitor.signIn(email, account.password);
    const channels = [];
    for (let n = 0; n < count; n++) {
      const username = `${name}_${n}`;
      const world = { serverUrl: url, sandboxUrl: sandbox.url, workspace, visitor };
      const { id, slug } = await addProfile(world, username);
      channels.push({ username, workspace, profileId: id, profile: slug });
    }
    return channels;
  };
  const neighbours = await connect('neighbour', NEIGHBOURS);
  const connected = [];
  for (let n = 0; n < WORKSPACES; n++) connected.push(await connect(`w${n}`, PROFILES));
  return {
    ...servers,
    /** Channels of the workspaces, one of each workspace after another, and those of the neighbour. */
    channels: connected[0].flatMap((_, n) => connected.map((channels) => channels[n])),
    neighbours,
    query: database.query,
    /** Makes the network take its time for each post, after it has accepted it. */
    answerAfter: async (delayMs) => {
      await control(sandbox.url, 'DELETE', 'faults');
      const fault = { network, operation: 'publish', kind: 'slow', times: EVERY_CALL, delayMs };
      await control(sandbox.url, 'POST', 'faults', fault);
    },
    /** Posts that each account has accepted, in their order, with the time. */
    accepted: async () => {
      const { posts } = await control(sandbox.url, 'GET', `posts?network=${network}`);
      return Map.groupBy(posts, (post) => post.account);
    },
    /** Processor time that was used so far, in milliseconds. */
    cpu: () => ({
      servers: servers.running().reduce((sum, { pid }) => sum + cpuMs(pid), 0),
      database: cpuOfFamilyMs(database.pid),
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
  return {
    running: () => running,
    /** Starts servers, or stops the last ones, until so many run. A server that has ended must be forgotten before. */
    async serveWith(count) {
      const tooMany = running.splice(count);
      await Promise.all(tooMany.map((server) => server.stop()));
      while (running.length < count) {
        const before = await database.workers();
        const dataDir = join(directory, `data-${running.length}`);
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

/** Starts Postgres with an empty database, which ends with this process. */
async function openDatabase() {
  const postgres = await startPostgres();
  const { url } = await createTestDatabase(postgres.url);
  const query = (sql) => queryDatabase({ url, dataDir: '' }, sql);
  const [{ file }] = await query(`select pg_read_file('postmaster.pid') as file`);
  const [{ data_directory: data }] = await query('show data_directory');
  const pid = Number.parseInt(file, 10);
  // First, since a directory in which a server still writes cannot be removed.
  const end = () => {
    process.kill(pid, 'SIGQUIT');
    rmSync(dirname(data), { recursive: true, force: true });
  };
  process.prependOnceListener('exit', end);
  return {
    pid,
    query,
    env: { SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') },
    /** Ids of the servers that run. */
    workers: async () => {
      const [{ exists }] = await query(`select to_regclass('worker') is not null as exists`);
      return exists ? (await query('select id from worker')).map(({ id }) => id) : [];
    },
    stop: async () => {
      process.removeListener('exit', end);
      await postgres.stop();
    },
  };
}
