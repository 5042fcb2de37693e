import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findFiles } from './places.ts';

const ATTRIBUTE = /<(a|link|script|img|source|iframe)\b[^>]*?\s(?:href|src)="([^"]*)"/g;

/**
 * Checks the built pages for problems of a visitor.
 * @returns a sentence for each broken link, and for each file that a page would load from another site
 */
export function problemsOf(site: string): string[] {
  const files = new Set(findFiles('**/*', site));
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(join(site, page), 'utf8'))]));
  return pages
    .filter((page) => page !== 'api.html')
    .flatMap((page) => {
      const html = readFileSync(join(site, page), 'utf8');
      return [...html.matchAll(ATTRIBUTE)].flatMap(([, element = '', address = '']) => {
        const problem = problemOf(element, address.replaceAll('&amp;', '&'), page, files, anchors);
        return problem === null ? [] : [`${page}: ${address} ${problem}`];
      });
    });
}

function problemOf(
  element: string,
  address: string,
  page: string,
  files: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (/^(data|mailto):/.test(address)) return null;
  if (/^([a-z]+:)?\/\//.test(address)) return element === 'a' ? null : 'is loaded from elsewhere';
  const [path = '', anchor] = address.split('#');
  // Every system: these are parts of addresses.
  const target =
    path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path).replace(/^\//, '');
  const file = target === '' || target.endsWith('/') ? `${target}index.html` : target;
  if (!files.has(file)) return 'leads nowhere';
  if (anchor === undefined || anchor === '' || file === 'api.html') return null;
  return anchors.get(file)?.has(decodeURIComponent(anchor)) ? null : 'names no place on that page';
}

function anchorsOf(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = '']) => id));
}
