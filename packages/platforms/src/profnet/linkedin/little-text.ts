/** Reserved characters, and hashtags that need no escaping: `#` and a separate word of letters and digits. */
const TOKENS = /(?<=^|\s)[#＃]\p{L}[\p{L}\p{M}\p{N}]*(?![\p{L}\p{M}\p{N}_])|[\\|{}@[\]()<>#＃*_~]/gu;

/**
 * Writes plain text in LinkedIn's little text format: a reader sees exactly the same characters, and `#word` works as a
 * hashtag. Escapes every other reserved character, because the network silently cuts the text off at an unescaped one.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
export function escapeLittleText(text: string): string {
  return text.replace(TOKENS, (token) => (token.length === 1 ? `\\${token}` : token));
}
