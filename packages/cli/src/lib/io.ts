/** A destination of text. */
export interface TextSink {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Width of the terminal in columns, where there is one. */
  readonly columns: number | undefined;
  /** Set once the reader has gone, as with `| head -1`. Further output is dropped, and the command continues. */
  readonly isUnread?: boolean;
}

/** Everything that a command uses of its process, so that tests can replace it. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & {
    readonly isTTY?: boolean | undefined;
    /** Set when part of it was read. */
    readonly readableDidRead?: boolean;
  };
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The stream behind `stderr`, for prompts and spinners. */
  readonly terminal: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** Name of this machine. */
  readonly hostName: string;
  readonly workingDirectory: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborted with `Interrupted` by Ctrl-C. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Opens an address in a browser. Resolves false when no browser could be opened. */
  openBrowser(url: string): Promise<boolean>;
  /** Resolves after `delayMs`; rejects with the reason of `signal`, or of this one, as soon as one of them is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Runs another program on this terminal, and ends it together with this one. Resolves with the exit code, or null when a
   * signal ended the program. Rejects with ENOENT when the program does not exist. `cmd.exe` gets its arguments unquoted.
   */
  runProgram(program: string, args: readonly string[]): Promise<number | null>;
}
