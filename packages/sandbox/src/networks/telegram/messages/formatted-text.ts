import type { Json } from '../../../http/route.ts';
import { refuse } from '../errors.ts';

/** A text as readers see it, and its formatting, with offsets and lengths in UTF-16 units. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly Json[];
}

const types: Readonly<Record<string, string>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strikethrough', strike: 'strikethrough', del: 'strikethrough', 'tg-spoiler': 'spoiler' },
  ...{ code: 'code', pre: 'pre', blockquote: 'blockquote', a: 'text_link' },
};
const references: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const token = /<(\/?)([a-z-]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>|&(#\d+|[a-z]+);|[^<&]+|[<&]/gi;

/** Reads the network's HTML. @see https://core.telegram.org/bots/api#html-style */
export function readHtml(source: string): FormattedText {
  let text = '';
  const entities: Json[] = [];
  const open: { readonly tag: string; readonly offset: number; readonly attributes: string }[] = [];
  for (const [piece, slash, name, attributes = '', reference] of source.matchAll(token)) {
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (piece === '<') refuse('can\'t parse entities: Unexpected "<"');
      text += reference === undefined ? piece : readReference(reference, piece);
    } else if (slash === '') {
      if (types[tag] === undefined) refuse(`can't parse entities: Unsupported start tag "${tag}"`);
      open.push({ tag, offset: text.length, attributes });
    } else {
      const last = open.pop();
      if (last?.tag !== tag) refuse(`can't parse entities: Unexpected end tag "${tag}"`);
      const url = /href="([^"]*)"/.exec(last.attributes)?.[1];
      const { offset } = last;
      const length = text.length - offset;
      if (length > 0) entities.push({ offset, length, type: types[tag] ?? '', ...(tag === 'a' && url && { url }) });
    }
  }
  const [unclosed] = open;
  if (unclosed) refuse(`can't parse entities: Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities };
}

function readReference(reference: string, piece: string): string {
  if (!reference.startsWith('#')) return references[reference] ?? piece;
  const point = Number(reference.slice(1));
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : piece;
}
