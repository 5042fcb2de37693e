import punycode from 'punycode/punycode.js';
import tlds from 'tlds';

const MAX_LABEL_LENGTH = 63;
/** UTF-16 units of one character. */
const MAX_UNITS_PER_CHARACTER = 2;
const TOP_LEVEL: ReadonlySet<string> = new Set(tlds);
const ASCII_WORD = /[a-z0-9+@-]+/iy;
const PUNYCODE_TLD = /xn--[-0-9a-z]+/iy;
const MAY_FOLLOW_TLD = /[^0-9a-zA-Z@+-]/;
const NON_ASCII = /\P{ASCII}/u;
const UNICODE_TLDS = tlds.filter((tld) => NON_ASCII.test(tld));
const LONGEST_UNICODE_TLD = Math.max(...UNICODE_TLDS.map((tld) => tld.length));
const UNICODE_TLD_STARTS: ReadonlySet<string | undefined> = new Set(UNICODE_TLDS.map((tld) => tld[0]));

/** Characters that X takes for Latin letters, including accented ones. */
export const LATIN_ACCENTS =
  '\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\xFF\\u0100-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF';
const ASCII_LABELS = new RegExp(`(?:[-a-z0-9${LATIN_ACCENTS}]+\\.)+`, 'gi');

/** Length of the top-level domain that begins at an index; 0 for none, and where the next character continues the word. */
export function tldLengthAt(text: string, index: number): number {
  const mayBeUnicode = UNICODE_TLD_STARTS.has(text[index]?.toLowerCase());
  const ahead = mayBeUnicode ? text.slice(index, index + LONGEST_UNICODE_TLD) : '';
  for (let length = NON_ASCII.test(ahead) ? ahead.length : 0; length > 0; length -= 1) {
    const candidate = ahead.slice(0, length).toLowerCase();
    if (NON_ASCII.test(candidate) && TOP_LEVEL.has(candidate) && MAY_FOLLOW_TLD.test(text[index + length] ?? ' '))
      return length;
  }
  const word = matchAt(ASCII_WORD, text, index);
  if (word && TOP_LEVEL.has(word.toLowerCase())) return word.length;
  return matchAt(PUNYCODE_TLD, text, index)?.length ?? 0;
}

/** Returns true when DNS could hold every label of the domain. A domain that is already encoded must be so throughout. */
export function isEncodable(domain: string): boolean {
  if (domain.startsWith('xn--') && latinDomainsIn(domain).length === 0) return false;
  return domain.split('.').every(isEncodableLabel);
}

/** Punycode never shortens a label, so a label with too many characters is refused without the slow encoding. */
export function isEncodableLabel(label: string): boolean {
  if (label === '' || label.length > MAX_LABEL_LENGTH * MAX_UNITS_PER_CHARACTER) return false;
  return punycode.toASCII(label).length <= MAX_LABEL_LENGTH;
}

/** Finds the domains within a domain whose labels before the top level are Latin: X links only these without `https://`. */
export function latinDomainsIn(domain: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  ASCII_LABELS.lastIndex = 0;
  for (let labels = ASCII_LABELS.exec(domain); labels; labels = ASCII_LABELS.exec(domain)) {
    const start = labels.index;
    for (let dot = start + labels[0].length - 1; dot > start; dot = domain.lastIndexOf('.', dot - 1)) {
      const length = tldLengthAt(domain, dot + 1);
      if (length === 0) continue;
      found.push({ start, end: dot + 1 + length });
      ASCII_LABELS.lastIndex = dot + 1 + length;
      break;
    }
  }
  return found;
}

function matchAt(sticky: RegExp, text: string, index: number): string | null {
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? null;
}
