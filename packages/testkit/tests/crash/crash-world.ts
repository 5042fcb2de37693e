import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type AcceptedPost, connectSandbox, type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { createLogger, grantCredits, readConfig, startApp } from '@social/server';
import { createTestDatabase, type ProxiedExchange, startNetworkProxy, type Workspace } from '@social/testkit';
import { dumpDatabase, PREPARED, queryDatabase } from '../../src/databases/databases.ts';
import {
  commandContext,
  type Ended,
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
  temporaryDirectory,
  type Variables,
} from '../../src/programs/server-process.ts';
import type { BlueskyServer } from '../../src/servers/bluesky-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../src/servers/webhook-receiver.ts';
import { openWorkspace } from '../../src/stack/workspace.ts';
import { connectByPassword, leadTo } from '../open/bluesky-stack.ts';
import { connectSeveral, type ProfileAccounts } from './accounts.ts';
import { startTokenTap } from './token-tap.ts';

/** A sandbox that outlives its servers, a database, and servers that are killed on it. */
export interface CrashWorld extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Address of the sandbox for `--sandbox-url`. */
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly apiKeys: readonly string[];
  /** Secrets that must not be stored in clear: API keys, secrets of webhooks, and every token that a network has issued. */
  readonly secrets: readonly string[];
  /** Receiver of every workspace's events, where `webhooks` was set. */
  readonly receiver: WebhookReceiver | null;
  /** Publishes to profnet as they passed, where `recordsPublishes` was set. */
  readonly exchanges: readonly ProxiedExchange[];
  /** Accounts of Mastodon by profile, where `severalAccounts` was set. */
  readonly accounts: readonly ProfileAccounts[];
  /** Every line that servers which have ended had logged. */
  readonly log: readonly string[];
  /** Variables of its servers and commands. */
  readonly env: Variables;
  /** Reads every post that the networks have accepted. */
  accepted(): Promise<readonly Accepted[]>;
  /** Runs SQL on the database while servers run. */
  query<Row extends object>(statement: string): Promise<Row[]>;
  /** Returns the whole content of the database as text to search in. */
  dump(): Promise<string>;
  /** Starts a server and kills it this many milliseconds later, whether it answers by then or not. */
  startAndKill(afterMs: number): Promise<void>;
  /** Runs another command of the program to its end. */
  run(args: readonly string[], variables?: Variables): Promise<Ended>;
  /**
   * Starts a server.
   * @param variables for example `SOCIAL_FAULT`: the point at which it is to die
   * @param program another build
   */
  start(variables?: Variables, program?: string): Promise<RunningServer>;
}

/** A post that a network has accepted. */
export type Accepted = Pick<AcceptedPost, 'network' | 'id' | 'account' | 'text' | 'replyToId' | 'deletedAt'>;

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** The workspaces, as seen through this server. */
  readonly workspaces: readonly Workspace[];
  /** Sends it a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it, if it has not died already, and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Waits for its end, but not for longer than given. Resolves with true when it has ended. */
  hasEnded(withinMs: number): Promise<boolean>;
}

export interface CrashWorldOptions {
  /** Number of workspaces; each has separate accounts at every network. */
  readonly workspaces: number;
  /** Credits that each is granted in addition to its plan's. */
  readonly credits?: number;
  /** A Postgres server to make a database on; without one it is SQLite. */
  readonly postgresUrl?: string;
  /** Data directory, in place of one that is removed with the world. */
  readonly dataDir?: string;
  /** Records publishes to profnet, in their order: see `exchanges`. */
  readonly recordsPublishes?: boolean;
  /** Variables of every server. */
  readonly variables?: Variables;
  /** A real Bluesky server in place of the simulated one: what it has accepted is read from its repositories. */
  readonly bluesky?: BlueskyServer;
  /** What servers of Mastodon do with a repeated key; they hold a lock on it when left out. */
  readonly mastodonKeys?: 'racing' | 'none' | undefined;
  /** Connects each workspace to three accounts of Mastodon, and two of them to a second profile as well. */
  readonly severalAccounts?: boolean;
  /** Gives each workspace a webhook endpoint of every kind. */
  readonly webhooks?: boolean;
}

/** The platforms of the load, and the network of each. */
export const NETWORK_OF = { microblog: 'x', profnet: 'linkedin', bluesky: 'bluesky', mastodon: 'mastodon' } as const;

/** Returns the network of a target's platform. */
export function networkOf(platform: string): string | undefined {
  return (NETWORK_OF as Record<string, string>)[platform];
}

type Ids = Awaited<ReturnType<typeof makeWorkspace>>;

/** Makes a world with connected workspaces, in which no server runs yet. */
export async function createCrashWorld(options: CrashWorldOptions): Promise<CrashWorld> {
  const directory = temporaryDirectory();
  const dataDir = options.dataDir ?? directory.path;
  const database =
    options.postgresUrl === undefined
      ? { url: undefined, drop: async () => undefined }
      : await createTestDatabase(
          options.postgresUrl,
          options.postgresUrl === process.env['SOCIAL_TEST_POSTGRES_URL'] ? PREPARED : undefined,
        );
  const sandbox = await startSandbox();
  const control = connectSandbox(sandbox.url);
  const tap = await startTokenTap(sandbox.url);
  const receiver = options.webhooks ? await startWebhookReceiver() : null;
  const webhookSecrets: string[] = [];
  const proxy = options.recordsPublishes ? await startNetworkProxy() : null;
  if (proxy) proxy.target = sandbox.url;
  const env = {
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'debug',
    ...(proxy ? { SOCIAL_PROFNET_API_URL: `${proxy.url}/linkedin` } : {}),
    ...(database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url }),
    ...(options.bluesky && leadTo(options.bluesky)),
    ...options.variables,
  };
  const args = ['--sandbox-url', tap.url];
  const log: string[] = [];
  const running = new Set<ServerProcess>();
  const dids: string[] = [];
  const accounts: ProfileAccounts[] = [];
  let known: Ids[] = [];

  async function start(variables: Variables = {}, program = FAULTS_PROGRAM): Promise<RunningServer> {
    const server = await startServer({ ...env, ...variables }, args, { program, hashesQuickly: true });
    running.add(server);
    return {
      url: server.url,
      pid: server.child.pid ?? 0,
      workspaces: known.map((ids) => openWorkspace(server.url, ids)),
      signal: (signal) => server.child.kill(signal),
      async kill(signal = 'SIGKILL') {
        const { code, signal: by, stderr } = await server.stop(signal);
        if (running.delete(server)) log.push(...linesOf(stderr));
        return { code, signal: by };
      },
      hasEnded: (withinMs) => Promise.race([server.ended.then(() => true), delay(withinMs, false)]),
    };
  }

  async function close(): Promise<void> {
    await Promise.all([...running].map((server) => server[Symbol.asyncDispose]()));
    await Promise.all([sandbox.close(), tap.close(), proxy?.close(), receiver?.[Symbol.asyncDispose]()]);
    await database.drop();
    directory[Symbol.dispose]();
  }

  const world: CrashWorld = {
    sandbox: control,
    sandboxUrl: tap.url,
    dataDir,
    env,
    get apiKeys() {
      return known.map(({ apiKey }) => apiKey);
    },
    get secrets() {
      return [...known.map(({ apiKey }) => apiKey), ...tap.tokens, ...webhookSecrets];
    },
    receiver,
    exchanges: proxy?.exchanges ?? [],
    accounts,
    accepted: async () => [...(await control.posts()), ...(await readRepositories(options.bluesky, dids))],
    log,
    query: <Row extends object>(statement: string) =>
      queryDatabase({ url: database.url, dataDir }, statement) as Promise<Row[]>,
    dump: () => dumpDatabase({ url: database.url, dataDir }),
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
    known = await makeWorkspaces(options, env);
    // In this process, since a process of its own takes longer to start than to do this.
    await using app = await startApp({
      config: { ...readConfig({ ...env, SOCIAL_PORT: '0' }), mediaFromLoopback: true },
      logger: createLogger(env.SOCIAL_LOG_LEVEL, collect(log)),
      sandbox: { url: tap.url, ...sandboxApp },
    });
    const workspaces = known.map((ids) => openWorkspace(app.url, ids));
    await control.settings({ mastodon: { idempotency: options.mastodonKeys ?? null } });
    dids.push(...(await connectAll(control, workspaces, options.bluesky)));
    if (options.severalAccounts) accounts.push(...(await connectSeveral(control, workspaces)));
    if (receiver) webhookSecrets.push(...(await createEndpoints(workspaces, receiver)));
    return world;
  } catch (error) {
    await close();
    throw error;
  }
}

function collect(log: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(...linesOf(chunk.toString()));
      done();
    },
  });
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

async function makeWorkspaces({ workspaces, credits = 0 }: CrashWorldOptions, env: Variables): Promise<Ids[]> {
  const made: Ids[] = [];
  for (let index = 0; index < workspaces; index += 1) {
    const ids = await makeWorkspace(env, `crash-${index}@example.com`);
    if (credits > 0) await grantCredits({ email: ids.email, grant: String(credits) }, commandContext(env));
    made.push(ids);
  }
  return made;
}

/** Connects every workspace to separate accounts at every network. @returns ids of the accounts at a real Bluesky server */
async function connectAll(
  sandbox: Sandbox,
  workspaces: readonly Workspace[],
  bluesky: BlueskyServer | undefined,
): Promise<string[]> {
  await sandbox.settings({ autoApprove: true });
  const dids: string[] = [];
  for (const [index, workspace] of workspaces.entries()) {
    for (const [platform, network] of Object.entries(NETWORK_OF)) {
      const username = `crash_${index}`;
      if (bluesky && platform === 'bluesky') {
        const account = await bluesky.createAccount(`crash-${index}-${randomBytes(5).toString('hex')}`);
        await connectByPassword(bluesky, workspace, account);
        dids.push(account.did);
        continue;
      }
      await sandbox.addAccount({ network, username, name: username });
      await sandbox.settings({ authorizeAs: username });
      await workspace.connect(platform, undefined, `crash-${index}.bsky.test`);
    }
  }
  return dids;
}

/** Gives each workspace an endpoint of every kind. @returns their secrets, without the prefix that all have */
async function createEndpoints(workspaces: readonly Workspace[], { url }: WebhookReceiver): Promise<string[]> {
  const made = await Promise.all(workspaces.map(({ api }) => api('POST', '/api/webhook-endpoints', { body: { url } })));
  return made.map(({ body }) => (body.secret as string).slice('whsec_'.length));
}

async function readRepositories(bluesky: BlueskyServer | undefined, dids: readonly string[]): Promise<Accepted[]> {
  const lists = await Promise.all(dids.map((did) => bluesky?.readPosts(did) ?? []));
  return lists.flatMap((records, index) =>
    records.map(({ uri, value: { text, reply } }) => {
      const account = `crash_${index}`;
      return { network: 'bluesky', id: uri, account, text, replyToId: reply?.parent.uri ?? null, deletedAt: null };
    }),
  );
}
