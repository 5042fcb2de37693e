import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connectSandbox, type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { createLogger, readConfig, startApp } from '@social/server';
import { openWorkspace, type Workspace } from '@social/testkit';
import {
  type Ended,
  type HowToRun,
  makeWorkspace,
  runServer,
  type ServerProcess,
  startServer,
  temporaryDirectory,
  type Variables,
} from '../../../src/programs/server-process.ts';

const EMAIL = 'backup@example.org';

/** A running server, and the workspace as seen through it. */
export interface ServedWorkspace extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly workspace: Workspace;
  stop: ServerProcess['stop'];
}

/** A sandbox that outlives the servers, and data directories on which the built program runs. */
export interface BackupWorld extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  readonly directory: string;
  /** The first server's data directory; a workspace on it is connected to both platforms. */
  readonly data: string;
  readonly keys: string;
  readonly apiKey: string;
  /** Runs a command on a data directory, the first one unless another is named. */
  run(args: readonly string[], dataDir?: string, env?: Variables, how?: HowToRun): Promise<Ended>;
  /** Runs a command with `--json` and returns what it printed. @throws Error when it ended with another status than 0 */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read from it
  runJson(args: readonly string[], dataDir?: string, env?: Variables): Promise<any>;
  serve(dataDir?: string, env?: Variables, how?: HowToRun): Promise<ServedWorkspace>;
  /** Runs SQL on the database in a data directory, and returns its rows. */
  query<Row>(statement: string, dataDir?: string): Row[];
}

/** Makes a world with one server's data. @param keys of the servers; a new one when left out */
export async function createBackupWorld(keys = randomBytes(32).toString('base64')): Promise<BackupWorld> {
  const temporary = temporaryDirectory();
  const network = await startSandbox();
  const sandbox = connectSandbox(network.url);
  const data = join(temporary.path, 'data');
  const started: ServerProcess[] = [];
  const envOf = (dataDir: string, more: Variables = {}) => ({
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_SECRET_KEYS: keys,
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'warn',
    ...more,
  });
  const run = (args: readonly string[], dataDir = data, more: Variables = {}, how: HowToRun = {}) =>
    runServer(args, envOf(dataDir, more), { stopAfterMs: 60_000, ...how });
  async function runJson(args: readonly string[], dataDir = data, more: Variables = {}) {
    const { code, stdout, stderr } = await run([...args, '--json'], dataDir, more);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
  async function serve(dataDir = data, more: Variables = {}, how: HowToRun = {}) {
    const args = ['--sandbox-url', network.url];
    const server = await startServer(envOf(dataDir, more), args, { hashesQuickly: true, ...how });
    started.push(server);
    const { stop, [Symbol.asyncDispose]: kill } = server;
    return { server, workspace: openWorkspace(server.url, ids), stop, [Symbol.asyncDispose]: kill };
  }
  function query<Row>(statement: string, dataDir = data): Row[] {
    using database = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 5_000 });
    return database.prepare(statement).all() as Row[];
  }
  await sandbox.settings({ autoApprove: true });
  const ids = await makeWorkspace(envOf(data), EMAIL);
  const app = await startApp({
    config: readConfig({ ...envOf(data), SOCIAL_PORT: '0' }),
    logger: createLogger('silent'),
    sandbox: { url: network.url, ...sandboxApp },
  });
  for (const platform of ['profnet', 'microblog']) await openWorkspace(app.url, ids).connect(platform);
  await app.close();
  return {
    sandbox,
    sandboxUrl: network.url,
    directory: temporary.path,
    data,
    keys,
    apiKey: ids.apiKey,
    run,
    runJson,
    serve,
    query,
    async [Symbol.asyncDispose]() {
      for (const server of started) await server[Symbol.asyncDispose]();
      await network.close();
      temporary[Symbol.dispose]();
    },
  };
}
