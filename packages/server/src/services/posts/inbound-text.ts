import { toNfc } from '@social/rules';
import { decodeHTMLStrict } from 'entities';

const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const BLOCK_END = /^(?:\/(?:p|div|h[1-6]|li|ul|ol|blockquote|tr)|br)$/i;
const TAG = /<(\/?[a-z][a-z0-9]*)\b[^<>]*>/iy;
const BETWEEN_WORDS = /[\s\p{Pd}]+/u;
const NOT_IN_A_TAG = /[^\p{L}\p{M}\p{N}_]/gu;

/** Plain text of an article: tags go (block ends become line breaks), entities become their characters, blank lines are folded. */
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

// One walk, in which no stretch of the text is searched twice: an article may be large, and hostile.
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

  /** Where the text goes on after what begins at `open`; a `<` that begins nothing is kept. */
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

/** A title on one line. */
export function oneLine(title: string): string {
  return plainText(title).replace(/\s+/g, ' ');
}

/**
 * The keyword as a hashtag, with one `#` and only what a tag may hold; null when no letter is left. Of several words each
 * begins with a capital, so that people and screen readers tell them apart.
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
