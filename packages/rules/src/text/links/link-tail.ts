import { SPACED, UNSPACED } from '../scripts.ts';

const PORT = new RegExp(`:[0-9]{1,5}(?!${SPACED})`, 'vy');
const TOKENS = [
  `(?<open>[\\(\\[])`,
  `(?<close>[\\)\\]])`,
  // A digit before the mark of a keycap is an emoji.
  `(?<end>(?:(?![0-9]\\uFE0F?\\u20E3)${SPACED})+(?:[·–\\u200C](?=${SPACED}))?|[\\/\\-_=+])`,
  // Directly behind a letter it is the text that goes on; behind a sign, or behind itself, it is part of the address.
  `(?<unspaced>(?<=[\\/\\-_=+#&?\\(\\[~])${UNSPACED}+(?:[・:]${UNSPACED}+)*)`,
  // Signs between two addresses are part of neither.
  `(?<inner>[!'*,.;~]+(?!https?:\\/\\/)|[#$%&:?@])`,
];
/** Made at the first use, which takes milliseconds. */
let tokens: RegExp | undefined;
let goesOn: RegExp | undefined;
const IS_UNSPACED = new RegExp(UNSPACED, 'v');
/** Brackets that are open at once. What is behind an unclosed one is read again, so their number bounds the time. */
const MAX_OPEN = 8;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/**
 * Finds where an address ends whose host ends at the index: behind its port, path, query and fragment, and before the
 * punctuation and the brackets of the text around it.
 * @param limit where the search ends
 */
export function linkEnd(text: string, host: { readonly start: number; readonly end: number }, limit: number): number {
  const start = behindPort(text, host.end);
  if (!'/?#'.includes(text[start] ?? ' ')) return start;
  // Browsers show a bare host with a slash, behind which other text may follow.
  const root = IS_UNSPACED.test(text.slice(host.start, host.end)) ? -1 : start + 1;
  const open: { readonly sign: string; readonly at: number }[] = [];
  let end = start;
  tokens ??= new RegExp(TOKENS.join('|'), 'vy');
  goesOn ??= new RegExp(`\\/|[\\-_=?#%&](?:${SPACED}|${UNSPACED})`, 'vy');
  for (let at = start; at < limit; ) {
    tokens.lastIndex = at;
    const { 0: token = '', groups = {} } = tokens.exec(text) ?? {};
    const next = at + token.length;
    if (token === '' || (groups['unspaced'] && at === root && !matches(goesOn, text, next))) break;
    if (groups['open'] && open.push({ sign: token, at: end }) > MAX_OPEN) break;
    if (groups['close'] && CLOSING[open.at(-1)?.sign ?? ''] !== token) break;
    if (groups['close']) open.pop();
    if (!groups['inner'] && !groups['open']) end = next;
    at = next;
  }
  return open[0]?.at ?? end;
}

function behindPort(text: string, index: number): number {
  PORT.lastIndex = index;
  return index + (PORT.exec(text)?.[0].length ?? 0);
}

function matches(sticky: RegExp, text: string, index: number): boolean {
  sticky.lastIndex = index;
  return sticky.test(text);
}
