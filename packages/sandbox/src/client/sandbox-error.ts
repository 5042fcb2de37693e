/** A control call that was refused, found no sandbox, or waited in vain; the message says which, and why. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status of a refusal. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
