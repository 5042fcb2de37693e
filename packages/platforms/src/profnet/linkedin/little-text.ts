/** Reserved characters, and hashtags that need no escaping: a word of letters and digits, standing by itself. */
const TOKENS = /(?<=^|\s)[#＃]\p{L}[\p{L}\p{M}\p{N}]*(?![\p{L}\p{M}\p{N}_])|[\\|{}@[\]()<>#＃*_~]/gu;

/**
 * Writes plain text in LinkedIn's little text format: a reader sees exactly the same characters, and `#word` works as a
 * hashtag. Every other reserved character is escaped, because the network silently cuts the text off at one that is not.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
export function escapeLittleText(text: string): string {
  return text.replace(TOKENS, (token) => (token.length === 1 ? `\\${token}` : token));
}
