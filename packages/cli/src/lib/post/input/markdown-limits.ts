import { usageError } from '../../errors.ts';

/** Most levels of quotes and lists. People stay below 10. */
const MAX_DEPTH = 32;
/** Most columns before the mark of a quote or list; each level is indented further. */
const MAX_INDENT = 100;
/** Most signs in a paragraph that may open or close something. The parser compares each with all others. */
const MAX_SIGNS = 500;
/** Most signs in a row after an address. At each, the parser asks whether only signs follow. */
const MAX_TRAIL = 200;

const MARK = String.raw`>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)`;
const PREFIX = new RegExp(`^(?:[ \\t]*(?:${MARK}))*`);
const MARKS = new RegExp(MARK, 'g');
/** Link definitions, one per line, which the parser removes from the beginning of a paragraph. */
const LABEL = String.raw`\[(?![\s^])(?:[^[\]\\]|\\.){1,999}\]`;
const TITLE = String.raw`"[^"\\]*"|'[^'\\]*'|\([^()\\]*\)`;
const DEFINITION = new RegExp(`^ {0,3}${LABEL}:[ \\t]*[^<\\s()\\p{Cc}]+(?:[ \\t]+(?:${TITLE}))?[ \\t]*\\r?$`, 'u');
const ADDRESS = /https?:\/\/|www\.|@/i;
const TRAILS = /(?:[!"'),*.:;?_~\]]|&[A-Za-z]+;)+/g;
const SIGNS = /[*_~]+|[[\]`]/g;

/**
 * Refuses text for which the Markdown parser takes more than linear time, or overflows the stack.
 * @throws {CliError} naming file and line
 */
export function checkMarkdown(markdown: string, path: string): void {
  let signs = 0;
  let isBeginning = true;
  let fence: string | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const refuse = (what: string) => usageError(`${path} ${what} at line ${index + 1}`, 'Nothing was sent.');
    const prefix = PREFIX.exec(line)?.[0] ?? '';
    const content = line.slice(prefix.length);
    const [, fenceMark] = /^[ \t]*(`{3,}|~{3,})/.exec(content) ?? [];
    if (fence !== undefined) {
      if (fenceMark?.startsWith(fence)) fence = undefined;
      continue;
    }
    fence = fenceMark;
    const isRule = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/.test(line);
    const isIndented = prefix !== '' && /^[ \t]*/.exec(line)?.[0].length;
    if (!isRule && ((prefix.match(MARKS)?.length ?? 0) > MAX_DEPTH || Number(isIndented) > MAX_INDENT))
      throw refuse('is nested too deeply');
    // A paragraph ends at an empty line, a mark of a list or quote, and a heading.
    const isEnd = content.trim() === '' || prefix !== '' || /^ {0,3}#/.test(content);
    if (isEnd) signs = 0;
    isBeginning = isEnd || (isBeginning && DEFINITION.test(line));
    if (!isBeginning || isEnd) signs += content.match(SIGNS)?.length ?? 0;
    if (ADDRESS.test(line) && line.match(TRAILS)?.some((trail) => trail.length > MAX_TRAIL)) {
      throw refuse('has too many signs in a row after an address');
    }
    if (signs > MAX_SIGNS) throw refuse('has too many signs such as *, _ and [ in one paragraph');
  }
}
