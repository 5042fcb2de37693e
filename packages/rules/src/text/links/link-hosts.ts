import { SPACED, UNSPACED } from '../scripts.ts';
import { isEncodableLabel, tldLengthAt } from './domains.ts';

const MAX_HOST_LENGTH = 253;
const SPACED_LABEL = `(?<![${SPACED}_\\-])${SPACED}(?:[${SPACED}_\\-]*${SPACED})?`;
const UNSPACED_LABEL = `(?<![${UNSPACED}_\\-])${UNSPACED}(?:[${UNSPACED}\\-]*${UNSPACED})?`;
/** Labels with dots between them. One label is of one kind, so that a name ends where other text follows directly. */
export const BARE_HOST = `(?:${SPACED_LABEL}|${UNSPACED_LABEL})(?:\\.(?:${SPACED_LABEL}|${UNSPACED_LABEL}))+`;

/** Made at the first use, which takes milliseconds. */
let spacedHost: RegExp | undefined;
const ANY_LABEL = '[\\p{L}\\p{M}\\p{N}[\\p{Extended_Pictographic}--\\p{P}]\\u200D\\uFE0F_\\-]+';
let anyHost: RegExp | undefined;
/** Top levels that no registry has. @see https://www.iana.org/assignments/special-use-domain-names */
const UNREGISTERED = /(?:^|\.)(?:localhost|local|test|example|invalid|internal|onion|alt)$/i;
const TAIL_FOLLOWS = /(?::\d+)?[/?#]|:\d/y;
const MAY_NOT_PRECEDE_BARE = /[-_./@＠#＃$\\=&%~+]/;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v');

/**
 * Finds the end of the host behind `https://`. It need not be one that registries know: a server of one's own network has
 * an address too. @returns -1 without a host
 */
export function writtenHostEnd(text: string, start: number): number {
  spacedHost ??= new RegExp(`${SPACED_LABEL}(?:\\.${SPACED_LABEL})*`, 'vy');
  anyHost ??= new RegExp(`${ANY_LABEL}(?:\\.${ANY_LABEL})*`, 'vy');
  const whole = matchAt(anyHost, text, start);
  const known = knownHostLength(text, start, whole);
  const spaced = matchAt(spacedHost, text, start);
  // Behind a known name, `.Next` is the next sentence, unless the address goes on behind it.
  TAIL_FOLLOWS.lastIndex = start + spaced.length;
  const isUnknown = known === 0 || UNREGISTERED.test(spaced) || TAIL_FOLLOWS.test(text);
  const host = spaced.length > known && isUnknown ? spaced : whole.slice(0, known);
  return isHost(host) ? start + host.length : -1;
}

/** Length of the longest name under a known top-level domain, which other text may follow directly; 0 for none. */
function knownHostLength(text: string, start: number, whole: string): number {
  for (let dot = whole.lastIndexOf('.'); dot > 0; dot = whole.lastIndexOf('.', dot - 1)) {
    const length = tldLengthAt(text, start + dot + 1);
    if (length > 0) return dot + 1 + length;
  }
  return 0;
}

/** Returns true when a found `BARE_HOST` is the name of a site, and no part of a sentence, a number or an e-mail address. */
export function isSite(text: string, start: number, name: string): boolean {
  const before = text.slice(0, start).at(-1) ?? ' ';
  if (MAY_NOT_PRECEDE_BARE.test(before) || (STARTS_UNSPACED.test(name) && LETTER_OR_DIGIT.test(before))) return false;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  const isTop = top === top.toLowerCase() && tldLengthAt(text, start + name.length - top.length) === top.length;
  return isTop && LETTER.test(labels.at(-2) ?? '') && isHost(name);
}

function isHost(name: string): boolean {
  if (name.length > MAX_HOST_LENGTH) return false;
  return name.split('.').every((label) => isEncodableLabel(label) && !label.startsWith('-') && !label.endsWith('-'));
}

function matchAt(sticky: RegExp, text: string, index: number): string {
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? '';
}
