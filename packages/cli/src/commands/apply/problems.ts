import { CliError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { countOf } from '../../lib/text/terminal-text.ts';

/** What is wrong with a file, and where. */
export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Every problem of every file, in one failure: nothing is sent while there is one. */
export function invalidFiles(problems: readonly Problem[]): CliError {
  const files = new Set(problems.map(({ file }) => file));
  return new CliError({
    exitCode: EXIT.usage,
    code: 'invalid_files',
    message: `${countOf(files.size, 'file')} cannot be published:`,
    hints: [...problems.map(({ file, line, message }) => `  ${file}:${line}: ${message}`), 'Nothing was sent.'],
  });
}
