const RESERVED = /[\\|{}@[\]()<>#＃*_~]/g;
/** Mentions, hashtags that need no escaping (`#` and a separate word of letters and digits), and reserved characters. */
const TOKENS =
  /@\[([^[\]\n\r]{1,200})\]\((urn:li:(?:organization|person):[A-Za-z0-9_-]{1,64})\)|(?<=^|\s)[#＃]\p{L}[\p{L}\p{M}\p{N}]*(?![\p{L}\p{M}\p{N}_])|[\\|{}@[\]()<>#＃*_~]/gu;

/**
 * Writes plain text in LinkedIn's little text format: a reader sees exactly the same characters, `#word` works as a hashtag, and
 * `@[Name](urn:li:organization:1)` as a mention. Escapes every other reserved character, because the network silently cuts the text
 * off at an unescaped one.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/little-text-format
 */
export function escapeLittleText(text: string): string {
  return text.replace(TOKENS, (token, name?: string, urn?: string) => {
    if (name !== undefined) return `@[${name.replace(RESERVED, '\\$&')}](${urn})`;
    return token.length === 1 ? `\\${token}` : token;
  });
}

/** An organization as a text mentions it. */
export interface MentionedOrganization {
  readonly id: string;
  readonly name: string;
  /** The mention as it is written. */
  readonly written: string;
}

/** Lists the organizations that a text mentions. */
export function organizationsIn(text: string): readonly MentionedOrganization[] {
  return [...text.matchAll(TOKENS)].flatMap(([written, name, urn]) => {
    const [, id] = /^urn:li:organization:(\d{1,20})$/.exec(urn ?? '') ?? [];
    return id === undefined || name === undefined ? [] : [{ id, name, written }];
  });
}
