/** An address, which Discord links as it is: an escape in it would lead elsewhere. */
const ADDRESS = /https?:\/\/[^\s<]+/g;
/** Formatting inside a line, and what begins a mention, a link or a time. */
const INLINE = /[\\*_~`|<[\]]/g;
/** Quotes, headings and lists. */
const LINE_START = /^([ \t]*)([>#-])/gm;

/** Escapes a text for Discord so that readers see exactly its characters, without formatting. */
export function escapeMarkdown(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    escaped += text.slice(from, index).replace(INLINE, '\\$&') + address;
    from = index + address.length;
  }
  escaped += text.slice(from).replace(INLINE, '\\$&');
  return escaped.replace(LINE_START, '$1\\$2');
}
