/** Unicode's limit for marks on one character; sorting more of them takes quadratic time. */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const FEW_MARKS = new RegExp(`\\P{M}*\\p{M}{0,${MAX_MARKS}}`, 'gu');

/**
 * Converts a text to Unicode's form NFC, in linear time: composes more than 30 marks on one character in groups.
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function toNfc(text: string): string {
  if (!TOO_MANY_MARKS.test(text)) return text.normalize('NFC');
  return text.replace(FEW_MARKS, (piece) => piece.normalize('NFC'));
}
