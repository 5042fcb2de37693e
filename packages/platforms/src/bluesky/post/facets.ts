import { type Facet, findFacets } from '@social/rules';
import type { JsonObject } from '../../http/lossless-json.ts';

/** Returns the first link of a text; null without one. */
export function firstLinkIn(text: string): string | null {
  const link = findFacets(text).find(({ kind }) => kind === 'link');
  return link?.kind === 'link' ? link.uri : null;
}

/**
 * Writes the facets of a post, whose places are bytes of the text in UTF-8.
 * @param didOf DID of a handle; null for one that leads to no account, which stays text
 * @see https://docs.bsky.app/docs/advanced-guides/post-richtext
 */
export function writeFacets(text: string, didOf: (handle: string) => string | null): JsonObject[] {
  const byteAt = (unit: number) => Buffer.byteLength(text.slice(0, unit));
  return findFacets(text).flatMap((found) => {
    const feature = featureOf(found, didOf);
    const index = { byteStart: byteAt(found.start), byteEnd: byteAt(found.end) };
    return feature ? [{ $type: 'app.bsky.richtext.facet', index, features: [feature] }] : [];
  });
}

function featureOf(found: Facet, didOf: (handle: string) => string | null): JsonObject | null {
  const type = 'app.bsky.richtext.facet';
  if (found.kind === 'link') return { $type: `${type}#link`, uri: found.uri };
  if (found.kind === 'tag') return { $type: `${type}#tag`, tag: found.tag };
  const did = didOf(found.handle);
  return did === null ? null : { $type: `${type}#mention`, did };
}
