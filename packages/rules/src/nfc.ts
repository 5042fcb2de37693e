/** Unicode's limit for marks on one character; beyond it, sorting them takes time by their square. */
const MAX_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const FEW_MARKS = new RegExp(`\\P{M}*\\p{M}{0,${MAX_MARKS}}`, 'gu');

/**
 * The text in Unicode's form NFC, in linear time: more than 30 marks on one character are composed in groups.
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export function toNfc(text: string): string {
  if (!TOO_MANY_MARKS.test(text)) return text.normalize('NFC');
  return text.replace(FEW_MARKS, (piece) => piece.normalize('NFC'));
}
