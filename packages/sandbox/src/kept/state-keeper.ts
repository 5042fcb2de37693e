import type { Snapshot } from './snapshot.ts';
import type { StateFolder } from './state-folder.ts';

const delayMs = 250;

/** Writes a sandbox's state into a folder soon after it may have changed. */
export class StateKeeper {
  readonly #folder: StateFolder;
  readonly #take: () => { port: number; snapshot: Snapshot };
  #timer: NodeJS.Timeout | undefined;

  /** @param take Called when the state is written. */
  constructor(folder: StateFolder, take: () => { port: number; snapshot: Snapshot }) {
    this.#folder = folder;
    this.#take = take;
  }

  /** Tells that something may have changed. */
  touch(): void {
    this.#timer ??= setTimeout(() => this.tryWrite(), delayMs).unref();
  }

  /** Writes at once; where that fails the sandbox goes on, and a warning says so. */
  tryWrite(): void {
    try {
      this.write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.emitWarning(`The sandbox could not keep its state, and goes on without: ${reason}`);
    }
  }

  /** Writes at once. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#folder.write(this.#take());
  }
}
