import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { HIDDEN, INLINE, LINES, PARAGRAPHS, VERBATIM } from './elements.ts';
import { type LinkOptions, TextWriter } from './text-writer.ts';

/** Elements that are open at once. The parser searches all of them for each tag. */
const MAX_DEPTH = 500;

export interface PlainTextOptions {
  /** Keeps the addresses of links, as `text (address)`. Without this, only their texts stay. */
  readonly links?: LinkOptions;
}

/**
 * Makes plain text of HTML: an empty line between paragraphs, `• ` or a number before the items of a list, each row of a table
 * on a line. What only looks like an element, as in `List<String>`, stays. Takes linear time.
 * @param html HTML, or plain text: feeds and tools do not always tell. The line breaks of text outside of elements stay
 */
export function toPlainText(html: string, { links }: PlainTextOptions = {}): string {
  const writer = new TextWriter(links);
  let [part, hasTags] = [html, false];
  while (part !== '') {
    const found = writePart(part, writer);
    part = part.slice(found.end);
    hasTags ||= found.hasTags;
  }
  return hasTags ? writer.end() : tidy(decodeHTMLStrict(html));
}

/** Writes HTML up to where elements lie too deep in each other: what follows is read as a part of its own. @returns where it ends */
function writePart(html: string, writer: TextWriter): { readonly end: number; readonly hasTags: boolean } {
  /** Open elements, and whether they are only text. */
  const open: { readonly name: string; readonly isText: boolean }[] = [];
  let [hidden, read, hasTags, end] = [0, 0, false, html.length];
  const write = (text: string) => (hidden === 0 && open.length <= MAX_DEPTH ? writer.text(text) : undefined);
  const tag = () => html.slice(parser.startIndex, parser.endIndex + 1);
  const skip = () => {
    read = parser.endIndex + 1;
    hasTags = true;
  };
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === MAX_DEPTH) {
          end = parser.startIndex;
          return parser.pause();
        }
        const isText = !isElement(name, attributes);
        read = parser.endIndex + 1;
        open.push({ name, isText });
        if (isText) return write(tag());
        hasTags = true;
        if (HIDDEN.has(name)) hidden += 1;
        else if (hidden === 0) writer.open(name, decodeHTMLAttribute(attributes['href'] ?? ''));
      },
      ontext(data) {
        read = parser.endIndex + 1;
        write(decodeHTMLStrict(data));
      },
      onclosetag(name, isImplied) {
        const isText = open.pop()?.isText;
        if (!isImplied) read = parser.endIndex + 1;
        if (isText) return isImplied ? undefined : write(tag());
        if (HIDDEN.has(name)) hidden -= 1;
        else if (hidden === 0) writer.close(name);
      },
      oncomment: skip,
      onprocessinginstruction: skip,
    },
    { decodeEntities: false, lowerCaseTags: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  // A tag without an end, which may be a comparison.
  if (end === html.length) write(decodeHTMLStrict(html.slice(read)));
  else for (const { name, isText } of open.toReversed()) if (!isText && !HIDDEN.has(name)) writer.close(name);
  return { end, hasTags };
}

/** Returns false for an unknown name alone, as in `List<String>`. Other unknown elements are those of a page's scripts. */
function isElement(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if ([PARAGRAPHS, LINES, INLINE, HIDDEN, VERBATIM].some((elements) => elements.has(name))) return true;
  return /[-:]/.test(name) || Object.keys(attributes).length > 0;
}

/** Plain text as it is, with at most one empty line in a row. */
function tidy(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
