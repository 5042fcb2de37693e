import type { Snapshot } from './snapshot.ts';
import type { StateFolder } from './state-folder.ts';

const delayMs = 250;
/** Writing takes at most one part in this many of the process's time, because nothing else runs while it writes. */
const restPerWrite = 20;

/** Writes a sandbox's state to a folder soon after it may have changed. */
export class StateWriter {
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

  /** Schedules a write, because something may have changed. */
  schedule(): void {
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

  /** Writes for the last time; another sandbox may use the folder afterwards. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tryWrite();
  }

  /** Writes, or warns that it could not: the sandbox keeps running. */
  #tryWrite(): void {
    try {
      this.write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.emitWarning(`The sandbox could not save its state, and keeps running without saving: ${reason}`);
    }
  }
}
