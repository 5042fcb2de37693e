import { isMap, LineCounter, parseDocument } from 'yaml';

/** A file that begins with YAML between two lines of `---`. */
export interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** The text below the YAML. */
  readonly body: string;
  /** Line of the file in which the body begins. */
  readonly bodyLine: number;
  /** Line of the file that holds a value; 1 when the value is missing. */
  lineOf(...path: readonly (string | number)[]): number;
}

/** An error in the front matter of a file. */
export class FrontMatterError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** @throws {FrontMatterError} naming the line */
export function readFrontMatter(text: string): FrontMatter {
  const match = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match) {
    const isOpen = /^---[ \t]*\n/.test(text);
    throw new FrontMatterError(
      1,
      isOpen ? 'the --- of the first line is not followed by another' : 'it does not begin with --- and platforms: […]',
    );
  }
  checkDepth(match[1] ?? '');
  const counter = new LineCounter();
  const document = parseDocument(match[1] ?? '', { lineCounter: counter, prettyErrors: false });
  // The first `---` is a line before the YAML.
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const [error] = document.errors;
  if (error) throw new FrontMatterError(lineAt(error.pos[0]), `this is not YAML: ${error.message}`);
  if (document.contents !== null && !isMap(document.contents)) {
    throw new FrontMatterError(2, 'write names and values, such as platforms: [profnet]');
  }
  const above = match[0].split('\n').length - 1;
  const rest = text.slice(match[0].length);
  const blank = /^(?:[ \t]*\n)*/.exec(rest)?.[0] ?? '';
  return {
    values: toValues(document),
    body: rest.slice(blank.length).trimEnd(),
    bodyLine: above + blank.split('\n').length,
    lineOf(...path) {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true) as { range?: [number, ...number[]] } | undefined;
        if (node?.range) return lineAt(node.range[0]);
      }
      return 1;
    },
  };
}

const MAX_DEPTH = 50;

/** Refuses deep nesting: the parser's memory grows with the square of the depth, until the program crashes. */
function checkDepth(yaml: string): void {
  let brackets = 0;
  for (const [index, line] of yaml.split('\n').entries()) {
    for (const character of line) {
      if (character === '[' || character === '{') brackets += 1;
      if ((character === ']' || character === '}') && brackets > 0) brackets -= 1;
      if (brackets > MAX_DEPTH) throw new FrontMatterError(index + 2, 'this is nested too deeply');
    }
    const [indent = ''] = /^[ \t]*(?:[-?:][ \t]+)*/.exec(line) ?? [];
    if (indent.length > 4 * MAX_DEPTH) throw new FrontMatterError(index + 2, 'this is nested too deeply');
  }
}

function toValues(document: ReturnType<typeof parseDocument>): Record<string, unknown> {
  try {
    const values = (document.toJS() as Record<string, unknown> | null) ?? {};
    // An alias within its own anchor makes a value that contains itself.
    JSON.stringify(values);
    return values;
  } catch (error) {
    if (error instanceof TypeError)
      throw new FrontMatterError(2, 'an alias (*name) stands for a value that contains it');
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith('Excessive alias count'))
      throw new FrontMatterError(2, 'the aliases (*name) stand for too many values; write them out');
    throw new FrontMatterError(2, `this is not usable YAML: ${message}`);
  }
}
