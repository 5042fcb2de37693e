import type { FailureReport } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Style } from './style.ts';

/** The means to print a result for people. */
export interface View extends Style {
  /** Width in columns. */
  readonly columns: number;
  readonly layout: typeof import('../text/layout.ts');
}

/** The output of a command. Data goes to stdout, everything else to stderr. */
export interface Output {
  /** Set when data is printed as the API's own JSON: on request, and when stdout is not a terminal. */
  readonly isJson: boolean;
  /** Prints the result of a command, as JSON or as the text of `human`. */
  data(value: unknown, human: (view: View) => string): Promise<void>;
  /** Prints a note on stderr. */
  note(text: string): Promise<void>;
  failure(report: FailureReport): Promise<void>;
}

/** The requested format: `json` or `text` by a flag, `auto` without one. */
export type Format = 'json' | 'text' | 'auto';

export function createOutput(io: Io, format: Format): Output {
  const isJson = format === 'json' || (format === 'auto' && !io.stdout.isTTY);
  // Files and logs get whole lines.
  const columns = Number(io.env['COLUMNS']) || (io.stdout.isTTY ? io.stdout.columns || 80 : Number.POSITIVE_INFINITY);
  /** Wraps text for the terminal, except indented lines, which are made for copying. */
  const wrapped = async (text: string) => {
    const width = io.stderr.isTTY ? io.stderr.columns : undefined;
    if (width === undefined || width < 40) return text;
    const { wrap } = await import('../text/layout.ts');
    return text
      .split('\n')
      .flatMap((line) => (line.startsWith('  ') ? [line] : wrap(line, width)))
      .join('\n');
  };
  return {
    isJson,
    async data(value, human) {
      const { safeJson } = await import('../text/terminal-text.ts');
      if (isJson) return io.stdout.write(`${safeJson(value)}\n`);
      const [layout, { createStyle }] = await Promise.all([import('../text/layout.ts'), import('./style.ts')]);
      io.stdout.write(`${human({ ...createStyle(io), columns, layout })}\n`);
    },
    async note(text) {
      const { manyLines, safeJson } = await import('../text/terminal-text.ts');
      io.stderr.write(format === 'json' ? `${safeJson({ note: text }, 0)}\n` : `${await wrapped(manyLines(text))}\n`);
    },
    async failure({ code, message, requestId, isServerFault, hints }) {
      const { manyLines, safeJson } = await import('../text/terminal-text.ts');
      const text = [message, ...hints].join('\n');
      if (format === 'json') {
        io.stderr.write(`${safeJson({ error: { code, message: text, requestId: requestId ?? null } })}\n`);
      } else {
        const named = requestId && isServerFault ? `${text}\nRequest ${requestId}` : text;
        io.stderr.write(`${await wrapped(`Error: ${manyLines(named)}`)}\n`);
      }
    },
  };
}
