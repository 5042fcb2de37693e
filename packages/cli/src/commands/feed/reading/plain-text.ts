import { Parser } from 'htmlparser2';

/** Elements that are open at once. The parser searches all of them for each tag; what is deeper is left out. */
const MAX_DEPTH = 500;
/** Elements that begin a line of their own. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Elements that have no end. */
const VOID = new Set(['br', 'hr']);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd mark picture q s samp small source span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose text nobody reads. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'video', 'audio']);
const isElement = (name: string) => BLOCKS.has(name) || INLINE.has(name) || HIDDEN.has(name);

/**
 * Makes plain text of HTML. What only looks like an element, as in `List<String>`, stays.
 * @param html HTML, or plain text: feeds do not always tell
 */
export function toPlainText(html: string): string {
  let text = '';
  let hidden = 0;
  let depth = 0;
  const parser: Parser = new Parser(
    {
      onopentag(name) {
        depth += 1;
        if (depth > MAX_DEPTH) parser.pause();
        else if (HIDDEN.has(name)) hidden += 1;
        else if (BLOCKS.has(name)) text += '\n';
        else if (!isElement(name)) text += html.slice(parser.startIndex, parser.endIndex + 1);
      },
      ontext(data) {
        if (hidden === 0) text += data;
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        if (HIDDEN.has(name)) hidden -= 1;
        else if (BLOCKS.has(name)) text += VOID.has(name) ? '' : '\n';
        else if (!isElement(name) && !isImplied) text += html.slice(parser.startIndex, parser.endIndex + 1);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
