import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { capture } from '../programs.mjs';

/**
 * Unpacks a Debian package and its missing dependencies into a folder, without installing anything. Returns how to start the
 * program, see `keepProgram`.
 * @param tool `package`: where that has another name than the tool; `isAlone`: set when the program needs no other file
 */
export async function unpackFromDebian(
  folder,
  { name, package: source = name, program, isAlone = false, environment },
) {
  // The lists of packages are root's; others use the lists that are there.
  if (userInfo().uid === 0) await capture('apt-get', ['update', '-qq']);
  const packages = isAlone ? [source] : await missingPackages(source);
  await capture('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...packages], { cwd: folder });
  for (const file of globSync('*.deb', { cwd: folder })) {
    if (isAlone) await capture('sh', ['-c', `dpkg --fsys-tarfile '${file}' | tar -x './${program}'`], { cwd: folder });
    else await capture('dpkg', ['--extract', file, '.'], { cwd: folder });
    await rm(join(folder, file));
  }
  const LD_LIBRARY_PATH = globSync('{usr/,}lib/*-linux-gnu*{,/pulseaudio}', { cwd: folder });
  return { program, environment: { ...environment, LD_LIBRARY_PATH } };
}

async function missingPackages(name) {
  const plan = await capture('apt-get', ['install', '--simulate', '--no-install-recommends', name]);
  return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, found]) => found);
}

/** Returns the Debian mirror of this machine's apt that has one of the releases. */
export async function debianMirror(releases) {
  const format = ['--format', '$(RELEASE) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages'];
  const lines = (await capture('apt-get', ['indextargets', ...format])).split('\n');
  const own = lines.find((line) => releases.some((release) => line.startsWith(`${release} main `)));
  return own?.split(' ')[2] ?? 'http://deb.debian.org/debian';
}
