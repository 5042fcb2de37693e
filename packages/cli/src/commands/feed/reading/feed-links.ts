import { Parser } from 'htmlparser2';

const TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/json'];
const MAX_LINKS = 5;
/** Elements that are open at once. The parser searches all of them for each tag. */
const MAX_DEPTH = 500;

/**
 * Finds the feeds that a web page names.
 * @see https://www.rssboard.org/rss-autodiscovery
 */
export function findFeedLinks(page: string, url: string): string[] {
  const links = new Set<string>();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href = '' }) {
      depth += 1;
      if (depth > MAX_DEPTH || links.size === MAX_LINKS) return parser.pause();
      if (name !== 'link' || !/\balternate\b/i.test(rel) || !TYPES.includes(type.toLowerCase())) return;
      const address = URL.parse(href, url)?.href;
      if (address !== undefined) links.add(address);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(page);
  return [...links];
}
