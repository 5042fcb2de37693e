import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { debianMirror } from './needs/debian.mjs';
import { capture, run } from './programs.mjs';

const RELEASE = 'bookworm';
/** Additional certificates that this machine trusts. */
const TRUST = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
/** Paths in the root. */
const INSIDE = { home: '/home/newcomer', checkout: '/home/checkout', trust: '/etc/trust' };

/** Arguments of `unshare` for a command whose mounts and processes end with it. */
export const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
/** Shell commands that give the root `$0` its system files, in such a namespace. */
export const MOUNT_SYSTEM =
  'mount -t proc proc "$0/proc" && mount -t sysfs -o ro sysfs "$0/sys" && mount --rbind /dev "$0/dev"';

const succeeds = (command, ...args) => spawnSync(command, args).status === 0;

/** Returns why no bare root can be made here, or null when one can. */
export function reasonAgainstRoot() {
  if (process.platform !== 'linux' || userInfo().uid !== 0) return 'Linux and root';
  if (!succeeds('unshare', '--mount', '--pid', '--fork', 'true')) return 'the right to mount';
  if (!succeeds('which', 'debootstrap') && !succeeds('apt-get', 'install', '-y', '-qq', 'debootstrap'))
    return 'debootstrap';
  return systemNode() === null ? 'an installed Node with npm' : null;
}

/**
 * Makes a Debian that has Node with npm, a copy of what is committed here, and nothing else; runs a command in the copy with
 * an empty home. Returns its exit status.
 */
export async function runInBareRoot(command) {
  return withFolder(async (folder, signal) => {
    const root = join(folder, 'root');
    await makeDebian(root);
    for (const path of [INSIDE.home, INSIDE.checkout]) mkdirSync(join(root, path), { recursive: true });
    await capture('sh', ['-c', `git archive HEAD | tar -x -C '${join(root, INSIDE.checkout)}'`]);
    return runIn(root, command, { cwd: INSIDE.checkout, env: { HOME: INSIDE.home }, signal });
  });
}

/** Hands over a folder that exists until `use` ends, and the signal to end it early. */
export async function withFolder(use, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'social-bare-root-'));
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopped.abort());
  try {
    // Postgres and the image's server run as other users, which need access.
    chmodSync(folder, 0o755);
    return await use(folder, stopped.signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a Debian that has Node with npm, and nothing else.
 * @param node program of Node; by default the installed one
 */
export async function makeDebian(root, node = systemNode().program) {
  await capture('debootstrap', ['--variant=minbase', RELEASE, root, await debianMirror([RELEASE])], {
    stdio: ['ignore', 'pipe', 2],
  });
  chmodSync(root, 0o755);
  copyNode(root, node);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
}

/** Runs a command as root in a separate namespace, so that its mounts and processes end with it. Returns its exit status. */
export function runIn(root, command, { cwd, env, signal }) {
  const script = `${MOUNT_SYSTEM} && exec chroot "$0" sh -c 'cd ${cwd} && exec "$@"' sh "$@"`;
  const inside = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env, ...trustIn(root) };
  return run('unshare', [...NAMESPACES, 'sh', '-c', script, root, ...command], { env: inside, signal });
}

function trustIn(root) {
  const trusted = TRUST.filter((name) => process.env[name] && existsSync(process.env[name]));
  for (const name of trusted) cpSync(process.env[name], join(root, INSIDE.trust, name), { dereference: true });
  return Object.fromEntries(trusted.map((name) => [name, `${INSIDE.trust}/${name}`]));
}

/** The installed Node, not the one of this checkout. */
function systemNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const program = folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
  if (program === undefined) return null;
  const npm = join(dirname(dirname(realpathSync(program))), 'lib/node_modules/npm');
  return existsSync(npm) ? { program: realpathSync(program), npm } : null;
}

function copyNode(root, program) {
  cpSync(realpathSync(program), join(root, 'usr/bin/node'));
  cpSync(systemNode().npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name));
  }
}
