import { type AtomFeed, type JsonFeed, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import { usageError } from '../../../lib/errors.ts';
import { findFeedLinks } from './feed-links.ts';

/** An item as a feed writes it. Addresses may be relative, texts HTML. */
export interface RawItem {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly link: string | undefined;
  readonly summary: string | undefined;
  readonly author: string | undefined;
  readonly tags: readonly (string | undefined)[];
  readonly dates: readonly (Date | undefined)[];
  readonly media: readonly RawMedia[];
  /** Address that relative ones are counted from. */
  readonly base: string | undefined;
}

interface RawMedia {
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly alt?: string | undefined;
}

/**
 * Reads the items of RSS, Atom, RDF or JSON Feed. @param url address that the text was fetched from
 * @throws {CliError} exit code 2 for anything but a feed
 * @see https://www.rssboard.org/rss-specification, RFC 4287, https://www.jsonfeed.org/version/1.1/
 */
export function readRawItems(text: string, url: string): RawItem[] {
  const parsed = parse(text, url);
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(rssItem);
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => atomItem(entry, parsed.feed.xml?.base));
    case 'rdf':
      return (parsed.feed.items ?? []).map(rdfItem);
    case 'json':
      return (parsed.feed.items ?? []).map(jsonItem);
  }
}

type Instant = Date | undefined;

function parse(text: string, url: string): ReturnType<typeof parseFeed<Instant>> {
  try {
    return parseFeed(text, { parseDateFn: instantOf });
  } catch {
    const links = findFeedLinks(text, url);
    const message = `There is no RSS, Atom or JSON feed at ${url}`;
    if (links.length === 0) throw usageError(message, 'Nothing was sent.');
    throw usageError(`${message}, but a page that names: ${links.join(' ')}`, 'Nothing was sent.');
  }
}

function rssItem(item: RssFeed.Item<Instant>): RawItem {
  const { guid, link, media, authors = [] } = item;
  return {
    id: guid?.value,
    title: item.title,
    link: link ?? (guid?.isPermaLink === false ? undefined : addressIn(guid?.value)),
    summary: item.description ?? item.content?.encoded,
    author: item.dc?.creators?.[0] ?? authors[0]?.name,
    tags: (item.categories ?? []).map(({ name }) => name),
    dates: [item.pubDate, item.dc?.dates?.[0]],
    media: [...(item.enclosures ?? []), ...mediaOf(media)],
    base: undefined,
  };
}

function atomItem(entry: AtomFeed.Entry<Instant>, feedBase: string | undefined): RawItem {
  const { links = [], title, summary, content, xml, media } = entry;
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate');
  return {
    id: entry.id,
    title: title && htmlOf(title),
    link: page?.href ?? (content?.src || undefined),
    summary: summary ? htmlOf(summary) : content && htmlOf(content),
    author: entry.authors?.[0]?.name,
    tags: (entry.categories ?? []).map(({ label, term }) => label ?? term),
    dates: [entry.published, entry.updated],
    media: [
      ...links.filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type })),
      ...mediaOf(media),
    ],
    base: xml?.base ?? feedBase,
  };
}

function rdfItem(item: RdfFeed.Item<Instant>): RawItem {
  return {
    id: item.rdf?.about ?? item.link,
    title: item.title,
    link: item.link,
    summary: item.description ?? item.content?.encoded,
    author: item.dc?.creators?.[0],
    tags: item.dc?.subjects ?? [],
    dates: [item.dc?.dates?.[0]],
    media: mediaOf(item.media),
    base: undefined,
  };
}

function jsonItem(item: JsonFeed.Item<Instant>): RawItem {
  const { image, attachments = [] } = item;
  return {
    id: item.id === undefined ? undefined : String(item.id),
    title: item.title === undefined ? undefined : escapeHtml(item.title),
    link: item.url ?? item.external_url,
    summary: plain(item.summary) ?? plain(item.content_text) ?? item.content_html,
    author: item.authors?.[0]?.name,
    tags: item.tags ?? [],
    dates: [item.date_published],
    media: [
      ...(image === undefined ? [] : [{ url: image, type: 'image/*' }]),
      ...attachments.map(({ url, mime_type }) => ({ url, type: mime_type })),
    ],
    base: undefined,
  };
}

const plain = (text: string | undefined) => (text === undefined ? undefined : escapeHtml(text));

/** Returns a text of Atom as HTML. */
function htmlOf({ value = '', type = 'text' }: { readonly value?: string; readonly type?: string }): string {
  return type === 'text' || type === 'text/plain' ? escapeHtml(value) : value;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}

function mediaOf(media: RssFeed.Item<Instant>['media']): RawMedia[] {
  const contents = [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap((group) => group.contents ?? [])];
  return contents.map(({ url, type, medium, description }) => ({
    url,
    type: type ?? (medium === undefined ? undefined : `${medium}/*`),
    alt: description?.value,
  }));
}

function addressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined;
}

/** Reads a date of RFC 822 or RFC 3339, and what other forms JavaScript knows. */
function instantOf(date: string): Instant {
  const at = Date.parse(date.trim());
  return Number.isNaN(at) ? undefined : new Date(at);
}
