import { toNfc } from '@social/rules';
import { decodeHTMLStrict } from 'entities';

const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const BLOCK_END = /^(?:\/(?:p|div|h[1-6]|li|ul|ol|blockquote|tr)|br)$/i;
const TAG = /<(\/?[a-z][a-z0-9]*)\b[^<>]*>/iy;
const BETWEEN_WORDS = /[\s\p{Pd}]+/u;
const NOT_IN_A_TAG = /[^\p{L}\p{M}\p{N}_]/gu;

/** Converts an article to plain text: removes tags, decodes entities, ends blocks with a line break, folds blank lines. */
export function plainText(article: string): string {
  const text = decodeHTMLStrict(withoutTags(article.replace(/\r\n?/g, '\n')));
  return text
    .replace(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

// Walks through the text once and searches no part of it twice, since an article may be large and hostile.
function withoutTags(article: string): string {
  const lower = article.toLowerCase();
  const kept: string[] = [];
  const unclosed = new Set<string>();
  let at = 0;
  for (let open = article.indexOf('<'); open >= 0; open = article.indexOf('<', at)) {
    kept.push(article.slice(at, open));
    at = skipTag(open);
  }
  kept.push(article.slice(at));
  return kept.join('');

  /** Finds where the text continues after the tag at `open`. A `<` that begins no tag is kept. */
  function skipTag(open: number): number {
    if (article.startsWith('<!--', open)) return endOf('-->', open + 4) ?? keep(open);
    TAG.lastIndex = open;
    const tag = TAG.exec(article);
    if (!tag?.[1]) return keep(open);
    const name = tag[1].toLowerCase();
    if (BLOCK_END.test(name)) kept.push('\n');
    const isHidden = name === 'script' || name === 'style';
    return (isHidden ? endOf(`</${name}>`, TAG.lastIndex) : null) ?? TAG.lastIndex;
  }

  function keep(open: number): number {
    kept.push('<');
    return open + 1;
  }

  function endOf(mark: string, from: number): number | null {
    const end = unclosed.has(mark) ? -1 : lower.indexOf(mark, from);
    if (end < 0) unclosed.add(mark);
    return end < 0 ? null : end + mark.length;
  }
}

/** Converts a title to plain text on one line. */
export function oneLine(title: string): string {
  return plainText(title).replace(/\s+/g, ' ');
}

/**
 * Makes a hashtag of a keyword. Several words are joined, each with a capital, so that people and screen readers tell them
 * apart. @returns null when no letter is left
 */
export function hashtagFor(keyword: string): string | null {
  const words = toNfc(plainText(keyword))
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
