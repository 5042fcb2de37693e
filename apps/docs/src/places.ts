import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** This folder. */
export const HOME = fileURLToPath(new URL('../', import.meta.url));
/** Markdown that the site is rendered from: copied and generated, never edited. */
export const PAGES = join(HOME, 'dist/pages');
/** Pictures of the written pages. */
export const PICTURES = join(ROOT, 'docs/pictures');
/** The built site. */
export const SITE = join(HOME, 'dist/site');
/** Content of the sidebar, for the site's configuration. */
export const NAVIGATION = join(HOME, 'dist/navigation.json');

/** A page of the site. */
export interface Page {
  /** Below the root of the site, for example `guides/agents.md`. */
  readonly path: string;
  readonly text: string;
}

/** Finds files below a folder. Their paths have `/` on every system, as addresses do. */
export function findFiles(pattern: string, folder: string): string[] {
  return globSync(pattern, { cwd: folder }).map((path) => path.split(sep).join('/'));
}
