import { countGraphemes } from '../../graphemes.ts';
import { charactersPerLink, type Software } from '../software.ts';
import { findLinksAndMentions } from './entities.ts';

/**
 * Counts a status with its content warning. Mastodon counts grapheme clusters, every link as 23, and a mention of another
 * server's account without that server's name. GoToSocial counts every code point.
 *
 * @see https://docs.joinmastodon.org/user/posting/#text (read 2026-11-22)
 */
export function countCharacters(
  { text, spoilerText = '' }: { readonly text: string; readonly spoilerText?: string },
  counts: Software['counts'] = 'graphemes',
): number {
  if (counts === 'code-points') return [...spoilerText, ...text].length;
  return countGraphemes(spoilerText + shorten(text));
}

/** Replaces links and mentions by texts of the length that they count. */
function shorten(text: string): string {
  let short = '';
  let from = 0;
  for (const { kind, start, end, value } of findLinksAndMentions(text)) {
    short += text.slice(from, start) + (kind === 'link' ? 'x'.repeat(charactersPerLink) : `@${value.split('@')[0]}`);
    from = end;
  }
  return short + text.slice(from);
}
