import { type AtomFeed, type JsonFeed, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import { usageError } from '../../../lib/errors.ts';
import { findFeedLinks } from './feed-links.ts';
import { mediaOf, type RawMedium } from './raw-media.ts';

/** An item as a feed writes it. Addresses may be relative, texts HTML. */
export interface RawItem {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly link: string | undefined;
  readonly summary: string | undefined;
  readonly author: string | undefined;
  readonly tags: readonly (string | undefined)[];
  /** Its dates as they are written, the best first. */
  readonly dates: readonly (string | undefined)[];
  readonly media: readonly RawMedium[];
  /** Addresses that relative ones are counted from: the feed's, then the item's, which may be relative to it. */
  readonly bases: readonly (string | undefined)[];
  /** Address that a link in place of an id is counted from. Differs from `bases` where keys of earlier versions did. */
  readonly idBase: string | undefined;
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
      return (parsed.feed.items ?? []).map((item) => rssItem(item, parsed.feed.xml?.base));
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => atomItem(entry, parsed.feed.xml?.base));
    case 'rdf':
      return (parsed.feed.items ?? []).map(rdfItem);
    case 'json':
      return (parsed.feed.items ?? []).map(jsonItem);
  }
}

type Written = string;

function parse(text: string, url: string): ReturnType<typeof parseFeed<Written>> {
  try {
    return parseFeed(text, { parseDateFn: (date) => date });
  } catch {
    const links = findFeedLinks(text, url);
    const message = `There is no RSS, Atom or JSON feed at ${url}`;
    if (links.length === 0) throw usageError(message, 'Nothing was sent.');
    throw usageError(`${message}, but a page that names: ${links.join(' ')}`, 'Nothing was sent.');
  }
}

function rssItem(item: RssFeed.Item<Written>, feedBase: string | undefined): RawItem {
  const { guid, link, authors = [], dc, dcterms, atom } = item;
  return {
    id: guid?.value,
    title: item.title,
    link: link ?? (guid?.isPermaLink === false ? undefined : addressIn(guid?.value)),
    summary: item.description ?? item.content?.encoded ?? item.media?.description?.value,
    author: dc?.creators?.[0] ?? authors[0]?.name,
    tags: (item.categories ?? []).map(({ name }) => name),
    dates: [item.pubDate, dc?.dates?.[0], atom?.published, dcterms?.issued?.[0], dcterms?.created?.[0], atom?.updated],
    media: mediaOf(item.media, item.enclosures),
    bases: [feedBase, item.xml?.base],
    idBase: undefined,
  };
}

function atomItem(entry: AtomFeed.Entry<Written>, feedBase: string | undefined): RawItem {
  const { links = [], title, summary, content, xml, media } = entry;
  const page = links.find(({ rel = 'alternate' }) => rel === 'alternate');
  const text = (summary && htmlOf(summary)) || (content && htmlOf(content));
  return {
    id: entry.id,
    title: title && htmlOf(title),
    link: page?.href ?? (content?.src || undefined),
    summary: text || (media?.description ?? media?.groups?.[0]?.description)?.value,
    author: entry.authors?.[0]?.name,
    tags: (entry.categories ?? []).map(({ label, term }) => label ?? term),
    dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
    media: mediaOf(
      media,
      links.filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type })),
    ),
    bases: [feedBase, xml?.base],
    idBase: xml?.base ?? feedBase,
  };
}

function rdfItem(item: RdfFeed.Item<Written>): RawItem {
  return {
    id: item.rdf?.about ?? item.link,
    title: item.title,
    link: item.link,
    summary: item.description ?? item.content?.encoded,
    author: item.dc?.creators?.[0],
    tags: item.dc?.subjects ?? [],
    dates: [item.dc?.dates?.[0], item.dcterms?.issued?.[0], item.dcterms?.created?.[0]],
    media: mediaOf(item.media),
    bases: [],
    idBase: undefined,
  };
}

function jsonItem(item: JsonFeed.Item<Written>): RawItem {
  const { image, banner_image: banner, attachments = [] } = item;
  const picture = image ?? (attachments.length === 0 ? banner : undefined);
  return {
    id: item.id === undefined ? undefined : String(item.id),
    title: item.title === undefined ? undefined : escapeHtml(item.title),
    link: item.url ?? item.external_url,
    summary: plain(item.summary) ?? plain(item.content_text) ?? item.content_html,
    author: item.authors?.[0]?.name,
    tags: item.tags ?? [],
    dates: [item.date_published, item.date_modified],
    media: [
      ...(picture === undefined ? [] : [{ url: picture, type: 'image' }]),
      ...attachments.map(({ url, mime_type }) => ({ url, type: mime_type })),
    ],
    bases: [],
    idBase: undefined,
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

function addressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined;
}
