import { CliError } from '../../../lib/errors.ts';
import { EXIT } from '../../../lib/exit-codes.ts';
import { countOf } from '../../../lib/text/terminal-text.ts';

/** A problem of a file, and its line. */
export interface Problem {
  readonly file: string;
  /** Line of the file, from 1. */
  readonly line: number;
  readonly message: string;
}

/** One error with every problem of every file. Nothing is sent while there are problems. */
export function invalidFiles(problems: readonly Problem[]): CliError {
  const files = new Set(problems.map(({ file }) => file));
  return new CliError({
    exitCode: EXIT.usage,
    code: 'invalid_files',
    message: `${countOf(files.size, 'file')} cannot be published:`,
    hints: [...problems.map(({ file, line, message }) => `  ${file}:${line}: ${message}`), 'Nothing was sent.'],
  });
}
