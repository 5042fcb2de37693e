import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { capture } from '../programs.mjs';

/**
 * Keeps a program in the user's cache, so that all checkouts fetch it once. Returns its path.
 * @param fill puts the program's files into a folder. Returns the program and its environment, with paths relative to the
 *   folder
 */
export async function keepProgram(name, fill) {
  const folder = await keepFolder(name, async (unfinished, finished) => {
    const { program, environment } = await fill(unfinished);
    await writeFile(join(unfinished, 'fonts.conf'), fontSettings(finished));
    await writeFile(join(unfinished, 'start'), launcherOf(finished, program, environment), { mode: 0o755 });
  });
  return join(folder, 'start');
}

/**
 * Keeps a folder in the user's cache. Returns its path.
 * @param fill puts the files into the unfinished folder, which then gets the path of the finished one
 */
export async function keepFolder(name, fill) {
  const cache = cacheFolder();
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // Rename the folder when it is complete: another process may fetch the same files, or this one may be interrupted.
  const unfinished = await mkdtemp(join(cache, `${name}.`));
  try {
    await fill(unfinished, folder);
    await rename(unfinished, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Removes what is kept under the name, so that it is fetched again. */
export async function discard(name) {
  await rm(join(cacheFolder(), name), { recursive: true, force: true });
}

function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'social-test');
}

/** Installs packages with npm into a folder, by the `dependencies` and `overrides` of a manifest. */
export async function installPackages(folder, manifest) {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  await capture('npm', ['install', ...options], { cwd: folder });
}

function launcherOf(folder, program, environment) {
  const values = Object.entries(environment).map(([name, paths]) => [name, paths.map((path) => join(folder, path))]);
  const lines = values.map(([name, paths]) => `export ${name}='${paths.join(':')}'\n`);
  return `#!/bin/sh\n${lines.join('')}exec '${join(folder, program)}' "$@"\n`;
}

/** A browser shows no text without a font, which a small machine may lack. */
function fontSettings(folder) {
  const folders = [join(folder, 'fonts'), join(folder, 'usr/share/fonts'), '/usr/share/fonts'];
  const dirs = folders.map((path) => `<dir>${path}</dir>`).join('');
  return `<?xml version="1.0"?>\n<fontconfig>${dirs}<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`;
}
