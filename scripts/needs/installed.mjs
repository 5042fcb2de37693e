import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
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
  await withoutServices(() =>
    capture('apt-get', ['install', '--yes', '-qq', '--no-install-recommends', ...names], { env }),
  );
  const still = missing.filter(isMissing);
  if (still.length > 0) throw new Error(`Debian's packages brought no ${still.join(', ')}`);
}

const POLICY = '/usr/sbin/policy-rc.d';

/** Keeps packages from starting their services, such as a proxy on port 80, while they are installed. */
async function withoutServices(install) {
  if (existsSync(POLICY)) return await install();
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(POLICY);
  }
}
