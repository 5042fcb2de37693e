/** Where text goes. */
export interface TextSink {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width of the terminal in columns, where there is one. */
  readonly columns: number | undefined;
  /** True once the reader has gone, as in `| head -1`: what is written is dropped. A command that acts goes on all the same. */
  readonly isUnread?: boolean;
}

/** Everything a command needs of the outside, so that tests can hand in their own. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & {
    readonly isTTY?: boolean | undefined;
    /** Whether any of it was read. */
    readonly readableDidRead?: boolean;
  };
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The stream behind `stderr`, for prompts and spinners. */
  readonly terminal: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** What this machine calls itself. */
  readonly hostName: string;
  readonly workingDirectory: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborted with `Interrupted` by Ctrl-C. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Resolves false when no browser could be opened. */
  openBrowser(url: string): Promise<boolean>;
  /** Resolves after `delayMs`; rejects with the reason of `signal`, or of this one, as soon as one of them is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Runs another program on this terminal and resolves with its exit code, null when a signal ended it. It is ended with
   * this one. Rejects with ENOENT when there is no such program.
   */
  runProgram(program: string, args: readonly string[]): Promise<number | null>;
}
