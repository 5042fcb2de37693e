import { decodeHTMLStrict } from 'entities';

const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const BLOCK_END = /<\/(?:p|div|h[1-6]|li|ul|ol|blockquote|tr)\s*>|<br\s*\/?>/gi;
const ELEMENT = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi;
const NOT_IN_A_TAG = /[^\p{L}\p{M}\p{N}_]/gu;

/** Plain text of an article: tags go (block ends become line breaks), entities become their characters, blank lines are folded. */
export function plainText(article: string): string {
  const text = decodeHTMLStrict(article.replace(/\r\n?/g, '\n').replace(BLOCK_END, '\n').replace(ELEMENT, ''));
  return text
    .replace(INVISIBLE, '')
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A title on one line. */
export function oneLine(title: string): string {
  return plainText(title).replace(/\s+/g, ' ');
}

/** The keyword as a hashtag, with one `#` and only what a tag may hold; null when no letter is left. */
export function hashtagFor(keyword: string): string | null {
  const tag = plainText(keyword).normalize('NFC').replace(NOT_IN_A_TAG, '');
  return /\p{L}/u.test(tag) ? `#${tag}` : null;
}
