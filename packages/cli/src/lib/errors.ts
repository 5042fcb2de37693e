import { type Report, ReportedError } from '@social/post-input/report';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** The report of a failure, with the exit code. */
export interface FailureReport extends Report {
  readonly exitCode: ExitCode;
  /** Set when the server failed: its operator needs the request id. */
  readonly isServerFault?: boolean;
  /** Set when the request may have been carried out. */
  readonly isUncertain?: boolean;
}

/** An error that carries its whole report and exit code. */
export class CliError extends ReportedError {
  override readonly name = 'CliError';
  declare readonly report: FailureReport;

  constructor(report: FailureReport) {
    super(report);
  }
}

/** Wrong usage or input; nothing was sent. */
export function usageError(message: string, ...hints: string[]): CliError {
  return new CliError({ exitCode: EXIT.usage, code: 'usage', message, hints });
}

/** An error with exit code 1. */
export function failed(code: string, message: string, ...hints: string[]): CliError {
  return new CliError({ exitCode: EXIT.failed, code, message, hints });
}

/** The reason of the signal that Ctrl-C aborts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
