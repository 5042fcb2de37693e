import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '@social/sandbox';
import {
  createSandboxControl,
  createTestDatabase,
  type ProxiedExchange,
  type SandboxControl,
  startNetworkProxy,
  type Workspace,
} from '@social/testkit';
import { dumpDatabase, queryDatabase } from '../../src/databases.ts';
import { PASSWORD } from '../../src/quick-password.ts';
import { openWorkspace, type WorkspaceIds } from '../../src/workspace.ts';
import {
  type Ended,
  FAULTS_PROGRAM,
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
  temporaryDirectory,
} from '../once/bad-input/server-process.ts';
import { startTokenTap } from './token-tap.ts';

/** A sandbox that outlives its servers, a database, and servers that are killed on it. */
export interface CrashWorld extends AsyncDisposable {
  readonly sandbox: SandboxControl;
  readonly dataDir: string;
  readonly apiKeys: readonly string[];
  /** What must not be written down in clear: API keys, and every token that a network has issued. */
  readonly secrets: readonly string[];
  /** Publishes to profnet as they passed, where that was asked for. */
  readonly exchanges: readonly ProxiedExchange[];
  /** Every line that servers which have ended had logged. */
  readonly log: readonly string[];
  /** How long each start took until the server answered, in milliseconds. */
  readonly starts: readonly number[];
  /** Variables of its servers and commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Asks the database, beside the servers. */
  query<Row extends object>(statement: string): Promise<Row[]>;
  /** Everything the database holds, as text to be searched. */
  dump(): Promise<string>;
  /** Starts a server and kills it this many milliseconds later, whether it answers by then or not. */
  startAndKill(afterMs: number): Promise<void>;
  /** Runs another command of the program to its end. */
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Starts a server. @param variables for example `SOCIAL_FAULT`: the point at which it is to die */
  start(variables?: Readonly<Record<string, string>>): Promise<RunningServer>;
}

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** The workspaces, as seen through this server. */
  readonly workspaces: readonly Workspace[];
  /** Sends it a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it, if it has not died already, and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Waits for its end, but not for longer. True: it has ended. */
  hasEnded(withinMs: number): Promise<boolean>;
}

export interface CrashWorldOptions {
  /** How many; each has accounts of its own at both networks. */
  readonly workspaces: number;
  /** Granted to each beside its plan's. */
  readonly credits?: number;
  /** A Postgres server to make a database on; without one it is SQLite. */
  readonly postgresUrl?: string;
  /** Where the data are, in place of a directory that is removed with the world. */
  readonly dataDir?: string;
  /** Whether publishes to profnet are recorded too, with the times they took: see `exchanges`. */
  readonly recordsPublishes?: boolean;
  /** Variables of every server. */
  readonly variables?: Readonly<Record<string, string>>;
}

const PLATFORMS = [
  ['microblog', 'x'],
  ['profnet', 'linkedin'],
] as const;

type Ids = WorkspaceIds & { readonly email: string };

/** A world with connected workspaces and no server yet. */
export async function createCrashWorld(options: CrashWorldOptions): Promise<CrashWorld> {
  const directory = temporaryDirectory();
  const dataDir = options.dataDir ?? directory.path;
  const database =
    options.postgresUrl === undefined
      ? { url: undefined, drop: async () => undefined }
      : await createTestDatabase(options.postgresUrl);
  const sandbox = await startSandbox();
  const control = createSandboxControl(sandbox.url);
  const tap = await startTokenTap(sandbox.url);
  const proxy = options.recordsPublishes ? await startNetworkProxy() : null;
  if (proxy) proxy.target = sandbox.url;
  const env = {
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'debug',
    ...(proxy ? { SOCIAL_PROFNET_API_URL: `${proxy.url}/linkedin` } : {}),
    ...(database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url }),
    ...options.variables,
  };
  const args = ['--sandbox-url', tap.url];
  const log: string[] = [];
  const starts: number[] = [];
  const running = new Set<ServerProcess>();
  let known: Ids[] = [];

  async function start(variables: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
    const begun = performance.now();
    const server = await startServer({ ...env, ...variables }, args, { program: FAULTS_PROGRAM });
    starts.push(performance.now() - begun);
    running.add(server);
    return {
      url: server.url,
      pid: server.child.pid ?? 0,
      workspaces: known.map((ids) => openWorkspace(server.url, ids)),
      signal: (signal) => server.child.kill(signal),
      async kill(signal = 'SIGKILL') {
        server.child.kill(signal);
        const { code, signal: by, stderr } = await server.ended;
        if (running.delete(server)) log.push(...linesOf(stderr));
        return { code, signal: by };
      },
      hasEnded: (withinMs) => Promise.race([server.ended.then(() => true), delay(withinMs, false)]),
    };
  }

  async function close(): Promise<void> {
    await Promise.all([...running].map((server) => server[Symbol.asyncDispose]()));
    await Promise.all([sandbox.close(), tap.close(), proxy?.close()]);
    await database.drop();
    directory[Symbol.dispose]();
  }

  const world: CrashWorld = {
    sandbox: control,
    dataDir,
    env,
    get apiKeys() {
      return known.map(({ apiKey }) => apiKey);
    },
    get secrets() {
      return [...known.map(({ apiKey }) => apiKey), ...tap.tokens];
    },
    exchanges: proxy?.exchanges ?? [],
    log,
    starts,
    query: <Row extends object>(statement: string) =>
      queryDatabase({ url: database.url, dataDir }, statement) as Promise<Row[]>,
    dump: () => dumpDatabase({ url: database.url, dataDir: dataDir }),
    async startAndKill(afterMs) {
      const variables = { SOCIAL_PORT: '0', ...env };
      const { child, ended } = spawnServer(['start', '--json', ...args], variables, { program: FAULTS_PROGRAM });
      await delay(afterMs);
      child.kill('SIGKILL');
      log.push(...linesOf((await ended).stderr));
    },
    run: (args, variables = {}) => runServer(args, { ...env, ...variables }),
    start,
    [Symbol.asyncDispose]: close,
  };
  try {
    known = await createWorkspaces(options, env);
    await connectAll(world);
    return world;
  } catch (error) {
    await close();
    throw error;
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

async function createWorkspaces(
  { workspaces: count, credits = 0 }: CrashWorldOptions,
  env: Readonly<Record<string, string>>,
): Promise<Ids[]> {
  const made: Ids[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `crash-${index}@example.com`;
    const args = ['workspace', 'create', '--email', email, '--password', PASSWORD, '--plan', 'pro', '--json'];
    const { stdout, stderr } = await runServer(args, env);
    if (stdout === '') throw new Error(`the workspace could not be created: ${stderr}`);
    if (credits > 0) await runServer(['workspace', 'credits', '--email', email, '--grant', String(credits)], env);
    made.push({ ...(JSON.parse(stdout) as WorkspaceIds), email });
  }
  return made;
}

/** Connects every workspace to accounts of its own at both networks. */
async function connectAll({ sandbox, start }: CrashWorld): Promise<void> {
  await sandbox.settings({ autoApprove: true });
  const server = await start();
  for (const [index, workspace] of server.workspaces.entries()) {
    for (const [platform, network] of PLATFORMS) {
      const username = `crash_${index}`;
      await sandbox.addAccount({ network, username, name: username });
      await sandbox.settings({ authorizeAs: username });
      await workspace.connect(platform);
    }
  }
  await server.kill('SIGTERM');
}
