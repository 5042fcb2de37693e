import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '@social/sandbox';
import { createSandboxControl, openWorkspace, PASSWORD, type SandboxControl, type Workspace } from '@social/testkit';
import {
  type Ended,
  runServer,
  type ServerProcess,
  startServer,
  temporaryDirectory,
} from './bad-input/server-process.ts';

const EMAIL = 'backup@example.org';

export interface ServedWorkspace extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly workspace: Workspace;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

type Variables = Readonly<Record<string, string>>;

/** A sandbox that outlives the servers, and data directories on which the built program is run. */
export interface BackupWorld extends AsyncDisposable {
  readonly sandbox: SandboxControl;
  readonly sandboxUrl: string;
  readonly directory: string;
  /** The first server's data directory; a workspace on it is connected to both platforms. */
  readonly data: string;
  readonly keys: string;
  readonly apiKey: string;
  /** Runs a command on a data directory, the first one unless another is named. */
  run(args: readonly string[], dataDir?: string, env?: Variables): Promise<Ended>;
  /** Runs a command with `--json` and returns what it printed. @throws Error when it ended with another status than 0 */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they read from it
  runJson(args: readonly string[], dataDir?: string, env?: Variables): Promise<any>;
  serve(dataDir?: string, env?: Variables, how?: { command?: readonly string[] }): Promise<ServedWorkspace>;
  /** Rows of a database in a data directory. */
  query<Row>(statement: string, dataDir?: string): Row[];
}

/** @param keys of the servers, one made for this world by default */
export async function createBackupWorld(keys = randomBytes(32).toString('base64')): Promise<BackupWorld> {
  const temporary = temporaryDirectory();
  const network = await startSandbox();
  const sandbox = createSandboxControl(network.url);
  const data = join(temporary.path, 'data');
  const started: ServerProcess[] = [];
  const envOf = (dataDir: string, more: Variables = {}) => ({
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_SECRET_KEYS: keys,
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'warn',
    ...more,
  });
  const run = (args: readonly string[], dataDir = data, more: Variables = {}) =>
    runServer(args, envOf(dataDir, more), { stopAfterMs: 60_000 });
  async function runJson(args: readonly string[], dataDir = data, more: Variables = {}) {
    const { code, stdout, stderr } = await run([...args, '--json'], dataDir, more);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
  async function serve(dataDir = data, more: Variables = {}, how: { command?: readonly string[] } = {}) {
    const server = await startServer(envOf(dataDir, more), ['--sandbox-url', network.url], how);
    started.push(server);
    const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
      server.child.kill(signal);
      return server.ended;
    };
    const workspace = openWorkspace(server.url, { ...ids, email: EMAIL });
    return { server, workspace, stop, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  function query<Row>(statement: string, dataDir = data): Row[] {
    const database = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 5_000 });
    try {
      return database.prepare(statement).all() as Row[];
    } finally {
      database.close();
    }
  }
  await sandbox.settings({ autoApprove: true });
  const made = ['workspace', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'pro'];
  const ids = await runJson(made);
  const first = await serve();
  await first.workspace.connect('profnet');
  await first.workspace.connect('microblog');
  await first.stop();
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
