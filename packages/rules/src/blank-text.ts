/** Whitespace, controls, zero-width and other characters that draw nothing; U+2800 is the braille cell without dots. */
const INVISIBLE_ONLY = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a reader would see nothing: the text is empty, or only whitespace, controls and zero-width characters. */
export function isBlankText(text: string): boolean {
  return INVISIBLE_ONLY.test(text);
}
