import type { ConfigFlags } from '../config/config.ts';

/** The process as a command sees it, so that only the entry point touches the process itself. */
export interface CommandContext {
  readonly env: NodeJS.ProcessEnv;
  /** Aborts on SIGTERM and SIGINT. */
  readonly signal: AbortSignal;
  /** Writes one line. */
  readonly stdout: (line: string) => void;
  readonly stderr: (line: string) => void;
  /** Reads all of standard input as text. */
  readonly readStdin: () => Promise<string>;
  /** Asks on stderr and reads a line of standard input; empty at its end. */
  readonly ask: (question: string) => Promise<string>;
}

/** Options of every command. */
export interface CommandOptions extends ConfigFlags {
  readonly json?: boolean;
}

/** Prints the result of a command: one line of JSON with `--json`, else the lines for people. */
export function printResult(
  { stdout }: CommandContext,
  { json }: CommandOptions,
  result: object,
  lines: readonly string[],
): void {
  for (const line of json ? [JSON.stringify(result)] : lines) stdout(line);
}
