import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../programs.mjs';
import { unpackFromDebian } from './debian.mjs';
import { keepFolder } from './kept-program.mjs';

/** Returns the version of the first `python3`, such as `3.13`, or null where it is too old, or cannot get packages. */
export function findPython() {
  const probe = 'import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))';
  const { status, stdout } = spawnSync('python3', ['-c', probe], { encoding: 'utf8' });
  const canInstall = hasPip() || existsSync('/usr/bin/apt-get');
  return status === 0 && canInstall ? stdout.trim() : null;
}

function hasPip() {
  return spawnSync('python3', ['-m', 'pip', '--version']).status === 0;
}

/**
 * Installs Python packages into the user's cache, once, with Debian's pip where Python has none. Returns their folder.
 * @param packages what pip is to install, as its arguments
 */
export function installWithPip(name, python, packages) {
  return keepFolder(`${name}-python-${python}`, async (folder) => {
    const pip = hasPip() ? '' : await keepFolder('pip-debian', (it) => unpackFromDebian(it, { name: 'python3-pip' }));
    const env = { ...process.env, PIP_ROOT_USER_ACTION: 'ignore' };
    if (pip !== '') env.PYTHONPATH = join(pip, 'usr/lib/python3/dist-packages');
    await capture('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, ...packages], { env });
  });
}
