import { Parser } from 'htmlparser2';

const TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json', 'application/json'];
const MAX_LINKS = 5;

/**
 * Finds the feeds that a web page names.
 * @see https://www.rssboard.org/rss-autodiscovery
 */
export function findFeedLinks(page: string, url: string): string[] {
  const links = new Set<string>();
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href = '' }) {
      if (name !== 'link' || !/\balternate\b/i.test(rel) || !TYPES.includes(type.toLowerCase())) return;
      const address = URL.parse(href, url)?.href;
      if (address !== undefined) links.add(address);
    },
  });
  parser.end(page);
  return [...links].slice(0, MAX_LINKS);
}
