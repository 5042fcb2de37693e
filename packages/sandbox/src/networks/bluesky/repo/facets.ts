import { isRecord } from '../../../http/request-body.ts';
import type { TextLink } from '../../../world/posts.ts';

/**
 * Finds the parts of a text that lead somewhere. Facets count bytes of UTF-8; those that reach beyond the text, cut a
 * character or overlap an earlier one are not shown.
 *
 * @returns In the order of the text.
 * @see https://docs.bsky.app/docs/advanced-guides/post-richtext (read 2026-11-24)
 */
export function readFacets(text: string, facets: unknown): readonly TextLink[] {
  const bytes = Buffer.from(text);
  const given: readonly unknown[] = Array.isArray(facets) ? facets : [];
  const links = given.flatMap((facet) => readFacet(bytes, facet)).sort((a, b) => a.start - b.start);
  return links.filter(({ start }, index) => links.slice(0, index).every((earlier) => earlier.end <= start));
}

function readFacet(bytes: Buffer, facet: unknown): readonly TextLink[] {
  if (!isRecord(facet) || !isRecord(facet['index'])) return [];
  const [from, to] = [Number(facet['index']['byteStart']), Number(facet['index']['byteEnd'])];
  if (!(from >= 0 && from < to && to <= bytes.length)) return [];
  if (!isBoundary(bytes, from) || !isBoundary(bytes, to)) return [];
  const features: readonly unknown[] = Array.isArray(facet['features']) ? facet['features'] : [];
  const href = features.flatMap(addressOf)[0];
  const lengthAt = (end: number) => bytes.subarray(0, end).toString('utf8').length;
  return href === undefined ? [] : [{ start: lengthAt(from), end: lengthAt(to), href }];
}

function addressOf(feature: unknown): readonly string[] {
  if (!isRecord(feature)) return [];
  const { $type: type, uri, did, tag } = feature;
  if (type === 'app.bsky.richtext.facet#link' && typeof uri === 'string') return [uri];
  if (type === 'app.bsky.richtext.facet#mention') return [`/bluesky/profile/${String(did)}`];
  if (type === 'app.bsky.richtext.facet#tag') return [`/bluesky/hashtag/${encodeURIComponent(String(tag))}`];
  return [];
}

/** Returns true between two characters. */
function isBoundary(bytes: Buffer, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) !== 0x80;
}
