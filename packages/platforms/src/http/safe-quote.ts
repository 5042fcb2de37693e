/** Controls, and the marks that reorder text or draw nothing. */
const UNSAFE = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;
const MAX_QUOTE_LENGTH = 200;
const SHORTEST_SECRET = 4;

/** A network's text on one line, without controls and direction marks, at most `maxLength` code points. */
export function cleanText(text: string, maxLength: number): string {
  const line = text.slice(0, 20_000).toWellFormed().replace(UNSAFE, ' ').replace(/\s+/gu, ' ').trim();
  return Array.from(line).slice(0, maxLength).join('').trim();
}

/** A network's own words, fit to be shown to a user: cleaned, shortened, and without any of the secrets. */
export function safeQuote(text: string, secrets: readonly string[]): string {
  let quote = text.slice(0, 20_000);
  for (const secret of secrets.filter(({ length }) => length >= SHORTEST_SECRET)) {
    for (const form of spellings(secret)) quote = quote.replaceAll(form, '***');
  }
  return cleanText(quote, MAX_QUOTE_LENGTH);
}

/** The forms in which a network may echo a secret: forms and addresses hold escapes. */
function spellings(secret: string): string[] {
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, encodeURIComponent(secret), inForm];
}
