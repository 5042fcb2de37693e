import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@social/sandbox';
import { openWorkspace, type Workspace } from '@social/testkit';
import { makeWorkspace, startServer, temporaryDirectory } from '../../src/programs/server-process.ts';

/** The built server as a separate process, with a workspace that is connected to profnet. */
export interface MediaProcess extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** Returns the address of the running process. */
  url(): string;
  /** Directory of incomplete uploads. */
  readonly incomingDirectory: string;
  /** Returns the workspace at the running process. */
  workspace(): Workspace;
  /** Returns the names in the directory of temporary files. */
  namedFiles(): string[];
  /** Returns the number of open temporary files, which have no name. */
  openFiles(): number;
  residentBytes(): number;
  kill(): Promise<void>;
  /** Restarts the program on the same data. */
  start(): Promise<void>;
}

/** @param command runs the program, for example a shell that sets limits first */
export async function startMediaProcess(command: readonly string[] = []): Promise<MediaProcess> {
  const directory = temporaryDirectory();
  const mediaDirectory = join(directory.path, 'media-tmp');
  const sandbox = await startSandbox();
  await sandbox.settings({ autoApprove: true });
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_RATE_LIMIT: 'off' };
  const start = () => startServer(env, ['--sandbox-url', sandbox.url], { command, hashesQuickly: true });
  const ids = await makeWorkspace(env, 'media@example.org');
  let server = await start();
  const workspace = () => openWorkspace(server.url, ids);
  await workspace().connect('profnet');

  const isOpenFile = (descriptor: string): boolean => {
    try {
      return readlinkSync(join(`/proc/${server.child.pid}/fd`, descriptor)).startsWith(mediaDirectory);
    } catch {
      // The process has closed the file since the listing.
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
      await sandbox.close();
      directory[Symbol.dispose]();
    },
  };
}
