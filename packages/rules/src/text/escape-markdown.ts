/**
 * An address, which is linked unchanged and an escape would break, or one character of formatting, mentions, links and
 * times.
 */
const ADDRESS_OR_INLINE = /https?:\/\/[^\s<]+|[\\*_~`|<[\]]/g;
/** Characters that begin quotes, headings and lists. */
const LINE_START = /^([ \t]*)([>#-])/gm;

/** Escapes a text for a network that formats it, so that readers see exactly its characters, without formatting. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(ADDRESS_OR_INLINE, (found) => (found.length > 1 ? found : `\\${found}`))
    .replace(LINE_START, '$1\\$2');
}
