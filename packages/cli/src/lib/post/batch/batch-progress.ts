import type { Context } from '../../context.ts';
import { countBar } from '../../terminal/progress-bar.ts';
import { allowsSpinner, type Spinner, startSpinner } from '../../terminal/spinner.ts';

/** Time between two lines about a run, where no text may move. */
const LINE_EVERY_MS = 10_000;
/** Waits that are too short to speak of. */
const SHORT_MS = 2_000;

/** Tells how far a run over many posts is: by a bar on a terminal, elsewhere by a line now and then. */
export interface BatchProgress extends Disposable {
  /** @param doing such as `publishing` */
  tell(doing: string, done: number, total: number): Promise<void>;
  /** Ends the bar, so that something else can be printed; the next `tell` begins another one. */
  stop(): void;
}

/** Begins to tell of a run, whose calls wait as long as the server says. Must be called before its client is opened. */
export function startBatchProgress(context: Context): BatchProgress {
  const { io, output } = context;
  const mayMove = allowsSpinner(io, output);
  let spinner: Spinner | undefined;
  let saidAt = io.now().getTime();
  const stop = () => {
    spinner?.stop();
    spinner = undefined;
  };
  context.waitAsTold((delayMs) => {
    if (delayMs < SHORT_MS) return;
    const wait = `the server takes more requests in ${Math.ceil(delayMs / 1_000)} s`;
    if (spinner) return spinner.detail(wait);
    saidAt = io.now().getTime();
    return void output.note(`Waiting: ${wait}`);
  });
  return {
    async tell(doing, done, total) {
      if (mayMove) {
        const text = `${doing} ${countBar(done, total)}`;
        if (spinner) spinner.show(text);
        else spinner = await startSpinner(io, text);
        return;
      }
      const now = io.now().getTime();
      if (now - saidAt < LINE_EVERY_MS) return;
      saidAt = now;
      await output.note(`${doing}: ${done} of ${total} …`);
    },
    stop,
    [Symbol.dispose]: stop,
  };
}
