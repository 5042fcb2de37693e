/** What a command gets from the process, so that only the entry point touches it. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  /** Aborts on SIGTERM and SIGINT. */
  readonly signal: AbortSignal;
  /** Writes one line. */
  readonly stdout: (line: string) => void;
  readonly stderr: (line: string) => void;
  /** Everything on standard input, as text. */
  readonly readStdin: () => Promise<string>;
}
