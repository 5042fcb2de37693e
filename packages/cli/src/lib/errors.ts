import { EXIT, type ExitCode } from './exit-codes.ts';

/** What the user reads about a failure. */
export interface FailureReport {
  readonly exitCode: ExitCode;
  /** Stable, for programs: a code of the API's catalogue or one of the command's own. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | undefined;
  /** The server erred: who looks after it wants to know which request it was. */
  readonly isServerFault?: boolean;
  /** Whether anything was sent, and what to do next. */
  readonly hints: readonly string[];
  /** It may have been carried out all the same. */
  readonly isUncertain?: boolean;
}

/** A failure whose whole report is known where it happens. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly report: FailureReport;

  constructor(report: FailureReport) {
    super(report.message);
    this.report = report;
  }
}

/** Wrong usage or input: nothing was sent. */
export function usageError(message: string, ...hints: string[]): CliError {
  return new CliError({ exitCode: EXIT.usage, code: 'usage', message, hints });
}

/** The reason of the signal that Ctrl-C aborts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
