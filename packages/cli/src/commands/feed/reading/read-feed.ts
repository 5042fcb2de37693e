import { toPlainText } from '@social/rules/html';
import { addressOrText, type FeedItem, type ItemMedia } from './feed-item.ts';
import { type RawItem, readRawItems } from './raw-items.ts';
import { kindOf } from './raw-media.ts';
import { readDate } from './read-date.ts';

/** Characters of a summary that are kept: more than networks show of a link. */
const MAX_SUMMARY = 1_000;
/** Files of an item that are looked at: far more than networks take. */
const MAX_MEDIA = 100;

/**
 * Reads a feed. @returns its items in plain text, as they are ordered there
 * @param url address that the text was fetched from
 * @throws {CliError} exit code 2 for anything but a feed
 */
export function readFeed(text: string, url: string): FeedItem[] {
  return readRawItems(text, url).map((raw) => readItem(raw, url));
}

function readItem(raw: RawItem, feedUrl: string): FeedItem {
  const base = raw.bases.reduce<string>((from, one) => whole(one ?? '', from) || from, feedUrl);
  const link = raw.link === undefined ? '' : whole(raw.link, base);
  const title = line(toPlainText(raw.title ?? ''));
  const summary = shorten(toPlainText(raw.summary ?? '', { links: { base: link || base } }));
  const dates = raw.dates.flatMap((date) => date?.trim() || []);
  const at = dates.map(readDate).find((date) => date !== undefined);
  return {
    ...identityOf(raw, { link, title, summary }, { dates, feedUrl }),
    title,
    link,
    summary,
    author: line(toPlainText(raw.author ?? '')),
    tags: raw.tags.map((tag) => line(toPlainText(tag ?? ''))).filter((tag) => tag !== ''),
    at,
    date: dates[0] ?? '',
    media: mediaIn(raw, base),
  };
}

function identityOf(
  { id: given, link = '', idBase = '' }: RawItem,
  item: Pick<FeedItem, 'link' | 'title' | 'summary'>,
  { dates, feedUrl }: { readonly dates: readonly string[]; readonly feedUrl: string },
): Pick<FeedItem, 'id' | 'formerId'> {
  const id = given?.trim() || whole(link, whole(idBase, feedUrl) || feedUrl);
  if (id !== '') return { id };
  const times = dates.map((date) => Date.parse(date)).filter((time) => !Number.isNaN(time));
  const formerDate = times[0] === undefined ? '' : new Date(times[0]).toISOString();
  return { id: addressOrText(item), formerId: JSON.stringify([item.title, formerDate]) };
}

/** Reads pictures and videos, each once, also where the feed names several sizes of it. */
function mediaIn({ media }: RawItem, base: string): ItemMedia[] {
  const found: ItemMedia[] = [];
  const places = new Map<string, number>();
  for (const one of media.slice(0, MAX_MEDIA)) {
    const kind = kindOf(one);
    const url = kind === 'other' ? '' : whole(one.url ?? '', base);
    if (url === '') continue;
    const urls = [url, ...(one.others ?? []).map((other) => whole(other, base))].filter((other) => other !== '');
    const place = urls.map((other) => places.get(other)).find((known) => known !== undefined) ?? found.length;
    const alt = line(toPlainText(one.alt ?? '')) || found[place]?.alt;
    found[place] = { url, ...(alt && { alt }), ...(kind === undefined && { isUnsure: true }) };
    for (const other of urls) places.set(other, place);
  }
  return found;
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
