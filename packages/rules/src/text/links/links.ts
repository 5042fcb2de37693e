import type { PlatformId } from '@social/types';
import { SPACED, UNSPACED } from '../scripts.ts';
import type { TextSpan } from '../spans.ts';
import { BARE_HOST, isSite, writtenHostEnd } from './link-hosts.ts';
import { linkEnd } from './link-tail.ts';
import { findXLinks, MAX_URL_LENGTH } from './x-links.ts';

/** An address in a text. */
export interface Link extends TextSpan {
  /** False for the bare name of a site, such as `example.com/path`. */
  readonly hasScheme: boolean;
}

/** `x`: exactly what X links and counts. `common`: what readers take for an address, as every other network is given it. */
export type LinkRules = 'x' | 'common';

export function linkRulesOf(platform: PlatformId): LinkRules {
  return platform === 'microblog' ? 'x' : 'common';
}

/** `https://` or `http://`, unless it is the end of another scheme. */
const SCHEME = '(?<scheme>(?<![0-9A-Za-z]|[0-9A-Za-z]\\+)[hH][tT][tT][pP][sS]?:\\/\\/)';
/** Made at the first use, which takes milliseconds. */
let begins: RegExp | undefined;
const SCHEME_FOLLOWS = /\.https?:\/\/$/i;
const HAS_SCHEME = /^https?:/i;
/** A name and a password, or the name of one site before that of another: no address that a reader should follow. */
const USER = new RegExp(`(?::[^\\s\\/?#@]{0,256})?@(?:${SPACED}|${UNSPACED})`, 'vy');

/**
 * Finds the addresses of a text, in order: with a scheme, or bare names under a known top-level domain. Neither the punctuation
 * nor the brackets around an address belong to it, in no script. Takes linear time.
 */
export function findLinks(text: string, rules: LinkRules = 'common'): Link[] {
  if (rules === 'x') {
    return findXLinks(text).map(({ start, end }) => {
      return { start, end, hasScheme: HAS_SCHEME.test(text.slice(start, Math.min(end, start + 6))) };
    });
  }
  const links: Link[] = [];
  begins ??= new RegExp(`${SCHEME}|${BARE_HOST}`, 'gv');
  begins.lastIndex = 0;
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const { index: start, 0: begun, groups } = match;
    const hasScheme = groups?.['scheme'] !== undefined;
    const behind = start + begun.length;
    // A sentence may end before an address without a space.
    if (!hasScheme && SCHEME_FOLLOWS.test(text.slice(behind - 6, behind + 3))) {
      begins.lastIndex = text.lastIndexOf('.', behind) + 1;
      continue;
    }
    const hostEnd = hasScheme ? writtenHostEnd(text, behind) : isSite(text, start, begun) ? behind : -1;
    if (hostEnd === -1 || hasUser(text, hostEnd)) continue;
    const limit = hostEnd + MAX_URL_LENGTH;
    const found = linkEnd(text, { start: hasScheme ? behind : start, end: hostEnd }, limit);
    // A low line around an address makes it italic.
    const end = text[start - 1] === '_' && text[found - 1] === '_' ? found - 1 : found;
    if (end - start <= MAX_URL_LENGTH) links.push({ start, end, hasScheme });
    begins.lastIndex = end;
  }
  return links;
}

function hasUser(text: string, hostEnd: number): boolean {
  USER.lastIndex = hostEnd;
  return USER.test(text);
}
