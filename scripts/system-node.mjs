import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from './programs.mjs';

// Runs after every installation. The Node of the lockfile comes first on the path of all scripts; where the system has one
// that is new enough, its links are removed, so that the system's is used.

const root = fileURLToPath(new URL('..', import.meta.url));
const links = join(root, 'node_modules/.bin');

const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const needed = engines.node.replace('>=', '');
const program = systemNode();
const version = program === undefined ? '' : await versionOf(program);
if (isAtLeast(version, needed)) {
  for (const name of await linksOf()) {
    if (/^node(\.\w+)?$/i.test(name)) await rm(join(links, name));
  }
  console.log(`Every script uses Node ${version} of this system.`);
}

/** An installation that links no program of a package makes no such folder. */
async function linksOf() {
  return readdir(links).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** The first Node on the path that no package has brought. */
function systemNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns '' for a program that does not start. */
async function versionOf(program) {
  const output = await capture(program, ['--version']).catch(() => '');
  return output.trim().replace(/^v/, '');
}

function isAtLeast(version, needed) {
  const [major, minor = 0] = version.split('.').map(Number);
  const [neededMajor, neededMinor = 0] = needed.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}
