import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MOUNT_SYSTEM, NAMESPACES } from '../bare-root.mjs';
import { capture } from '../programs.mjs';

const HEALTHY_MS = 120_000;

/**
 * Starts the command of a built image as `docker run --read-only` does: as the image's user, as process 1, with its own
 * network, and with a root that only the image's volumes can be written on.
 * @param image from `buildImage`
 * @param {{folder: string, network: object, env: Record<string, string>, hosts?: string}} options `folder` holds the volumes;
 *   `hosts` are further lines of /etc/hosts
 */
export async function startContainer(image, { folder, network, env: given, hosts = '' }) {
  mkdirSync(folder, { recursive: true });
  const user = userOf(image);
  const env = { ...image.env, HOME: user.home, ...given };
  const mounts = await makeVolumes(image, folder);
  mounts.push({ source: join(folder, 'hosts'), path: '/etc/hosts' });
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost\n${hosts}`);
  const script = [
    'mount --bind "$0" "$0"',
    MOUNT_SYSTEM,
    ...mounts.map(({ source, path }) => `mount --bind '${source}' "$0${path}"`),
    'mount -o remount,bind,ro "$0"',
    // A process that changes its user forgets to end with its parent, so it has to be told again.
    `exec chroot "$0" setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups --pdeathsig=KILL "$@"`,
  ].join(' && ');
  const [program, ...args] = network.command(
    'unshare',
    ...NAMESPACES,
    'sh',
    '-c',
    script,
    image.root,
    ...image.command,
  );
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const { ended, log } = follow(child);

  /** Runs a command in the container. Returns its exit status and output. */
  async function execute(command, { env: more = {}, asRoot = false } = {}) {
    const ids = asRoot ? [] : ['--setuid', user.uid, '--setgid', user.gid];
    const inside = [`--target=${await processOf(child)}`, '--mount', '--net', '--pid', '--root', '--wd', ...ids, '--'];
    const running = follow(
      spawn('nsenter', [...inside, ...command], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...more } }),
    );
    return { status: await running.ended, output: running.log() };
  }

  return {
    log,
    execute,
    /** Waits until the health check of the image succeeds. @throws Error with the log when it does not */
    async becomeHealthy() {
      const end = performance.now() + HEALTHY_MS;
      while (performance.now() < end && child.exitCode === null) {
        if ((await execute(image.healthCheck)).status === 0) return;
        await delay(200);
      }
      throw new Error(`the server of the image did not become healthy:\n${log()}`);
    },
    /** Sends the image's signal to stop. Returns the exit status, and the seconds that it took. */
    async stop() {
      const began = performance.now();
      process.kill(await processOf(child), image.stopSignal);
      return { status: await ended, seconds: (performance.now() - began) / 1000 };
    },
    /** Ends it at once, where it still runs. */
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Collects what a child process prints. `ended` is how it ends. */
export function follow(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { log: () => output, ended: once(child, 'close').then(([code, signal]) => signal ?? code) };
}

function userOf({ root, user }) {
  const lines = readFileSync(join(root, 'etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid, , home] = lines.find((line) => line.startsWith(`${user}:`))?.split(':') ?? [];
  if (uid === undefined) throw new Error(`the image has no user ${user}`);
  return { uid, gid, home };
}

/** A new volume begins as the folder of the image that it is mounted on, with its owner. */
async function makeVolumes({ root, volumes }, folder) {
  const made = volumes.map((path) => ({ path, source: join(folder, `volume${path.replaceAll('/', '-')}`) }));
  for (const { path, source } of made) await capture('cp', ['--archive', join(root, path), source]);
  return made;
}

/** Process 1 of the container, by its number outside. */
async function processOf(child) {
  while (child.exitCode === null && child.signalCode === null) {
    const [inner] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    if (inner) return Number(inner);
    await delay(20);
  }
  throw new Error('the container has ended');
}
