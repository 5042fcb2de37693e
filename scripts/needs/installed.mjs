import { spawnSync } from 'node:child_process';
import { capture } from '../programs.mjs';

/**
 * Installs Debian's packages of the commands that this machine lacks. Needs root.
 * @param {Record<string, string>} packages package of each command
 * @throws Error when one cannot be installed
 */
export async function installMissing(packages) {
  const isMissing = (command) => spawnSync('which', [command]).status !== 0;
  const missing = Object.keys(packages).filter(isMissing);
  if (missing.length === 0) return;
  const names = new Set(missing.map((command) => packages[command]));
  console.log(`Installing ${[...names].join(', ')} from Debian.`);
  await capture('apt-get', ['update', '-qq']);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await capture('apt-get', ['install', '--yes', '-qq', '--no-install-recommends', ...names], { env });
  const still = missing.filter(isMissing);
  if (still.length > 0) throw new Error(`Debian's packages brought no ${still.join(', ')}`);
}
