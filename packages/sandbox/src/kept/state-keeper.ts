import type { Snapshot } from './snapshot.ts';
import type { StateFolder } from './state-folder.ts';

const delayMs = 250;
/** Writing takes one part in so many of the process's time at most, because nothing else runs meanwhile. */
const restPerWrite = 20;

/** Writes a sandbox's state into a folder soon after it may have changed. */
export class StateKeeper {
  readonly #folder: StateFolder;
  readonly #take: () => { port: number; snapshot: Snapshot };
  #timer: NodeJS.Timeout | undefined;
  /** On the clock of `performance`. */
  #restsUntil = 0;
  #isClosed = false;

  /** @param take Called when the state is written. */
  constructor(folder: StateFolder, take: () => { port: number; snapshot: Snapshot }) {
    this.#folder = folder;
    this.#take = take;
  }

  /** Tells that something may have changed. */
  touch(): void {
    if (this.#isClosed) return;
    const waitMs = Math.max(delayMs, this.#restsUntil - performance.now());
    this.#timer ??= setTimeout(() => this.#tryWrite(), waitMs).unref();
  }

  /** Writes at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const begun = performance.now();
    try {
      this.#folder.write(this.#take());
    } finally {
      const ended = performance.now();
      this.#restsUntil = ended + restPerWrite * (ended - begun);
    }
  }

  /** Writes for the last time: the folder may be another sandbox's from then on. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tryWrite();
  }

  /** Where writing fails the sandbox goes on, and a warning says so. */
  #tryWrite(): void {
    try {
      this.write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.emitWarning(`The sandbox could not keep its state, and goes on without: ${reason}`);
    }
  }
}
