/** A release could not be announced, or not everywhere. The message says what happened, `details` what to do. */
export class AnnounceError extends Error {
  override readonly name = 'AnnounceError';
  /** Code of the API's catalogue, `usage` for wrong options, `partial` when some platforms published. */
  readonly code: string;
  /** Sentences, one per line: whether anything was sent, and the next step. */
  readonly details: string;

  constructor(code: string, message: string, hints: readonly string[]) {
    super(message);
    this.code = code;
    this.details = hints.join('\n');
  }
}
