import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '@social/sandbox';
import { createSandboxControl, type SandboxControl } from '@social/testkit';
import { openWorkspace, PASSWORD, type Workspace } from '../../src/workspace.ts';
import {
  FAULTS_PROGRAM,
  runServer,
  type ServerProcess,
  startServer,
  temporaryDirectory,
} from '../once/bad-input/server-process.ts';

/** A sandbox that outlives its servers, a data directory, and servers that are killed on it. */
export interface CrashWorld extends AsyncDisposable {
  readonly sandbox: SandboxControl;
  readonly dataDir: string;
  readonly apiKeys: readonly string[];
  /** Every line that the servers have logged. */
  readonly log: readonly string[];
  /** How long each start took until the server answered, in milliseconds. */
  readonly starts: readonly number[];
  /** Starts a server; the one before must have ended. @param fault point at which it is to die */
  start(fault?: string): Promise<RunningServer>;
}

export interface RunningServer {
  readonly url: string;
  /** The workspaces, as seen through this server. */
  readonly workspaces: readonly Workspace[];
  /** Kills it, if it has not died already, and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Waits for its end, but not for longer. True: it has ended. */
  hasEnded(withinMs: number): Promise<boolean>;
}

const PLATFORMS = [
  ['microblog', 'x'],
  ['profnet', 'linkedin'],
] as const;

/** @param workspaces how many; each has accounts of its own at both networks */
export async function createCrashWorld({ workspaces: count }: { workspaces: number }): Promise<CrashWorld> {
  const directory = temporaryDirectory();
  const sandbox = await startSandbox();
  const control = createSandboxControl(sandbox.url);
  const env = {
    SOCIAL_DATA_DIR: directory.path,
    SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64'),
    SOCIAL_RATE_LIMIT: 'off',
    SOCIAL_LOG_LEVEL: 'warn',
  };
  const log: string[] = [];
  const starts: number[] = [];
  let known: { workspaceId: string; profileId: string; apiKey: string; email: string }[] = [];
  let current: ServerProcess | null = null;

  async function start(fault?: string): Promise<RunningServer> {
    const begun = performance.now();
    const faults = fault === undefined ? {} : { SOCIAL_FAULT: fault };
    const server = await startServer({ ...env, ...faults }, ['--sandbox-url', sandbox.url], {
      program: FAULTS_PROGRAM,
    });
    starts.push(performance.now() - begun);
    current = server;
    server.ended.then(({ stderr }) => log.push(...stderr.split('\n').filter(Boolean)));
    return {
      url: server.url,
      workspaces: known.map((ids) => openWorkspace(server.url, ids)),
      async kill(signal = 'SIGKILL') {
        server.child.kill(signal);
        const { code, signal: by } = await server.ended;
        return { code, signal: by };
      },
      hasEnded: (withinMs) => Promise.race([server.ended.then(() => true), delay(withinMs, false)]),
    };
  }

  async function connect(): Promise<void> {
    await control.settings({ autoApprove: true });
    for (let index = 0; index < count; index += 1) {
      const email = `crash-${index}@example.com`;
      const args = ['workspace', 'create', '--email', email, '--password', PASSWORD, '--plan', 'pro', '--json'];
      known = [...known, { ...JSON.parse((await runServer(args, env)).stdout), email }];
    }
    const server = await start();
    for (const [index, workspace] of server.workspaces.entries()) {
      for (const [platform, network] of PLATFORMS) {
        const username = `crash_${index}`;
        await control.addAccount({ network, username, name: username });
        await control.settings({ authorizeAs: username });
        await workspace.connect(platform);
      }
    }
    await server.kill('SIGTERM');
  }

  async function close(): Promise<void> {
    await current?.[Symbol.asyncDispose]();
    await sandbox.close();
    directory[Symbol.dispose]();
  }

  try {
    await connect();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sandbox: control,
    dataDir: directory.path,
    apiKeys: known.map(({ apiKey }) => apiKey),
    log,
    starts,
    start,
    [Symbol.asyncDispose]: close,
  };
}
