/** A page of a network, as people copy its address. */
export interface PageAddress {
  /** Parts of the path below the network's base. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Names under which a network shows the same pages to phones or testers. */
const SAME_SITE = /^(?:www|m|mobile|web|ptb|canary)\./;
const LOOPBACK = /^127\.0\.0\.1(?=:|$)/;

/** Reads the address of a page below one of a network's bases; null for any other text. */
export function pageBelow(text: string, ...bases: readonly string[]): PageAddress | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  for (const base of bases.map((each) => new URL(each))) {
    const path = base.pathname.replace(/\/$/, '');
    if (siteOf(url) !== siteOf(base) || !`${url.pathname}/`.startsWith(`${path}/`)) continue;
    const parts = url.pathname.slice(path.length).split('/').filter(Boolean);
    return { parts: parts.map(decode), query: url.searchParams };
  }
  return null;
}

/** Returns the part of a path that follows a given one; an empty text without one. */
export function partAfter({ parts }: PageAddress, before: string): string {
  const at = parts.indexOf(before);
  return at === -1 ? '' : (parts[at + 1] ?? '');
}

function siteOf({ host }: URL): string {
  return host.replace(SAME_SITE, '').replace(LOOPBACK, 'localhost');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that escapes nothing.
    return part;
  }
}
