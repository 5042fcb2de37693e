import { networkLook, type PlatformId } from '@social/types';
import { graphemesOf } from './characters.ts';

/**
 * Returns the index (UTF-16) at which the platform's network folds a text and shows a word such as "more"; null for a text
 * that is shown in full, and for a network that does not say where it folds. Cuts at a space where one is near.
 */
export function foldAt(platform: PlatformId, text: string): number | null {
  const { fold } = networkLook(platform);
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
