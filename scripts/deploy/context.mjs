import { cpSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

/**
 * Copies a folder as a build of an image sees it: without what `.dockerignore` names. It knows only patterns that exclude.
 * @throws Error on any other pattern
 */
export function copyContext(folder, to) {
  const lines = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n');
  const patterns = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const unknown = patterns.filter((pattern) => /^[!/]|\/$|\\/.test(pattern));
  if (unknown.length > 0) throw new Error(`.dockerignore: write these without !, \\ and outer slashes: ${unknown}`);
  const isIgnored = (path) => patterns.some((pattern) => matchesGlob(path, pattern));
  // What is excluded is not entered, so its content is excluded as well.
  const filter = (path) => !isIgnored(relative(folder, path));
  cpSync(folder, to, { recursive: true, verbatimSymlinks: true, filter });
}
