/** A commentary as readers see it, and the place of an error in its markup. */
export interface LittleText {
  readonly text: string;
  /** Index of the first reserved character that is neither escaped nor part of an element. */
  readonly badAt?: number;
  /** Absent without any. */
  readonly mentions?: readonly Mention[];
}

/** A member or an organization, and the name under which a text mentions it. */
export interface Mention {
  readonly name: string;
  readonly urn: string;
}

/** The documented characters, and the second sign that starts a hashtag. */
const reserved = new Set('\\|{}@[]()<>#*_~＃');

const mention = /@\[((?:\\.|[^\\|{}@[\]()<>#*_~])+)\]\((urn:li:(?:person|organization):[A-Za-z0-9_-]+)\)/uy;
const hashtag = /[#＃][\p{L}\p{N}\p{M}]+/uy;
const hashtagTemplate = /\{hashtag\|\\?[#＃]\|([^{}|]+)\}/uy;

/**
 * Reads the little text format: escapes, mentions, hashtags. Text ends at the first misplaced reserved character: the real
 * network cuts it there, too, without an error.
 *
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
export function readLittleText(commentary: string): LittleText {
  const mentions: Mention[] = [];
  let text = '';
  let at = 0;
  while (at < commentary.length) {
    const character = commentary[at] ?? '';
    if (!reserved.has(character)) {
      text += character;
      at += 1;
      continue;
    }
    const element = readElement(commentary, at);
    if (!element) return { text, badAt: at };
    if (element.urn !== undefined) mentions.push({ name: element.text, urn: element.urn });
    text += element.text;
    at += element.length;
  }
  return { text, ...(mentions.length > 0 && { mentions }) };
}

function readElement(commentary: string, at: number): { text: string; length: number; urn?: string } | undefined {
  const escaped = commentary[at + 1] ?? '';
  if (commentary[at] === '\\') {
    return reserved.has(escaped) ? { text: escaped, length: 2 } : undefined;
  }
  const mentioned = matchAt(mention, commentary, at);
  if (mentioned) {
    const [{ length }, name = '', urn = ''] = mentioned;
    return { text: stripEscapes(name), length, urn };
  }
  const tagged = matchAt(hashtagTemplate, commentary, at);
  if (tagged) return { text: `#${stripEscapes(tagged[1] ?? '')}`, length: tagged[0].length };
  const word = matchAt(hashtag, commentary, at);
  return word ? { text: word[0], length: word[0].length } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function stripEscapes(text: string): string {
  return text.replace(/\\(.)/gu, '$1');
}
