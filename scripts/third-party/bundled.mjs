import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

const NODE_MODULES = `${sep}node_modules${sep}`;

/**
 * Returns the packages of others whose code a build of this repository contains, by name: as the bundler says, and with those
 * that the bundled packages of this repository have bundled themselves.
 * @param {string} folder of the built package
 * @returns {{name: string, version: string, license: string | undefined, folder: string}[]}
 */
export function bundledPackages(folder) {
  const found = new Map();
  const visited = new Set();
  const visit = (built) => {
    if (visited.has(built)) return;
    visited.add(built);
    for (const file of bundledFiles(built)) {
      if (!file.includes(NODE_MODULES)) {
        const own = ownPackageOf(file);
        if (own !== null) visit(own);
        continue;
      }
      const third = packageOf(file);
      found.set(third.folder, third);
    }
  };
  visit(resolve(folder));
  // A copy of its build is in that of the server.
  if (existsSync(join(folder, 'dist/dashboard'))) visit(resolve(folder, '../../apps/dashboard'));
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the files that a bundler has taken something of, as absolute paths. */
function bundledFiles(built) {
  const files = [];
  const metafile = join(built, 'dist/metafile-esm.json');
  if (existsSync(metafile)) {
    const { outputs } = JSON.parse(readFileSync(metafile, 'utf8'));
    for (const { inputs } of Object.values(outputs)) {
      files.push(...Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
    }
  }
  const modules = join(built, 'dist/modules.json');
  if (existsSync(modules)) files.push(...JSON.parse(readFileSync(modules, 'utf8')));
  return files.map((file) => resolve(built, file));
}

/** Returns the folder of the package of this repository that a file belongs to. */
function ownPackageOf(file) {
  const own = /^.*[\\/](?:packages|apps)[\\/][^\\/]+(?=[\\/]dist[\\/])/.exec(file);
  return own === null ? null : own[0];
}

/** Returns the installed package that a file belongs to: the next one above it that has a name and a version. */
function packageOf(file) {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    const { name, version, license, licenses } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
    if (name !== undefined && version !== undefined)
      return { name, version, license: license ?? olderForm(licenses), folder };
    if (folder === dirname(folder)) throw new Error(`${file} belongs to no package`);
  }
}

/** Returns a list of licences, as older packages have it, as an expression of SPDX. */
function olderForm(licenses) {
  return Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : licenses;
}
