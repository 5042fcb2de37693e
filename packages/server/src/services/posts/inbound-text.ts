import { toNfc } from '@social/rules';
import { toPlainText } from '@social/rules/html';

const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const BETWEEN_WORDS = /[\s\p{Pd}]+/u;
const NOT_IN_A_TAG = /[^\p{L}\p{M}\p{N}_]/gu;

/** Converts an article to plain text, with the addresses of its links, and without characters that turn its direction. */
export function articleText(article: string): string {
  return toPlainText(article, { links: {} }).replace(INVISIBLE, '').trim();
}

/** Converts a title to plain text on one line. */
export function oneLine(title: string): string {
  return toPlainText(title).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/**
 * Makes a hashtag of a keyword. Several words are joined, each with a capital, so that people and screen readers tell them
 * apart. @returns null when no letter is left
 */
export function hashtagFor(keyword: string): string | null {
  const words = toNfc(oneLine(keyword))
    .split(BETWEEN_WORDS)
    .map((word) => word.replace(NOT_IN_A_TAG, ''))
    .filter((word) => word !== '');
  const tag = words.length > 1 ? words.map(capitalize).join('') : (words[0] ?? '');
  return /\p{L}/u.test(tag) ? `#${tag}` : null;
}

function capitalize(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
