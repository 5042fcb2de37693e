/**
 * Letters, marks and digits that stand directly beside an address: the scripts without spaces between words, Korean with its
 * particles, and full-width Latin. A class of a regular expression with the flag `v`.
 */
export const UNSPACED =
  '[[\\p{L}\\p{M}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\uFF10-\\uFFDC]]';
/** All other letters, marks and digits, without those that only make an emoji of a digit. Such a class, too. */
export const SPACED = `[[\\p{L}\\p{M}\\p{N}]--${UNSPACED}--[\\uFE00-\\uFE0F\\u20E3]]`;
