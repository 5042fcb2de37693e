import type { PlatformId } from '@social/types';
import { graphemesOf } from './characters.ts';

/** The place at which a network folds a text in its feed: behind so many characters, or so many written lines. */
type Fold = { readonly characters: number } | { readonly lines: number };

/**
 * Only networks that name their fold themselves are here. The others fold too, but do not say where.
 *
 * LinkedIn says how long a text in its feed may be "to avoid truncation", of its advertisements. Bluesky's own app has the
 * number of lines in `MAX_POST_LINES`.
 * @see https://www.linkedin.com/help/lms/answer/a426534
 * @see https://github.com/bluesky-social/social-app/blob/main/src/lib/constants.ts
 */
const FOLDS: Readonly<Partial<Record<PlatformId, Fold>>> = {
  profnet: { characters: 150 },
  bluesky: { lines: 25 },
};

/**
 * Returns the index (UTF-16) at which the platform's network folds a text and shows a word such as "more"; null for a text
 * that is shown in full, and for a network that does not say where it folds. Cuts at a space where one is near.
 */
export function foldAt(platform: PlatformId, text: string): number | null {
  const fold = FOLDS[platform];
  if (!fold) return null;
  return 'lines' in fold ? afterLines(text, fold.lines) : afterCharacters(text, fold.characters);
}

function afterLines(text: string, lines: number): number | null {
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return null;
  }
  return at;
}

/** Longest stretch without a space that is not cut, in UTF-16 units. */
const WORD = 20;

function afterCharacters(text: string, characters: number): number | null {
  if (text.length <= characters) return null;
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    if (count === characters) {
      const space = text.slice(index - WORD, index + 1).search(/\s\S*$/);
      return space <= 0 ? index : index - WORD + space;
    }
    count += 1;
  }
  return null;
}
