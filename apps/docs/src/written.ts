import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findFiles, type Page, ROOT } from './places.ts';

/** Documents outside of `docs/` that are pages. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'packages/cli/README.md': 'commands/index.md',
  'packages/sandbox/README.md': 'sandbox.md',
  'packages/sdk/README.md': 'sdk/index.md',
};
const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])+)\]\(([^)\s]+)\)/g;

/** A picture with a dark one, as GitHub shows it. */
const PICTURE =
  /^<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img alt="([^"]+)" src="([^"]+)">\s*<\/picture>$/gm;

/** All written pages, with links that work on the site. */
export function readWrittenPages(): Page[] {
  const pages = placesOfPages();
  return [...pages].map(([source, path]) => {
    const text = readFileSync(join(ROOT, source), 'utf8');
    return { path, text: outsideOfCode(text, (prose) => withPictures(withLinks(prose, source, pages), source)) };
  });
}

/** Path on the site for each document of the repository. */
function placesOfPages(): Map<string, string> {
  const documents = findFiles('docs/**/*.md', ROOT).toSorted();
  const own = documents.map((source) => [source, source.slice('docs/'.length).replace(/README\.md$/, 'index.md')]);
  return new Map([...own, ...Object.entries(ELSEWHERE)] as [string, string][]);
}

/** Changes text outside of code. */
function outsideOfCode(text: string, change: (prose: string) => string): string {
  const parts = text.split(/^(```[\s\S]*?^```$)/m);
  return parts.map((part, index) => (index % 2 === 0 ? change(withoutComments(part)) : part)).join('');
}

function withoutComments(prose: string): string {
  return prose.replace(/<!--[\s\S]*?-->\n?/g, '');
}

/**
 * Turns links to documents into links to their pages. A file that is not on the site, such as code, is named without a link.
 */
function withLinks(prose: string, source: string, pages: ReadonlyMap<string, string>): string {
  return prose.replace(LINK, (whole: string, label: string, target: string) => {
    if (/^([a-z]+:|#|\/)/.test(target)) return whole;
    const [file = '', anchor] = target.split('#');
    // Every system: a link of a document has / everywhere.
    const path = posix.join(posix.dirname(source), file).replace(/\/$/, '');
    const page = pages.get(path) ?? pages.get(`${path}/README.md`) ?? pages.get(`${path}/index.md`);
    if (path === 'docs/adr') return `[${label}](/adr/index.md)`;
    if (page === undefined) return label;
    return `[${label}](/${page}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/**
 * Turns a picture with a dark one into two images, of which the style sheet of the site shows one.
 * @throws {Error} for a picture that is written differently, which the site would show as text
 */
function withPictures(prose: string, source: string): string {
  const text = prose.replace(
    PICTURE,
    (_, dark, alt, light) => `![${alt}](${light}){.in-light} ![${alt}](${dark}){.in-dark}`,
  );
  if (text.includes('<picture>')) throw new Error(`${source}: write <picture> as docs/index.md does`);
  return text;
}
