/** The report of an error for its reader. */
export interface Report {
  /** Stable, for programs. */
  readonly code: string;
  readonly message: string;
  /** Sentences that say whether anything was sent, and what to do next. */
  readonly hints: readonly string[];
  readonly requestId?: string | undefined;
}

/** An error that carries its whole report. */
export class ReportedError extends Error {
  override readonly name: string = 'ReportedError';
  readonly report: Report;

  constructor(report: Report) {
    super(report.message);
    this.report = report;
  }
}

/** Input that cannot be used; nothing was sent. */
export function inputError(message: string, ...hints: string[]): ReportedError {
  return new ReportedError({ code: 'usage', message, hints });
}

/** Characters that move the cursor, change colors or reverse the reading direction. */
export const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text from elsewhere on one line, without characters that a terminal obeys. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSAFE, '').trim();
}

/** A value in quotes, with every invisible character written out: `"\u202e1.4.0"`. */
export function quote(given: unknown): string {
  return JSON.stringify(given).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** `1 credit`, `2 credits`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
