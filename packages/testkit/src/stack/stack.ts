import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { connectSandbox, type Sandbox, type Settings, sandboxApp, startSandbox } from '@social/sandbox';
import {
  type App,
  type Clock,
  type CommandContext,
  type Config,
  changePlan,
  createLogger,
  createWorkspace,
  grantCredits,
  readConfig,
  startApp,
} from '@social/server';
import { createServersDatabase, type DatabaseRow, dumpDatabase, queryDatabase } from '../databases/databases.ts';
import { type Api, createApi } from './api.ts';
import { Browserless } from './browserless.ts';
import { hashQuickly, PASSWORD } from './quick-password.ts';
import { openWorkspace, type Workspace, type WorkspaceIds } from './workspace.ts';

export interface StackOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Settings that have no variable, such as time-outs. */
  readonly config?: Partial<Config>;
  /** Plans of the server's catalogue, as a plans file holds them; the built-in ones when left out. */
  readonly plans?: object;
  /** A Postgres server to use, whatever database the test run is about. */
  readonly postgresUrl?: string;
}

/** A further server of a stack. */
export interface Replica {
  readonly url: string;
  /** Calls this server as the workspace. */
  apiOf(workspace: Workspace): Api;
  close(): Promise<void>;
}

/** A server and a sandbox with a temporary data directory, in this process. */
export interface Stack extends AsyncDisposable {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  /** Address of the stack's database on Postgres; undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  /** Every line the server has logged so far. */
  readonly log: readonly string[];
  /** Calls without a key. */
  readonly anonymous: Api;
  /** @param options plan of the catalogue, `pro` when left out, and platforms to connect at once */
  createWorkspace(options?: { plan?: string; connect?: readonly string[] }): Promise<Workspace>;
  /** Signs up through the API: a workspace on the free plan, made by the server's own clock. Sign-up must be open. */
  signUp(): Promise<Workspace>;
  /** Connects a platform while the sandbox has other settings, such as a short `tokenLifetimeSeconds`; restores them. */
  connectWith(settings: Partial<Settings>, workspace: Workspace, platform: string): Promise<void>;
  setPlan(workspace: Workspace, plan: string): Promise<void>;
  grant(workspace: Workspace, credits: number): Promise<void>;
  /** Runs SQL that both databases understand directly on the server's database. */
  query(statement: string): Promise<DatabaseRow[]>;
  /** Returns the whole content of the server's database as text to search in. */
  dump(): Promise<string>;
  browser(): Browserless;
  /** Stops the server and starts another one on the same data and sandbox, with changes to its environment if given. */
  restart(changes?: NodeJS.ProcessEnv): Promise<void>;
  /** Starts a further server on the same database and sandbox, which ends with the stack. Only Postgres takes several. */
  startReplica(): Promise<Replica>;
  close(): Promise<void>;
}

/** Starts server and sandbox; the sandbox approves every authorization without asking. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  hashQuickly();
  const dataDir = mkdtempSync(join(tmpdir(), 'social-stack-'));
  const database = await createServersDatabase(options.postgresUrl);
  const { SOCIAL_TEST_SQLITE_FILE } = process.env;
  if (database.url === undefined && SOCIAL_TEST_SQLITE_FILE)
    copyFileSync(SOCIAL_TEST_SQLITE_FILE, join(dataDir, 'social.db'));
  const sandbox = await startSandbox();
  await sandbox.settings({ autoApprove: true });
  const plansFile = join(dataDir, 'plans.json');
  if (options.plans) writeFileSync(plansFile, JSON.stringify(options.plans));
  const env: NodeJS.ProcessEnv = {
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_PORT: '0',
    SOCIAL_SIGN_UP: 'open',
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'debug',
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    ...(database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url }),
    ...(options.plans ? { SOCIAL_PLANS_FILE: plansFile } : {}),
    ...options.env,
  };
  const log: string[] = [];
  const start = (port: string): Promise<App> =>
    startApp({
      config: { ...readConfig({ ...env, SOCIAL_PORT: port }), mediaFromLoopback: true, ...options.config },
      logger: createLogger(env['SOCIAL_LOG_LEVEL'] ?? 'debug', collect(log)),
      sandbox: { url: sandbox.url, ...sandboxApp },
      ...(options.clock ? { clock: options.clock } : {}),
    });
  let app: App | null = await start('0');
  const { url } = app;
  const command = (out: string[] = []): CommandContext => ({
    env,
    signal: new AbortController().signal,
    stdout: (line) => out.push(line),
    stderr: () => undefined,
    readStdin: async () => '',
    ask: async () => '',
  });

  const replicas: App[] = [];
  async function close(): Promise<void> {
    await Promise.all([app, ...replicas].map((each) => each?.close()));
    await sandbox.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    url,
    sandboxUrl: sandbox.url,
    sandbox: connectSandbox(sandbox.url),
    dataDir,
    databaseUrl: database.url,
    log,
    anonymous: createApi(url, null),
    async createWorkspace({ plan = 'pro', connect = [] } = {}) {
      const email = `${randomUUID()}@example.com`;
      const out: string[] = [];
      await createWorkspace({ email, password: PASSWORD, plan, json: true }, command(out));
      const made = JSON.parse(out[0] ?? '{}') as WorkspaceIds;
      const workspace = openWorkspace(url, { ...made, email });
      for (const platform of connect) await workspace.connect(platform);
      return workspace;
    },
    async signUp() {
      const email = `${randomUUID()}@example.com`;
      const browser = new Browserless(url);
      const { body } = await browser.visit('POST', '/api/account/sign-up', { body: { email, password: PASSWORD } });
      const profiles = await browser.visit('GET', '/api/profiles');
      const key = await browser.visit('POST', '/api/keys', { body: { name: 'First key' } });
      const ids = { workspaceId: body.workspaceId, profileId: profiles.body.profiles[0].id, apiKey: key.body.rawKey };
      return openWorkspace(url, { ...ids, email });
    },
    async connectWith(settings, workspace, platform) {
      const before = await sandbox.settings();
      try {
        await sandbox.settings(settings);
        await workspace.connect(platform);
      } finally {
        await sandbox.settings(before);
      }
    },
    setPlan: ({ email }, plan) => changePlan({ email, plan }, command()),
    grant: ({ email }, credits) => grantCredits({ email, grant: String(credits) }, command()),
    query: (statement) => queryDatabase({ url: database.url, dataDir }, statement),
    dump: () => dumpDatabase({ url: database.url, dataDir }),
    browser: () => new Browserless(url),
    async restart(changes = {}) {
      await app?.close();
      // When the start fails, `close` finds no server to close.
      app = null;
      Object.assign(env, changes);
      // `fetch` needs a moment to see that its idle connections are closed, or it writes the next request to one of them.
      await delay(50);
      app = await start(new URL(url).port);
    },
    async startReplica() {
      const replica = await start('0');
      replicas.push(replica);
      return {
        url: replica.url,
        apiOf: ({ apiKey }) => createApi(replica.url, apiKey),
        async close() {
          replicas.splice(replicas.indexOf(replica), 1);
          await replica.close();
        },
      };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}
