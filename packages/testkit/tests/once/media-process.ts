import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@social/sandbox';
import {
  createSandboxControl,
  openWorkspace,
  PASSWORD,
  type SandboxControl,
  type Workspace,
  type WorkspaceIds,
} from '@social/testkit';
import { runServer, startServer, temporaryDirectory } from './bad-input/server-process.ts';

const EMAIL = 'media@example.org';

/** The built server as a process of its own, with a workspace that is connected to profnet. */
export interface MediaProcess extends AsyncDisposable {
  readonly sandbox: SandboxControl;
  /** Where the process that runs now answers. */
  url(): string;
  /** Where it keeps what it has not received whole. */
  readonly incomingDirectory: string;
  /** The workspace, at the process that runs now. */
  workspace(): Workspace;
  /** Names in the directory of temporary files. */
  namedFiles(): string[];
  /** How many temporary files the process has open; they have no name. */
  openFiles(): number;
  residentBytes(): number;
  kill(): Promise<void>;
  /** Starts the program again on the same data. */
  start(): Promise<void>;
}

/** @param command what runs the program, for example a shell that sets limits first */
export async function startMediaProcess(command: readonly string[] = []): Promise<MediaProcess> {
  const directory = temporaryDirectory();
  const mediaDirectory = join(directory.path, 'media-tmp');
  const network = await startSandbox();
  const sandbox = createSandboxControl(network.url);
  await sandbox.settings({ autoApprove: true });
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_RATE_LIMIT: 'off' };
  const start = () => startServer(env, ['--sandbox-url', network.url], { command });
  let server = await start();
  const made = ['workspace', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'pro', '--json'];
  const ids = JSON.parse((await runServer(made, env)).stdout) as WorkspaceIds;
  const workspace = () => openWorkspace(server.url, { ...ids, email: EMAIL });
  await workspace().connect('profnet');

  const isOpenFile = (descriptor: string): boolean => {
    try {
      return readlinkSync(join(`/proc/${server.child.pid}/fd`, descriptor)).startsWith(mediaDirectory);
    } catch {
      // Closed since it was listed.
      return false;
    }
  };
  return {
    sandbox,
    url: () => server.url,
    incomingDirectory: join(directory.path, 'media', '.incoming'),
    workspace,
    namedFiles: () => readdirSync(mediaDirectory),
    openFiles: () => readdirSync(`/proc/${server.child.pid}/fd`).filter(isOpenFile).length,
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) * 1024,
    async kill() {
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
    },
    async start() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await network.close();
      directory[Symbol.dispose]();
    },
  };
}
