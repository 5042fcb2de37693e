import type { TextSpan } from '../spans.ts';
import { isEncodable, LATIN_ACCENTS, latinDomainsIn, tldLengthAt } from './domains.ts';

/** Characters that end a domain, besides the dot, the hyphen and the underscore. */
const SEPARATORS =
  "!'#%&()*+,\\\\/:;<=>?@\\[\\]^{|}~$\\x09-\\x0D\\x20\\x85\\xA0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000" +
  '\\uFFFE\\uFEFF\\uFFFF\\u202A-\\u202E\\u061C\\u200E\\u200F\\u2066-\\u2069';
const RUN = new RegExp(`[^${SEPARATORS}]+`, 'g');
const PROTOCOL_BEFORE = /https?:\/\/$/i;
const FORBIDS_URL_AFTER = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/;
const FORBIDS_BARE_DOMAIN_AFTER = /[-_./]/;

const PATH = `[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&${LATIN_ACCENTS}]`;
const PARENS = `\\((?:${PATH}+|${PATH}*\\(${PATH}+\\)${PATH}*)\\)`;
const PATH_END = `[+\\-a-z\\u0400-\\u04FF0-9=_#/${LATIN_ACCENTS}]`;
const QUERY = `\\?[a-z0-9!?*'@();:&=+$/%#\\[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]`;
const TAIL = new RegExp(
  `(?::[0-9]+)?(/(?:${PATH}*(?:${PARENS}${PATH}*)*${PATH_END}|${PARENS}|@${PATH}+/)*)?(?:${QUERY})?`,
  'iy',
);
const SHORT_LINK = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${QUERY})?`, 'i');
const MAX_SLUG_LENGTH = 40;
/** In UTF-16 units. */
export const MAX_URL_LENGTH = 4096;

interface Domain extends TextSpan {
  readonly hasProtocol: boolean;
  readonly urlStart: number;
  /** Index of the label in which the domain begins. */
  readonly label: number;
}

/**
 * Finds URLs as X does: with `http(s)://`, or bare Latin domains under a known top-level domain. Runs in linear time (reads
 * each stretch of domain characters once), so hostile text cannot stall a caller.
 */
export function findXLinks(text: string): TextSpan[] {
  const urls: TextSpan[] = [];
  if (!text.includes('.')) return urls;
  let from = 0;
  for (const match of text.matchAll(RUN)) {
    const run = { start: match.index, end: match.index + match[0].length };
    if (run.end <= from || !match[0].includes('.')) continue;
    const labels = splitLabels(text, run);
    for (let domain = nextDomain(text, labels, { from, label: 0 }); domain; ) {
      from = collectUrls(text, domain, urls);
      domain = nextDomain(text, labels, { from, label: domain.label });
    }
  }
  return urls;
}

/** Adds the URLs of one domain with their paths and queries, and returns the index where the search continues. */
function collectUrls(text: string, domain: Domain, urls: TextSpan[]): number {
  TAIL.lastIndex = 0;
  const tail = TAIL.exec(text.slice(domain.end, domain.end + MAX_URL_LENGTH));
  const end = domain.end + (tail?.[0].length ?? 0);
  const name = text.slice(domain.start, domain.end);
  const length = end - domain.urlStart + (domain.hasProtocol ? 0 : 'https://'.length);
  if (length > MAX_URL_LENGTH || !isEncodable(name)) return end;
  if (domain.hasProtocol) {
    const short = SHORT_LINK.exec(text.slice(domain.urlStart, end));
    if (!short) urls.push({ start: domain.urlStart, end });
    else if ((short[1] ?? '').length <= MAX_SLUG_LENGTH) {
      urls.push({ start: domain.urlStart, end: domain.urlStart + short[0].length });
    }
    return end;
  }
  if (domain.start > 0 && FORBIDS_BARE_DOMAIN_AFTER.test(text[domain.start - 1] ?? '')) return end;
  const latin = latinDomainsIn(name).map(({ start, end }) => ({
    start: domain.start + start,
    end: domain.start + end,
  }));
  const last = latin.pop();
  if (!last) return end;
  const tailLength = tail?.[1] ? end - domain.end : 0;
  urls.push(...latin, { start: last.start, end: last.end + tailLength });
  return end;
}

interface Label extends TextSpan {
  readonly isValid: boolean;
  readonly hasUnderscore: boolean;
  /** Length of the top-level domain at the label's beginning. */
  readonly tldLength: number;
  /** Index of the last label that can be the top level of a domain whose second label this is; -1 when none. */
  top: number;
}

function splitLabels(text: string, run: TextSpan): Label[] {
  const labels: Label[] = [];
  for (let start = run.start; start <= run.end; ) {
    const dot = text.indexOf('.', start);
    const end = dot === -1 || dot > run.end ? run.end : dot;
    const isValid = end > start && !isEdge(text[start]) && !isEdge(text[end - 1]);
    const hasUnderscore = text.slice(start, end).includes('_');
    labels.push({ start, end, isValid, hasUnderscore, tldLength: tldLengthAt(text, start), top: -1 });
    start = end + 1;
  }
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const label = labels[index];
    if (!label) continue;
    const further = label.isValid ? (labels[index + 1]?.top ?? -1) : -1;
    const isFurther = further > index + 1 || (further === index + 1 && !label.hasUnderscore);
    label.top = isFurther ? further : label.tldLength > 0 ? index : -1;
  }
  return labels;
}

/** Finds the leftmost domain from `from` on, as long as possible. The name before the top level has no underscore. */
function nextDomain(text: string, labels: readonly Label[], search: { from: number; label: number }): Domain | null {
  const { from } = search;
  for (let index = search.label; index < labels.length - 1; index += 1) {
    const label = labels[index];
    const top = labels[labels[index + 1]?.top ?? -1];
    if (!label || !top || label.end <= from || isEdge(text[label.end - 1])) continue;
    const end = top.start + top.tldLength;
    const isName = top === labels[index + 1];
    const afterUnderscore = label.start + text.slice(label.start, label.end).lastIndexOf('_') + 1;
    const earliest = isName ? afterUnderscore : label.start;
    const protocol = index === 0 ? protocolBefore(text, label.start) : '';
    const urlStart = label.start - protocol.length;
    if (protocol && label.isValid && earliest === label.start && mayStartUrl(text, urlStart, from)) {
      return { start: label.start, end, hasProtocol: true, urlStart, label: index };
    }
    const start = firstStart(text, Math.max(earliest, from), { from, end: label.end });
    if (start !== -1) return { start, end, hasProtocol: false, urlStart: start, label: index };
  }
  return null;
}

/** Finds the first index for a bare domain. At the text's start X prefers the second character over the first. */
function firstStart(text: string, earliest: number, limits: { from: number; end: number }): number {
  for (let start = earliest; start < limits.end; start += 1) {
    if (isEdge(text[start]) || !mayStartUrl(text, start, limits.from)) continue;
    const isSecondBetter = start === 0 && limits.end > 1 && !isEdge(text[1]) && mayStartUrl(text, 1, limits.from);
    return isSecondBetter ? 1 : start;
  }
  return -1;
}

/** Returns true for a character that cannot begin or end a label. */
function isEdge(character: string | undefined): boolean {
  return character === '-' || character === '_';
}

function protocolBefore(text: string, index: number): string {
  return PROTOCOL_BEFORE.exec(text.slice(Math.max(0, index - 'https://'.length), index))?.[0] ?? '';
}

function mayStartUrl(text: string, start: number, from: number): boolean {
  return start === 0 || (start > from && !FORBIDS_URL_AFTER.test(text[start - 1] ?? ''));
}
