import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sandboxApp, startSandbox } from '@social/sandbox';
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
import { type Api, createApi } from './api.ts';
import { Browserless } from './browserless.ts';
import { createTestDatabase } from './databases.ts';
import { createSandboxControl, type SandboxControl } from './sandbox-control.ts';

/** An account with its workspace, as a test uses it. */
export interface Workspace {
  readonly workspaceId: string;
  readonly profileId: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
  readonly api: Api;
  /** Connects the sandbox's owner account to a platform of the default or the given profile. */
  connect(platform: string, profileId?: string): Promise<void>;
}

export interface StackOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Settings that have no variable, such as time-outs. */
  readonly config?: Partial<Config>;
}

/** A server and a sandbox with a temporary data directory, in this process. */
export interface Stack extends AsyncDisposable {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly sandbox: SandboxControl;
  readonly dataDir: string;
  /** Every line the server has logged so far. */
  readonly log: readonly string[];
  /** Calls without a key. */
  readonly anonymous: Api;
  createWorkspace(options?: { plan?: 'free' | 'pro' }): Promise<Workspace>;
  setPlan(workspace: Workspace, plan: 'free' | 'pro'): Promise<void>;
  grant(workspace: Workspace, credits: number): Promise<void>;
  browser(): Browserless;
  /** Stops the server and starts another one on the same data and sandbox. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts server and sandbox; the sandbox approves every authorization by itself. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'social-stack-'));
  const database = await createTestDatabase();
  const sandbox = await startSandbox();
  const control = createSandboxControl(sandbox.url);
  await control.settings({ autoApprove: true });
  const env: NodeJS.ProcessEnv = {
    SOCIAL_DATA_DIR: dataDir,
    SOCIAL_PORT: '0',
    SOCIAL_SIGN_UP: 'open',
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'debug',
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    ...(database.url === undefined ? {} : { SOCIAL_DATABASE_URL: database.url }),
    ...options.env,
  };
  const log: string[] = [];
  const start = (port: string): Promise<App> =>
    startApp({
      config: { ...readConfig({ ...env, SOCIAL_PORT: port }), mediaFromLoopback: true, ...options.config },
      logger: createLogger('debug', collect(log)),
      sandbox: { url: sandbox.url, ...sandboxApp },
      ...(options.clock ? { clock: options.clock } : {}),
    });
  let app = await start('0');
  const { url } = app;
  const command = (out: string[] = []): CommandContext => ({
    env,
    signal: new AbortController().signal,
    stdout: (line) => out.push(line),
    stderr: () => undefined,
    readStdin: async () => '',
  });

  async function close(): Promise<void> {
    await app.close();
    await sandbox.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    url,
    sandboxUrl: sandbox.url,
    sandbox: control,
    dataDir,
    log,
    anonymous: createApi(url, null),
    async createWorkspace({ plan = 'pro' } = {}) {
      const email = `${randomUUID()}@example.com`;
      const password = 'correct horse battery';
      const out: string[] = [];
      await createWorkspace({ email, password, plan, json: true }, command(out));
      const made = JSON.parse(out[0] ?? '{}') as Pick<Workspace, 'workspaceId' | 'profileId' | 'apiKey'>;
      return {
        ...made,
        email,
        password,
        api: createApi(url, made.apiKey),
        async connect(platform, profileId) {
          const browser = new Browserless(url);
          await browser.signIn(email, password);
          const { status, text } = await browser.connect(platform, profileId);
          if (status !== 201) throw new Error(`connecting ${platform} answered ${status} ${text}`);
        },
      };
    },
    setPlan: ({ email }, plan) => changePlan({ email, plan }, command()),
    grant: ({ email }, credits) => grantCredits({ email, grant: String(credits) }, command()),
    browser: () => new Browserless(url),
    async restart() {
      await app.close();
      app = await start(new URL(url).port);
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
