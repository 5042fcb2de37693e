import type { FeedItem, ItemMedia } from './feed-item.ts';
import { toPlainText } from './plain-text.ts';
import { type RawItem, readRawItems } from './raw-items.ts';

/** Characters of a summary that are kept: more than networks show of a link. */
const MAX_SUMMARY = 1_000;

/**
 * Reads a feed. @returns its items in plain text, as they are ordered there
 * @param url address that the text was fetched from
 * @throws {CliError} exit code 2 for anything but a feed
 */
export function readFeed(text: string, url: string): FeedItem[] {
  return readRawItems(text, url).map((raw) => readItem(raw, url));
}

function readItem(raw: RawItem, feedUrl: string): FeedItem {
  const base = whole(raw.base ?? '', feedUrl) || feedUrl;
  const link = raw.link === undefined ? '' : whole(raw.link, base);
  const title = line(toPlainText(raw.title ?? ''));
  const at = raw.dates.find((date) => date !== undefined);
  const media = raw.media.flatMap(({ url = '', type = '', alt }) => {
    const address = /^(image|video)\//i.test(type) ? whole(url, base) : '';
    const text = alt === undefined ? '' : line(toPlainText(alt));
    return address === '' ? [] : [{ url: address, ...(text !== '' && { alt: text }) }];
  });
  return {
    id: raw.id?.trim() || link || JSON.stringify([title, at?.toISOString() ?? '']),
    title,
    link,
    summary: shorten(toPlainText(raw.summary ?? '')),
    author: line(toPlainText(raw.author ?? '')),
    tags: raw.tags.map((tag) => line(toPlainText(tag ?? ''))).filter((tag) => tag !== ''),
    at,
    media: distinct(media),
  };
}

/** Resolves an address. @returns an empty text for one that no browser opens */
function whole(address: string, base: string): string {
  const url = address.trim() === '' ? null : URL.parse(address.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_SUMMARY) return text;
  return `${text.slice(0, MAX_SUMMARY).replace(/\s+\S*$/, '')} …`;
}

function distinct(media: readonly ItemMedia[]): ItemMedia[] {
  return [...new Map(media.map((one) => [one.url, one])).values()];
}
